import { describe, expect, it } from 'vitest'
import { withPreferred, methodsOf, turnedOff, turnedOn } from './mfa.ts'

const nothing = { enabled: [], preferred: undefined }
const both = { enabled: ['totp', 'email'], preferred: 'totp' } as const

describe('Two-step sign-in', () => {
  it('lists every method, also the one that is managed elsewhere', () => {
    expect(methodsOf({ enabled: ['SMS', 'TOTP'], preferred: 'TOTP' })).toEqual({ enabled: ['totp', 'sms'], preferred: 'totp' })
    expect(methodsOf({})).toEqual(nothing)
  })

  it('asks first for the method that was turned on first', () => {
    expect(turnedOn(nothing, 'email')).toEqual({ email: 'PREFERRED' })
    expect(turnedOn({ enabled: ['email'], preferred: 'email' }, 'totp')).toEqual({ totp: 'ENABLED' })
  })

  it('asks for the remaining method when the other one is turned off', () => {
    expect(turnedOff(both, 'totp')).toEqual({ totp: 'DISABLED', email: 'PREFERRED' })
    expect(turnedOff({ enabled: ['email'], preferred: 'email' }, 'email')).toEqual({ email: 'DISABLED' })
    expect(turnedOff({ enabled: ['sms', 'totp'], preferred: 'totp' }, 'totp')).toEqual({ totp: 'DISABLED', sms: 'PREFERRED' })
  })

  it('has one preferred method at a time, or none', () => {
    expect(withPreferred(both, 'email')).toEqual({ email: 'PREFERRED', totp: 'NOT_PREFERRED' })
    expect(withPreferred(both, undefined)).toEqual({ email: 'NOT_PREFERRED', totp: 'NOT_PREFERRED' })
  })
})
