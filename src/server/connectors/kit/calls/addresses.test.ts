import { describe, expect, it } from 'vitest'
import { checkAddress, homeOf } from './addresses.ts'

const rule = { hosts: ['login.vendor.com', '.my.vendor.com', '*.instance.com'], sandboxOrigin: null }

describe('An address that Nora typed', () => {
  it.each([
    ['login.vendor.com', 'https://login.vendor.com'],
    ['https://acme.my.vendor.com/some/page?with=more#here', 'https://acme.my.vendor.com'],
    ['https://acme--test.sandbox.my.vendor.com', 'https://acme--test.sandbox.my.vendor.com'],
    ['na1.instance.com/', 'https://na1.instance.com'],
  ])('leads to the vendor, and only its host counts: %s', (typed, home) => {
    expect(homeOf(typed, rule)).toBe(home)
  })

  it.each([
    'https://evillogin.vendor.com',
    'https://sub.login.vendor.com',
    'https://my.vendor.com.evil.example',
    'https://a.na1.instance.com',
    'https://instance.com',
    'http://login.vendor.com',
    'https://login.vendor.com:8443',
    'https://nora@login.vendor.com',
    'https://',
  ])('is refused if it leads elsewhere: %s', (typed) => {
    expect(() => checkAddress(typed, rule)).toThrow(/doesn't belong to the vendor.*https:\/\/login\.vendor\.com/)
  })

  it('keeps its path in the sandbox, where all vendors share one host', () => {
    const sandbox = { ...rule, sandboxOrigin: 'http://localhost:8500' }
    expect(homeOf('http://localhost:8500/vendor/?x=1', sandbox)).toBe('http://localhost:8500/vendor')
    expect(() => homeOf('https://login.vendor.com', sandbox)).toThrow(/doesn't belong/)
  })
})
