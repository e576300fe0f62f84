import { describe, expect, it } from 'vitest'
import { sortAddresses, splitAddresses, uniqueAddresses } from './addresses.ts'

describe('A pasted list of addresses', () => {
  it('may be separated by commas, semicolons, spaces and lines', () => {
    const text =
      'gia@northlight.example.com, hal@northlight.example.com;ida@northlight.example.com\r\njon@northlight.example.com  '
    expect(splitAddresses(text)).toEqual([
      'gia@northlight.example.com',
      'hal@northlight.example.com',
      'ida@northlight.example.com',
      'jon@northlight.example.com',
    ])
  })

  it('may have names before the addresses, as email programs write them', () => {
    const text = '"Moreno, Gia" <gia@northlight.example.com>; Hal Berg <hal@northlight.example.com>, ida@northlight.example.com'
    expect(splitAddresses(text)).toEqual([
      'gia@northlight.example.com',
      'hal@northlight.example.com',
      'ida@northlight.example.com',
    ])
  })

  it('has each address once, in its first spelling', () => {
    expect(uniqueAddresses(['Gia@northlight.example.com', 'hal@northlight.example.com', 'gia@northlight.example.com'])).toEqual([
      'Gia@northlight.example.com',
      'hal@northlight.example.com',
    ])
  })

  it('is sorted into addresses to invite, existing users, and invalid addresses', () => {
    const sorted = sortAddresses(['gia@northlight.example.com', 'Ben@northlight.example.com', 'hal@'], (key) =>
      key.startsWith('ben@'),
    )
    expect(sorted).toEqual({ good: ['gia@northlight.example.com'], known: ['Ben@northlight.example.com'], wrong: ['hal@'] })
  })
})
