import { describe, expect, it } from 'vitest'
import { detailsOf } from './sign-in-steps.ts'

const ana = 'ana@northlight.example.com'

describe('The details of a further step', () => {
  it('list one password method, by proof if the pool supports it [GATE-24]', () => {
    const factors = (...availableChallenges: ('PASSWORD' | 'PASSWORD_SRP' | 'EMAIL_OTP' | 'WEB_AUTHN' | 'SMS_OTP')[]) =>
      detailsOf({ signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION', availableChallenges }, ana).factors
    expect(factors('EMAIL_OTP', 'PASSWORD', 'WEB_AUTHN', 'PASSWORD_SRP')).toEqual(['PASSWORD_SRP', 'WEB_AUTHN', 'EMAIL_OTP'])
    expect(factors('SMS_OTP', 'PASSWORD')).toEqual(['PASSWORD', 'SMS_OTP'])
    expect(factors()).toEqual([])
  })

  it('list the allowed two-step methods, to use or to set up [GATE-24]', () => {
    const allowedMFATypes: ('TOTP' | 'EMAIL')[] = ['TOTP', 'EMAIL']
    for (const signInStep of ['CONTINUE_SIGN_IN_WITH_MFA_SELECTION', 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION'] as const) {
      expect(detailsOf({ signInStep, allowedMFATypes }, ana)).toEqual({ mfaTypes: ['TOTP', 'EMAIL'] })
    }
  })

  it('have the destination of a code [GATE-24]', () => {
    for (const signInStep of ['CONFIRM_SIGN_IN_WITH_SMS_CODE', 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE'] as const) {
      expect(detailsOf({ signInStep, codeDeliveryDetails: { destination: 'a***@n***' } }, ana).destination).toBe('a***@n***')
    }
  })

  it('have the secret and the address for setting up an authenticator app, with product and user [GATE-24]', () => {
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

  it('have the question of a custom challenge, and nothing for steps that need nothing [GATE-24]', () => {
    const question = 'Which river?'
    expect(detailsOf({ signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', additionalInfo: { question } }, ana)).toEqual({
      question,
    })
    expect(detailsOf({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' }, ana)).toEqual({})
  })
})
