import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { signUpOptions } from '../sign-up-options.ts'
import { authReducer, initialAuthState, isFurtherStep, type AuthAction, type AuthState } from './auth-machine.ts'

const ana = 'ana@northlight.example.com'

const after = (...actions: AuthAction[]): AuthState => actions.reduce(authReducer, initialAuthState)

const outside: AuthAction = { type: 'signedOut', to: 'INITIAL' }
const atSignIn: AuthAction[] = [outside, { type: 'moved', to: 'SIGN_IN', email: ana }]
const stepReturned = (step: string, details = {}): AuthAction => ({ type: 'stepReturned', step, email: ana, details })

const furtherSteps = [
  'CONFIRM_SIGN_IN_WITH_SMS_CODE',
  'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
  'CONFIRM_SIGN_IN_WITH_TOTP_CODE',
  'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
  'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
  'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP',
  'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
  'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
  'CONFIRM_SIGN_IN_WITH_PASSWORD',
  'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
]

describe('The auth gate', () => {
  it('assumes that a user is signed in until the check has failed [GATE-01] [GATE-02]', () => {
    expect(initialAuthState.status).toBe('SIGNED_IN')
    expect(after(outside).status).toBe('INITIAL')
  })

  it('sets INITIAL when the user could not be fetched, and keeps the reason until user or tokens change [GATE-02]', () => {
    const problem = new ApiError({ code: 'NETWORK' })
    const refused: AuthAction = { type: 'userRefused', problem }
    expect(after(refused)).toMatchObject({ status: 'INITIAL', user: null, problem })
    expect(after(refused, { type: 'moved', to: 'SIGN_IN' })).toMatchObject({ status: 'SIGN_IN', problem })
    expect(after(refused, { type: 'moved', to: 'SIGN_IN' }, refused).status).toBe('INITIAL')
    expect(after(refused, outside)).toEqual({ ...initialAuthState, status: 'INITIAL' })
    const user = { id: 'ana', name: 'Ana' } as CurrentUser
    expect(after(refused, { type: 'userLoaded', user })).toMatchObject({ status: 'SIGNED_IN', user, problem: null })
    expect(after(refused, { type: 'signedIn' })).toMatchObject({ status: 'SIGNED_IN', problem: null })
  })

  it('resumes every step after a reload, with the email address [GATE-01] [GATE-22]', () => {
    const resumed = (status: AuthState['status'], pending: AuthState['pending'] = null): AuthState =>
      after({ type: 'resumed', screen: { status, accountType: 'COMPANY', email: ana, pending, signUp: null } })
    for (const status of [
      'INITIAL',
      'SIGN_IN',
      'SIGN_UP',
      'RESET_PASSWORD',
      'CONFIRM_SIGN_UP',
      'CONFIRM_RESET_PASSWORD_WITH_CODE',
    ] as const)
      expect(resumed(status)).toMatchObject({ status, accountType: 'COMPANY', email: ana, notice: null, isResumed: true })
    for (const step of furtherSteps) {
      const status = step as 'CONFIRM_SIGN_IN_WITH_SMS_CODE'
      const pending = { status, details: {}, round: 1, isRepeated: false }
      expect(resumed(status, pending)).toMatchObject({ status, pending, notice: null })
    }
  })

  it('moves to sign-in with a message when a step cannot be resumed [GATE-10] [GATE-22]', () => {
    const screen = {
      status: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
      accountType: 'AGENCY',
      email: ana,
      pending: null,
      signUp: null,
    } as const
    const state = after({ type: 'resumed', screen })
    expect(state).toMatchObject({ status: 'SIGN_IN', email: ana, notice: 'interrupted', pending: null })
    const unknown = { ...screen, status: 'A_NAME_FROM_BEFORE_AN_UPDATE' as 'SIGN_IN' }
    expect(after({ type: 'resumed', screen: unknown }).status).toBe('SIGN_IN')
    expect(after({ type: 'resumed', screen: { ...screen, status: 'SIGNED_IN' } }).status).toBe('INITIAL')
  })

  it("sends this tab's sign-up to the identity provider, also after a reload, and never for another address", () => {
    const signUp = { email: ana, id: 'her-sign-up' }
    const signedUp: AuthAction = { type: 'stepReturned', step: 'CONFIRM_SIGN_UP', email: ana, signUp }
    const named = { clientMetadata: { userSub: 'her-sign-up' } }
    expect(signUpOptions(after(outside, signedUp))).toEqual(named)
    const screen = { status: 'CONFIRM_SIGN_UP', accountType: 'AGENCY', email: ana, pending: null, signUp } as const
    expect(signUpOptions(after({ type: 'resumed', screen }))).toEqual(named)
    const other = { status: 'CONFIRM_SIGN_UP', accountType: 'COMPANY', email: 'bo@example.com' } as const
    expect(signUpOptions(after(outside, signedUp, { type: 'revisited', screen: other }))).toEqual({})
    expect(signUpOptions(after(outside, signedUp, { type: 'moved', to: 'SIGN_IN' }, stepReturned('CONFIRM_SIGN_UP')))).toEqual({})
  })

  it('no longer counts as reloaded once the identity client returns a step [GATE-23]', () => {
    const resumed: AuthAction = {
      type: 'resumed',
      screen: { status: 'CONFIRM_SIGN_UP', accountType: 'AGENCY', email: ana, pending: null, signUp: null },
    }
    expect(after(resumed, { type: 'moved', to: 'SIGN_IN' }).isResumed).toBe(true)
    expect(after(resumed, { type: 'moved', to: 'SIGN_IN' }, stepReturned('CONFIRM_SIGN_UP')).isResumed).toBe(false)
  })

  it('waits for the link and signs in automatically, until the page is reloaded or the user leaves the screen [GATE-23]', () => {
    const byLink: AuthAction = { type: 'stepReturned', step: 'CONFIRM_SIGN_UP', email: ana, isAwaitingLink: true }
    const screen = { status: 'CONFIRM_SIGN_UP', accountType: 'AGENCY', email: ana } as const
    expect(after(outside, byLink).isAwaitingLink).toBe(true)
    expect(after(outside, byLink, { type: 'revisited', screen }).isAwaitingLink).toBe(true)
    expect(after({ type: 'resumed', screen: { ...screen, pending: null, signUp: null } }).isAwaitingLink).toBe(false)
    expect(after(...atSignIn, stepReturned('CONFIRM_SIGN_UP')).isAwaitingLink).toBe(false)
    const left = after(outside, byLink, { type: 'moved', to: 'SIGN_IN' }, { type: 'revisited', screen })
    expect(left).toMatchObject({ status: 'CONFIRM_SIGN_UP', email: ana, isAwaitingLink: false })
  })

  it('sets the status to the step that a sign-in returns [GATE-01] [GATE-11] [GATE-24]', () => {
    for (const step of furtherSteps) {
      const { status, email, pending } = after(...atSignIn, stepReturned(step))
      expect({ status, email, pendingStep: pending?.status, isFurther: isFurtherStep(status) }).toEqual({
        status: step,
        email: ana,
        pendingStep: step,
        isFurther: true,
      })
    }
  })

  it('has its own screens for the new password and for the steps before a sign-in [GATE-01] [GATE-11] [GATE-15] [GATE-16]', () => {
    for (const step of [
      'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
      'CONFIRM_SIGN_UP',
      'RESET_PASSWORD',
      'CONFIRM_RESET_PASSWORD_WITH_CODE',
    ]) {
      const { status } = after(...atSignIn, stepReturned(step))
      expect(status).toBe(step)
      expect(isFurtherStep(status)).toBe(false)
    }
    expect(after(...atSignIn, stepReturned('DONE')).status).toBe('SIGN_IN')
  })

  it('shows its own screen for an unknown step [GATE-24]', () => {
    const { status } = after(...atSignIn, stepReturned('CONFIRM_SIGN_IN_WITH_A_DANCE'))
    expect(status).toBe('UNKNOWN_STEP')
    expect(isFurtherStep(status)).toBe(true)
  })

  it('keeps only the details of the newest step [GATE-24]', () => {
    const state = after(
      ...atSignIn,
      stepReturned('CONTINUE_SIGN_IN_WITH_MFA_SELECTION', { mfaTypes: ['TOTP', 'EMAIL'] }),
      stepReturned('CONFIRM_SIGN_IN_WITH_EMAIL_CODE', { destination: 'a***@n***' }),
    )
    expect(state.pending?.details).toEqual({ destination: 'a***@n***', isByChoice: false })
  })

  it('remembers through all further steps that the user chose how to sign in [GATE-24]', () => {
    const state = after(
      ...atSignIn,
      stepReturned('CONFIRM_SIGN_IN_WITH_EMAIL_CODE', { isFirstFactor: true }),
      stepReturned('CONFIRM_SIGN_IN_WITH_TOTP_CODE'),
    )
    expect(state.pending?.details.isByChoice).toBe(true)
  })

  it('gives a repeated question a fresh screen, and distinguishes it from a new question [GATE-24]', () => {
    const first = stepReturned('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', { question: 'Which river?' })
    const second = stepReturned('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', { question: 'Which town?' })
    expect(after(...atSignIn, first).pending).toMatchObject({ round: 1, isRepeated: false })
    expect(after(...atSignIn, first, first).pending).toMatchObject({ round: 2, isRepeated: true })
    expect(after(...atSignIn, first, second).pending).toMatchObject({ round: 2, isRepeated: false })
  })

  it('returns from every step to sign-in with the email address kept, and forgets the secret of the step [GATE-10] [GATE-22]', () => {
    const state = after(
      ...atSignIn,
      stepReturned('CONTINUE_SIGN_IN_WITH_TOTP_SETUP', { totp: { secret: 'ABCD', uri: 'otpauth://totp/x' } }),
      { type: 'moved', to: 'SIGN_IN', notice: 'tookTooLong' },
    )
    expect(state).toMatchObject({ status: 'SIGN_IN', email: ana, notice: 'tookTooLong', pending: null })
  })

  it('also forgets the secret when the browser goes back [GATE-24]', () => {
    const totp = { secret: 'ABCD', uri: 'otpauth://totp/x' }
    const back: AuthAction = { type: 'revisited', screen: { status: 'SIGN_IN', accountType: 'AGENCY', email: ana } }
    expect(after(...atSignIn, stepReturned('CONTINUE_SIGN_IN_WITH_TOTP_SETUP', { totp }), back)).toMatchObject({
      status: 'SIGN_IN',
      pending: null,
    })
  })

  it('shows at sign-in why a step failed, also when the browser went back to get there [GATE-24]', () => {
    const failed: AuthAction = { type: 'moved', to: 'SIGN_IN', failure: 'Too many attempts.' }
    const back: AuthAction = { type: 'revisited', screen: { status: 'SIGN_IN', accountType: 'AGENCY', email: '' } }
    const state = after(...atSignIn, stepReturned('CONFIRM_SIGN_IN_WITH_EMAIL_CODE'), failed, back)
    expect(state).toMatchObject({ status: 'SIGN_IN', email: ana, failure: 'Too many attempts.', pending: null })
    expect(authReducer(state, { type: 'moved', to: 'RESET_PASSWORD' }).failure).toBeNull()
  })

  it('leaves the screen of the link only while it is shown: a late reply changes nothing [GATE-23]', () => {
    const late: AuthAction = {
      type: 'moved',
      to: 'SIGN_IN',
      from: 'CONFIRM_SIGN_UP',
      failure: 'The account was not confirmed on time.',
    }
    const waiting = [...atSignIn, stepReturned('CONFIRM_SIGN_UP')]
    expect(after(...waiting, late)).toMatchObject({
      status: 'SIGN_IN',
      email: ana,
      failure: 'The account was not confirmed on time.',
    })
    expect(after(...waiting, { type: 'moved', to: 'INITIAL' }, late)).toMatchObject({ status: 'INITIAL', failure: null })
    expect(after(...waiting, { type: 'signedIn' }, late)).toMatchObject({ status: 'SIGNED_IN', failure: null })
  })

  it('lets the browser go back to a step only while the provider still waits for it [GATE-24]', () => {
    const pendingStep = [...atSignIn, stepReturned('CONFIRM_SIGN_IN_WITH_TOTP_CODE')]
    const at = (status: string): AuthAction => ({
      type: 'revisited',
      screen: { status: status as AuthState['status'], accountType: 'AGENCY', email: ana },
    })
    expect(after(...pendingStep, at('SIGN_IN'), at('CONFIRM_SIGN_IN_WITH_TOTP_CODE')).status).toBe(
      'CONFIRM_SIGN_IN_WITH_TOTP_CODE',
    )
    expect(after(...pendingStep, at('CONTINUE_SIGN_IN_WITH_MFA_SELECTION')).status).toBe('SIGN_IN')
    expect(after(...atSignIn, at('CONFIRM_SIGN_IN_WITH_TOTP_CODE')).status).toBe('SIGN_IN')
    expect(after(...atSignIn, at('A_NAME_FROM_BEFORE_AN_UPDATE')).status).toBe('SIGN_IN')
    expect(after(...atSignIn, { type: 'signedIn' }, at('SIGN_IN')).status).toBe('SIGNED_IN')
  })

  it('forgets everything at a sign-out, and ignores the same sign-out the second time [GATE-17] [GATE-19]', () => {
    const failed: AuthAction = { type: 'signedOut', to: 'INITIAL', notice: 'hostedSignOutFailed' }
    expect(after({ type: 'signedIn' }, outside)).toEqual({ ...initialAuthState, status: 'INITIAL' })
    expect(after({ type: 'signedIn' }, outside, failed, outside).notice).toBe('hostedSignOutFailed')
    expect(after(...atSignIn, outside)).toMatchObject({ status: 'SIGN_IN', email: ana })
  })

  it('shows a saved change of the user immediately, and not to the next user [USER-05]', () => {
    const user = { id: 'ana', name: 'Ana', lastname: 'Whitfield' } as CurrentUser
    const renamed: AuthAction = { type: 'userChanged', change: { id: 'ana', name: 'Anna' } }
    expect(after({ type: 'userLoaded', user }, renamed).user).toEqual({ ...user, name: 'Anna' })
    const priya = { id: 'priya', name: 'Priya' } as CurrentUser
    expect(after({ type: 'userLoaded', user }, outside, { type: 'userLoaded', user: priya }, renamed).user).toBe(priya)
    expect(after({ type: 'userLoaded', user }, outside, renamed)).toEqual(after({ type: 'userLoaded', user }, outside))
  })
})
