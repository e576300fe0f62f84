import { describe, expect, it } from 'vitest'
import { maskAddress, maskEmail, maskName, maskPhone } from './masks.ts'

describe('A masked name', () => {
  it.each([
    ['Maya', 'M•••'],
    ['Maya Ellison', 'M••• E••••••'],
    ['Al', 'A••'],
    ['X', 'X••'],
    ['Wolfeschlegelsteinhausen', 'W••••••••'],
    ['  Ana   Lu ', 'A•• L••'],
    ['😀🙂', '😀••'],
    ['', ''],
  ])('of %j is %j', (name, masked) => {
    expect(maskName(name)).toBe(masked)
  })
})

describe('A text that may be an email', () => {
  it('is masked if it is one, and unchanged if not', () => {
    expect(['maya@example.com', 'HubSpot', '', null].map(maskAddress)).toEqual(['m•••@e••••••.com', 'HubSpot', '', null])
  })
})

describe('A masked email', () => {
  it.each([
    ['maya.ellison@example.com', 'm••••••••@e••••••.com'],
    ['a@b.io', 'a••@b••.io'],
    ['nina@mail.north.agency', 'n•••@m••••••••.agency'],
    ['root@localhost', 'r•••@l••••••••'],
  ])('of %j is %j', (email, masked) => {
    expect(maskEmail(email)).toBe(masked)
  })

  it.each(['', '@', 'nobody', 'a@', '@b.com', 'a@b@c.com'])('handles %j', (text) => {
    expect(() => maskEmail(text)).not.toThrow()
  })
})

describe('A masked phone number', () => {
  it.each([
    ['+1 (202) 555-0147', '••••••47'],
    ['0170 1234', '••••••34'],
  ])('of %j is %j, for any length', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked)
  })
})
