import { describe, expect, it } from 'vitest'
import type { ResumableLocation } from '#web/features/auth/machine/auth-machine.ts'
import { readGate, writeGate } from './kept-gate.ts'

const now = Date.UTC(2026, 5, 1, 12)
const hour = 3_600_000
const ana = 'ana@northlight.example.com'
const draft = { companyName: 'Northlight', firstName: 'Ana', lastName: 'Whitfield', email: ana }
const screen: ResumableLocation = { status: 'SIGN_UP', accountType: 'COMPANY', email: ana, pending: null, signUp: null }
const codeStep = (until: number): ResumableLocation => ({
  ...screen,
  status: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
  pending: { status: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', details: { until }, round: 1, isRepeated: false },
})

describe('The state that the gate keeps for a reload', () => {
  it('has the step, the account type, the email address and the names', () => {
    expect(readGate(writeGate({ screen, draft }, now), now + hour)).toEqual({ screen, draft })
  })

  it('has the sign-up that waits for its code, and no malformed one', () => {
    const signUp = { email: ana, id: '7d1f2c3b-4a5e-4f60-8a9b-0c1d2e3f4a5b' }
    const waiting = writeGate({ screen: { ...screen, status: 'CONFIRM_SIGN_UP', signUp }, draft }, now)
    expect(readGate(waiting, now)?.screen.signUp).toEqual(signUp)
    expect(readGate(waiting.replace(`"${signUp.id}"`, '1'), now)?.screen.signUp).toBeNull()
  })

  it('never has a password or the key of an authenticator app', () => {
    const withMore = { ...draft, password: 'river-stone-7', confirmPassword: 'river-stone-7' }
    const totp = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' }
    const status = 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP'
    const pending = { status, details: { totp, until: now + hour }, round: 1, isRepeated: false } as const
    const written = writeGate({ screen: { ...screen, status, pending }, draft: withMore }, now)
    expect(written).not.toContain('river-stone-7')
    expect(written).not.toContain('JBSWY3DPEHPK3PXP')
    expect(readGate(written, now)?.screen).toMatchObject({ status, pending: null })
  })

  it('expires after a day, and is ignored when another version wrote it or it cannot be parsed', () => {
    const written = writeGate({ screen, draft }, now)
    expect(readGate(written, now + 23 * hour)).toBeDefined()
    expect(readGate(written, now + 25 * hour)).toBeUndefined()
    expect(readGate(written.replace('"version":1', '"version":0'), now)).toBeUndefined()
    for (const text of [null, '', '{', '[]', '{"version":1}', 'null', '{"version":1,"at":9e15,"place":1,"draft":2}'])
      expect(readGate(text, now)).toBeUndefined()
  })

  it('keeps a pending step only as long as the identity client does [GATE-22]', () => {
    const written = writeGate({ screen: codeStep(now + 180_000), draft: {} }, now)
    expect(readGate(written, now + 179_000)?.screen.pending?.status).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
    expect(readGate(written, now + 180_000)?.screen.pending).toBeNull()
  })

  it('has the email address that was typed last, and in later steps the one that was submitted', () => {
    const emailAt = (status: ResumableLocation['status'], email: string) =>
      readGate(writeGate({ screen: { ...screen, status, email }, draft: { email: ana } }, now), now)?.screen.email
    expect(emailAt('SIGN_IN', '')).toBe(ana)
    expect(emailAt('SIGN_UP', 'old@example.com')).toBe(ana)
    expect(emailAt('CONFIRM_SIGN_UP', 'sent@example.com')).toBe('sent@example.com')
  })
})
