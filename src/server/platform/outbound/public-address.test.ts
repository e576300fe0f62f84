import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('A public address', () => {
  it.each(['1.1.1.1', '8.8.8.8', '100.128.0.1', '172.32.0.1', '193.0.0.1', '2606:4700::1111', '2a00:1450:4001::5'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine', '127.8.9.10'],
    ['this machine', '::1'],
    ['nowhere', '0.0.0.0'],
    ['nowhere', '::'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a private network', 'fd12:3456::1'],
    ['a private network of old', 'fec0::1'],
    ['a provider behind one address', '100.64.0.1'],
    ['the machine that tells others who they are', '169.254.169.254'],
    ['the same cable', 'fe80::1'],
    ['many at once', '224.0.0.1'],
    ['many at once', 'ff02::1'],
    ['everybody', '255.255.255.255'],
    ['documents', '203.0.113.7'],
    ['documents', '2001:db8::1'],
    ['tests of networks', '198.18.0.1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1'],
    ['IPv4 in IPv6', '::ffff:a9fe:a9fe'],
    ['IPv4 in IPv6', '0:0:0:0:0:ffff:7f00:1'],
    ['IPv4 in IPv6, as it was written before', '::127.0.0.1'],
    ['IPv4 behind a translator', '64:ff9b::7f00:1'],
    ['IPv4 behind a translator of our own', '64:ff9b:1::7f00:1'],
    ['IPv4 in a tunnel', '2002:7f00:1::'],
    ['IPv4 in a tunnel', '2001:0:7f00:1::'],
  ])('is not one of %s: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('may be a name that is resolved later, unless the name itself is local', () => {
    expect(isPublicAddress('api.example.com', { orName: true })).toBe(true)
    expect(isPublicAddress('api.example.com')).toBe(false)
    for (const name of [
      'localhost',
      'db',
      'LOCALHOST.',
      'vendor.localhost',
      'printer.local',
      'metadata.google.internal',
      'x.internal.',
    ])
      expect([name, isPublicAddress(name, { orName: true })]).toEqual([name, false])
  })
})
