// A stranger who guesses a password from many locations for a whole day, and the user whose password it is.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, register, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
const minute = 60_000
const day = 24 * 60 * minute

beforeAll(async () => {
  pool = await startPool()
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

const wrong = 'Incorrect username or password.'
const locked = 'Password attempts exceeded'

/** Five guesses, a pause after which no wait is left, and again. */
const guessAt = async (email: string, rounds: number) => {
  const answers: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < 5; i += 1) answers.push((await signIn(email, elsewhere(), `guess ${round} ${i}`)).message)
    pool.clock.ahead += 16 * minute
  }
  return answers
}

const taken = (answers: string[]) => answers.filter((message) => message === wrong).length

const guessingEmails = (email: string) =>
  pool.emails.filter(({ to, subject }) => to === email && subject === 'Someone is trying to get into your account')

describe('A stranger who guesses a password for a day', () => {
  it('gets a hundred guesses, the same as for an unknown address, and then none until the day is over [IDP-13]', async () => {
    const email = 'ann@example.com'
    await register(pool, email)
    const answers = await guessAt(email, 22)
    expect(taken(answers)).toBe(100)
    expect(new Set(answers.slice(100))).toEqual(new Set([locked]))
    expect((await signIn(email, elsewhere())).message).toBe(locked)
    pool.clock.ahead = 0
    expect(await guessAt('nobody@example.com', 22)).toEqual(answers)
    pool.clock.ahead = day + minute
    expect((await signIn(email, elsewhere(), 'guess of the next day')).message).toBe(wrong)
  })

  it('does not lock Bea out at her known location, from her passkey, or from a new password [IDP-13]', async () => {
    const email = 'bea@example.com'
    await register(pool, email)
    await signIn(email, office)
    await guessAt(email, 20)
    expect((await signIn(email, hotel)).message).toBe(locked)
    expect(await signIn(email, office)).toHaveProperty('AuthenticationResult')
    const AuthParameters = { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' }
    const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters }, hotel)
    expect(body.ChallengeName).toBe('WEB_AUTHN')
    await pool.call('ForgotPassword', { Username: email }, hotel)
    const chosen = { Username: email, ConfirmationCode: pool.codeFor(email), Password: 'a new one of her own' }
    expect((await pool.call('ConfirmForgotPassword', chosen, hotel)).status).toBe(200)
    expect(await signIn(email, hotel, chosen.Password)).toHaveProperty('AuthenticationResult')
  })

  it('is reported to Cleo once, with what happens next and how she can sign in [IDP-13]', async () => {
    const email = 'cleo@example.com'
    await register(pool, email)
    await guessAt(email, 20)
    const [text, ...more] = guessingEmails(email).map((email) => email.text.replaceAll(/\s+/g, ' '))
    expect(more).toEqual([])
    expect(text).toContain(
      "If this continues, we'll stop accepting passwords for the day, except on networks you've signed in from before",
    )
    expect(text).toContain('You can always sign in with a passkey or an email code, or reset your password.')
  })

  it("has a hundred guesses at Dora's known location too, counted for that location alone", async () => {
    const email = 'dora@example.com'
    await register(pool, email)
    await signIn(email, office)
    const answers: string[] = []
    for (let round = 0; round < 21; round += 1) {
      for (let i = 0; i < 5; i += 1) answers.push((await signIn(email, office, `guess ${round} ${i}`)).message)
      pool.clock.ahead += 16 * minute
    }
    expect(taken(answers)).toBe(100)
    expect(await signIn(email, hotel)).toHaveProperty('AuthenticationResult')
  })
})
