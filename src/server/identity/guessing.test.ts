// Strangers who guess codes and passwords, from many locations and for a long time, and the owners of the accounts.
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cleanPool } from './clean.ts'
import { password, register, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

beforeAll(async () => {
  pool = await startPool()
  pool.clock.stop()
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const office = '198.51.100.7'
const hotel = '192.0.2.80'
let strangers = 0
/** A location without earlier calls. */
const elsewhere = () => {
  strangers += 1
  return `203.${strangers >> 8}.${strangers & 255}.9`
}

const signIn = async (USERNAME: string, from: string, PASSWORD = password) => {
  const AuthParameters = { USERNAME, PASSWORD }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, from)).body
}

const guessReset = async (Username: string, from: string) => {
  const input = { Username, ConfirmationCode: '12345x', Password: 'taken over now' }
  return (await pool.call('ConfirmForgotPassword', input, from)).body.__type
}

const guessingEmails = (email: string) =>
  pool.emails.filter(({ to, subject }) => to === email && subject === 'Someone is trying to get into your account')

/** Registered, with codes of an app turned on from the office. */
const withApp = async (email: string) => {
  await register(pool, email)
  const { AccessToken } = (await signIn(email, office)).AuthenticationResult
  const secret = (await pool.call('AssociateSoftwareToken', { AccessToken }, office)).body.SecretCode
  const code = () => new TOTP({ secret }).generate({ timestamp: pool.clock.now().getTime() })
  await pool.call('VerifySoftwareToken', { AccessToken, UserCode: code() }, office)
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings }, office)
  pool.clock.ahead += minute
  return code
}

const takeSecondStep = async (USERNAME: string, code: string, from: string) => {
  const { Session } = await signIn(USERNAME, from)
  const ChallengeResponses = { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code }
  const input = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses }
  return (await pool.call('RespondToAuthChallenge', input, from)).body
}

/** Knows the password, calls from many locations, and waits as long as required. */
const guessSecondStepForADay = async (email: string) => {
  const start = pool.clock.ahead
  let taken = 0
  for (let round = 0; round < 46; round += 1) {
    pool.clock.ahead = start + round * 30 * minute
    const { __type } = await takeSecondStep(email, '12345x', elsewhere())
    if (__type === 'CodeMismatchException') taken += 1
    else expect(__type).toBe('LimitExceededException')
  }
  return taken
}

describe('A stranger with time and many addresses', () => {
  it("gets twenty guesses a day at the code that resets Ann's password, and then none [IDP-13]", async () => {
    const email = 'ann@example.com'
    await register(pool, email)
    let taken = 0
    for (let round = 0; round < 23; round += 1) {
      pool.clock.ahead = round * hour
      await pool.call('ForgotPassword', { Username: email }, elsewhere())
      for (let i = 0; i < 5; i += 1) {
        pool.clock.ahead += 10 * minute
        if ((await guessReset(email, elsewhere())) !== 'LimitExceededException') taken += 1
      }
    }
    expect(taken).toBe(20)
    pool.clock.ahead = 25 * hour
    await pool.call('ForgotPassword', { Username: email })
    const input = { Username: email, ConfirmationCode: pool.codeFor(email), Password: 'my own new one' }
    expect((await pool.call('ConfirmForgotPassword', input)).status).toBe(200)
  })

  it('has to wait longer after each wrong code of an authenticator app, and gets twenty a day [IDP-13]', async () => {
    await withApp('bea@example.com')
    const start = pool.clock.ahead
    const guess = async (ahead: number) => {
      pool.clock.ahead = start + ahead
      return (await takeSecondStep('bea@example.com', '12345x', elsewhere())).__type
    }
    for (let i = 0; i < 9; i += 1) expect(await guess(i * minute)).toBe('CodeMismatchException')
    expect(await guess(8 * minute + 15_000)).toBe('LimitExceededException')
    expect(await guess(9 * minute)).toBe('CodeMismatchException')
    expect(await guess(9 * minute + 31_000)).toBe('LimitExceededException')
    pool.clock.ahead = start + 30 * minute
    expect(await guessSecondStepForADay('bea@example.com')).toBe(10)
  })

  it('gets no more with codes that sign in without a password [IDP-13]', async () => {
    const USERNAME = 'cleo@example.com'
    await register(pool, USERNAME)
    let taken = 0
    for (let round = 0; round < 23; round += 1) {
      pool.clock.ahead = round * hour
      const AuthParameters = { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' }
      const challenge = await pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters }, elsewhere())
      for (let i = 0; i < 4; i += 1) {
        pool.clock.ahead += 40_000
        const ChallengeResponses = { USERNAME, EMAIL_OTP_CODE: '1234567x' }
        const input = { ChallengeName: 'EMAIL_OTP', Session: challenge.body.Session, ChallengeResponses }
        const { body } = await pool.call('RespondToAuthChallenge', input, elsewhere())
        if (body.__type === 'CodeMismatchException') taken += 1
      }
    }
    expect(taken).toBe(20)
  })

  it('is reported to Dora once a day, with what to do [IDP-13]', async () => {
    const email = 'dora@example.com'
    await withApp(email)
    await guessSecondStepForADay(email)
    expect(guessingEmails(email)).toHaveLength(1)
    await pool.call('ForgotPassword', { Username: email }, elsewhere())
    for (let i = 0; i < 12; i += 1) {
      await guessReset(email, elsewhere())
      pool.clock.ahead += 5 * minute
      if (i === 5) await pool.call('ForgotPassword', { Username: email }, elsewhere())
    }
    const [warning, ...more] = guessingEmails(email)
    expect(more).toEqual([])
    expect(warning?.text).toContain('Someone who knows your password is guessing your two-step sign-in code.')
    expect(warning?.text).toContain('Change your password now')
    pool.clock.ahead += day
    await guessSecondStepForADay(email)
    expect(guessingEmails(email)).toHaveLength(2)
  })
})

describe('The owner of the account', () => {
  it("signs in with password and code at a known location, regardless of strangers' guesses [IDP-13]", async () => {
    const email = 'elsa@example.com'
    const code = await withApp(email)
    await guessSecondStepForADay(email)
    expect((await takeSecondStep(email, code(), hotel)).__type).toBe('LimitExceededException')
    expect(await takeSecondStep(email, code(), office)).toHaveProperty('AuthenticationResult')
  })

  it('signs in with the password there while strangers have to wait', async () => {
    const email = 'faye@example.com'
    await register(pool, email)
    await signIn(email, office)
    for (let i = 0; i < 6; i += 1) await signIn(email, elsewhere(), `guess number ${i}`)
    expect((await signIn(email, hotel)).message).toBe('Password attempts exceeded')
    expect(await signIn(email, office)).toHaveProperty('AuthenticationResult')
    expect((await signIn(email, hotel)).message).toBe('Password attempts exceeded')
  })

  it('gets no extra guesses there for a colleague: that location waits too', async () => {
    const email = 'gina@example.com'
    await register(pool, email)
    await signIn(email, office)
    for (let i = 0; i < 5; i += 1) await signIn(email, office, `guess number ${i}`)
    expect((await signIn(email, office)).message).toBe('Password attempts exceeded')
    expect(await signIn(email, hotel)).toHaveProperty('AuthenticationResult')
  })

  it('has at most twenty known locations, the last used ones, for ninety days', async () => {
    const email = 'hana@example.com'
    await register(pool, email)
    const locations = async () => {
      const { rows } = await pool.database.asSystem('test', (tx) =>
        sql<{ known: number }>`
          select count(*)::int as known from pool.known_location
          where sub = (select sub from pool.account where email_norm = ${email})`.execute(tx),
      )
      return rows[0]?.known
    }
    for (let i = 0; i < 25; i += 1) await signIn(email, elsewhere())
    expect(await locations()).toBe(20)
    await cleanPool(pool.database, { now: () => new Date(Date.now() + 89 * day) })
    expect(await locations()).toBe(20)
    await cleanPool(pool.database, { now: () => new Date(Date.now() + 91 * day) })
    expect(await locations()).toBe(0)
  })
})

describe('A network whose addresses guess in turn', () => {
  it.each([
    ['a /24 of IPv4', (i: number) => `203.0.113.${i}`, '203.0.114.1'],
    ['a /48 of IPv6', (i: number) => `2001:db8:7:${i}::1`, '2001:db8:8::1'],
  ])('is stopped as a whole: %s [IDP-13]', async (_what, from, outside) => {
    const small = await startPool({ limits: { failuresPerNetwork: 10 } })
    const call = (USERNAME: string, PASSWORD: string, address: string) =>
      small.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } }, address)
    await register(small, 'ina@example.com')
    await call('ina@example.com', password, from(99))
    for (let i = 1; i <= 10; i += 1) expect((await call(`name.${i}@example.com`, password, from(i))).status).toBe(400)
    expect((await call('name.11@example.com', password, from(11))).status).toBe(429)
    expect((await call('name.11@example.com', password, outside)).status).toBe(400)
    expect((await call('ina@example.com', password, from(99))).status).toBe(200)
    expect((await call('ina@example.com', password, from(98))).status).toBe(429)
    await small.close()
  })
})
