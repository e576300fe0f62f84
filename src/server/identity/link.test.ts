// A pool whose sign-ups are confirmed by a link, and the unmodified Amplify client that waits for it.
import { Amplify } from 'aws-amplify'
import { autoSignIn, confirmSignUp, signOut, signUp } from 'aws-amplify/auth'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientId, password, poolId, poolSettings, startPool, type TestPool } from './testing/pool.ts'
import './testing/native-numbers.ts'

let pool: TestPool

const configure = (signUpVerificationMethod: 'code' | 'link') =>
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint, signUpVerificationMethod },
    },
  })

beforeAll(async () => {
  pool = await startPool({ pool: { ...poolSettings, signUpVerification: 'link' } })
})
// The client warns whenever it is configured again.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  configure('link')
})
afterEach(async () => {
  // The fake time is restored first: restored later, it would affect every test that follows.
  vi.restoreAllMocks()
  vi.useRealTimers()
  pool.clock.ahead = 0
  await signOut()
})
afterAll(() => pool.close())

const linkTo = (email: string) => {
  const text = pool.lastEmailTo(email)?.text ?? ''
  const [link = '', Username = '', ConfirmationCode = ''] =
    /http:\/\/localhost\/confirm-email#([0-9a-f-]{36})\.(\S{32})/.exec(text) ?? []
  return { link, Username, ConfirmationCode, text }
}

const follow = async (email: string) => {
  const { Username, ConfirmationCode } = linkTo(email)
  const { status, body } = await pool.call('ConfirmSignUp', { Username, ConfirmationCode })
  return { status, name: body.__type, message: body.message }
}

const hour = 3_600_000

describe('The link in the confirmation email [GATE-23]', () => {
  it('confirms the address once, for anyone who has it', async () => {
    const email = 'ann@example.com'
    await pool.call('SignUp', { Username: email, Password: password })
    const { link, text } = linkTo(email)
    expect(link).not.toBe('')
    expect(text).toContain('It is valid for 24 hours and works once.')
    expect(text).not.toMatch(/^ {4}\d{6}$/m)
    expect((await follow(email)).status).toBe(200)
    expect(await follow(email)).toMatchObject({ status: 400, name: 'CodeMismatchException' })
  })

  it('is stored as a hash only', async () => {
    await pool.call('SignUp', { Username: 'bea@example.com', Password: password })
    const { Username, ConfirmationCode } = linkTo('bea@example.com')
    const { rows } = await pool.database.asSystem('test: what is kept', (tx) =>
      sql<{ kept: string }>`select code_hash as kept from pool.code where subject = ${Username}`.execute(tx),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.kept).not.toContain(ConfirmationCode)
    expect(rows[0]?.kept).toMatch(/^[\w-]{43}$/)
  })

  it('works for 24 hours, and no longer', async () => {
    for (const [email, ahead] of [
      ['cleo@example.com', 24 * hour - 60_000],
      ['dora@example.com', 24 * hour],
    ] as const) {
      pool.clock.ahead = 0
      await pool.call('SignUp', { Username: email, Password: password })
      pool.clock.ahead = ahead
      const answer = await follow(email)
      expect(answer.name).toBe(ahead < 24 * hour ? undefined : 'ExpiredCodeException')
    }
  })

  it('is replaced by the one that is sent again', async () => {
    const email = 'elsa@example.com'
    await pool.call('SignUp', { Username: email, Password: password })
    const { Username, ConfirmationCode } = linkTo(email)
    await pool.call('ResendConfirmationCode', { Username: email })
    const old = await pool.call('ConfirmSignUp', { Username, ConfirmationCode })
    expect(old.body.__type).toBe('CodeMismatchException')
    expect((await follow(email)).status).toBe(200)
  })

  it('is not invalidated by strangers who send wrong ones', async () => {
    const email = 'gina@example.com'
    await pool.call('SignUp', { Username: email, Password: password })
    for (let round = 0; round < 6; round += 1) {
      const wrong = await pool.call('ConfirmSignUp', { Username: email, ConfirmationCode: 'x'.repeat(32) })
      expect(wrong.body.__type).toBe('CodeMismatchException')
    }
    expect((await follow(email)).status).toBe(200)
  })

  it('is for the first address only: a code still resets the password', async () => {
    const email = 'faye@example.com'
    await pool.call('SignUp', { Username: email, Password: password })
    await follow(email)
    await pool.call('ForgotPassword', { Username: email })
    expect(pool.codeFor(email)).toMatch(/^\d{6}$/)
  })
})

/** With the plain flow: the numbers are the same, and nothing has to be computed 36 times. */
const signUpAs = (username: string) =>
  signUp({
    username,
    password,
    options: { userAttributes: { email: username }, autoSignIn: { authFlowType: 'USER_PASSWORD_AUTH' } },
  })

/** How many sign-ins were attempted and answered. */
const countTries = () => {
  const tries = { begun: 0, answered: 0 }
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isTry = new Headers(init?.headers).get('x-amz-target')?.endsWith('.InitiateAuth') ?? false
    if (isTry) tries.begun += 1
    const response = await real(input, init)
    if (isTry) tries.answered += 1
    return response
  })
  onTestFinished(() => spy.mockRestore())
  return tries
}

/** Waits on the real clock, regardless of the fake one. */
const until = async (isSo: () => boolean) => {
  for (let turn = 0; turn < 3000 && !isSo(); turn += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  expect(isSo()).toBe(true)
}

/** A moment in which the client can process the answers. */
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 20)
  })

const pretendTime = () => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })

describe('The client that waits for the link [GATE-23]', () => {
  // It treats calls within 300 ms of the real clock as one, also those of another test.
  beforeEach(() => new Promise((resolve) => setTimeout(resolve, 301)))

  it('asks after 5000 ms and every 5000 ms, and signs in once the link was used', async () => {
    const email = 'gil@example.com'
    expect((await signUpAs(email)).nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
    pretendTime()
    const tries = countTries()
    const signedIn = autoSignIn()
    for (const turn of [1, 2, 3]) {
      vi.advanceTimersByTime(4999)
      await settle()
      expect(tries.begun).toBe(turn - 1)
      vi.advanceTimersByTime(1)
      await until(() => tries.answered === turn)
      await settle()
    }
    expect((await follow(email)).status).toBe(200)
    vi.advanceTimersByTime(5000)
    expect((await signedIn).isSignedIn).toBe(true)
  })

  it('asks until 180000 ms have passed, and then says "The account was not confirmed on time." [MSG-03]', async () => {
    await signUpAs('hal@example.com')
    pretendTime()
    const tries = countTries()
    let outcome = 'waiting'
    autoSignIn().then(
      () => (outcome = 'signed in'),
      (error: Error) => (outcome = error.message),
    )
    for (let turn = 1; turn <= 180_000 / 5000; turn += 1) {
      vi.advanceTimersByTime(5000)
      await until(() => tries.answered === turn)
      await settle()
      expect(outcome).toBe('waiting')
    }
    vi.advanceTimersByTime(5000)
    await until(() => outcome !== 'waiting')
    expect(outcome).toBe('The account was not confirmed on time.')
    expect(tries.begun).toBe(36)
  })

  it('treats several calls within 300 ms as one', async () => {
    await signUpAs('ida@example.com')
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const intervals = vi.spyOn(globalThis, 'setInterval')
    for (const pause of [0, 299, 299]) {
      vi.advanceTimersByTime(pause)
      void autoSignIn().catch(() => undefined)
      expect(intervals).toHaveBeenCalledTimes(1)
    }
    vi.advanceTimersByTime(300)
    void autoSignIn().catch(() => undefined)
    expect(intervals).toHaveBeenCalledTimes(2)
    vi.clearAllTimers()
  })
})

describe('The client that waits for a code [GATE-23] [GATE-15]', () => {
  it.each([
    [179_999, 'COMPLETE_AUTO_SIGN_IN', 'signed in'],
    [180_000, 'DONE', 'The autoSignIn flow has not started, or has been cancelled/completed.'],
  ])('has waited %i ms when the code comes: %s', async (waited, step, outcome) => {
    configure('code')
    const email = `jo.${waited}@example.com`
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await signUpAs(email)
    vi.advanceTimersByTime(waited)
    vi.useRealTimers()
    const { nextStep } = await confirmSignUp({ username: email, confirmationCode: linkTo(email).ConfirmationCode })
    expect(nextStep.signUpStep).toBe(step)
    const result = await autoSignIn().then(
      ({ isSignedIn }) => (isSignedIn ? 'signed in' : 'not signed in'),
      (error: Error) => error.message,
    )
    expect(result).toBe(outcome)
  })
})
