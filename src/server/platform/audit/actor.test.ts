import { describe, expect, it } from 'vitest'
import { prefixOf } from './actor.ts'

describe('The location of an actor', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ])('is stored for %s as %s', (ip, prefix) => {
    expect(prefixOf(ip)).toBe(prefix)
  })

  it('is the same for two addresses of a network, and another one for the next network', () => {
    expect(prefixOf('2001:db8:1:2::1')).toBe(prefixOf('2001:db8:1:2:ffff::9'))
    expect(prefixOf('2001:db8:1:2::1')).not.toBe(prefixOf('2001:db8:1:3::1'))
    expect(prefixOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).not.toContain('dddd')
  })
})
