import { describe, expect, it } from 'vitest'
import { detailsOf } from './sign-in-steps.ts'

const ana = 'ana@northlight.example.com'

describe('what a further step tells its screen', () => {
  it('offers one password among the ways to sign in, and proves it where the pool can [GATE-24]', () => {
    const factors = (...availableChallenges: ('PASSWORD' | 'PASSWORD_SRP' | 'EMAIL_OTP' | 'WEB_AUTHN' | 'SMS_OTP')[]) =>
      detailsOf({ signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION', availableChallenges }, ana).factors
    expect(factors('EMAIL_OTP', 'PASSWORD', 'WEB_AUTHN', 'PASSWORD_SRP')).toEqual(['PASSWORD_SRP', 'WEB_AUTHN', 'EMAIL_OTP'])
    expect(factors('SMS_OTP', 'PASSWORD')).toEqual(['PASSWORD', 'SMS_OTP'])
    expect(factors()).toEqual([])
  })

  it('names the second steps that are allowed, to use or to set up [GATE-24]', () => {
    const allowedMFATypes: ('TOTP' | 'EMAIL')[] = ['TOTP', 'EMAIL']
    for (const signInStep of ['CONTINUE_SIGN_IN_WITH_MFA_SELECTION', 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION'] as const) {
      expect(detailsOf({ signInStep, allowedMFATypes }, ana)).toEqual({ mfaTypes: ['TOTP', 'EMAIL'] })
    }
  })

  it('says where a code went [GATE-24]', () => {
    for (const signInStep of ['CONFIRM_SIGN_IN_WITH_SMS_CODE', 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE'] as const) {
      expect(detailsOf({ signInStep, codeDeliveryDetails: { destination: 'a***@n***' } }, ana).destination).toBe('a***@n***')
    }
  })

  it('turns the authenticator set-up into a secret and an address for the product and the person [GATE-24]', () => {
    const getSetupUri = (appName: string, account?: string) =>
      new URL(`otpauth://totp/${appName}:${account}?secret=ABCDEFGH&issuer=${appName}`)
    const { totp } = detailsOf(
      { signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP', totpSetupDetails: { sharedSecret: 'ABCDEFGH', getSetupUri } },
      ana,
    )
    expect(totp).toEqual({
      secret: 'ABCDEFGH',
      uri: `otpauth://totp/Tributary:${ana}?secret=ABCDEFGH&issuer=Tributary`,
    })
  })

  it('passes a custom question on, and nothing for steps that need nothing [GATE-24]', () => {
    const question = 'Which river?'
    expect(detailsOf({ signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', additionalInfo: { question } }, ana)).toEqual({
      question,
    })
    expect(detailsOf({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' }, ana)).toEqual({})
  })
})
