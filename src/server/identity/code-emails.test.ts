// Strangers who request codes for a user, and the user, who needs one.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, register, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPool()
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const home = '198.51.100.7'
const hotel = '192.0.2.80'
const limited = 'LimitExceededException'

const reset = async (Username: string, from: string) => (await pool.call('ForgotPassword', { Username }, from)).body.__type

const signInByCode = async (USERNAME: string, from: string) => {
  const AuthParameters = { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters }, from)).body.__type
}

const signIn = (USERNAME: string, from: string) => {
  const AuthParameters = { USERNAME, PASSWORD: password }
  return pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, from)
}

const emailsTo = (email: string) => pool.emails.filter(({ to }) => to === email).length

describe.each([
  ['that resets a password', 'reset', reset],
  ['to sign in with', 'sign-in', signInByCode],
])('A code %s', (_what, name, ask) => {
  const askOften = async (email: string, from: (i: number) => string) => {
    for (let i = 0; i < 20; i += 1) {
      pool.clock.ahead += 3000
      await ask(email, from(i))
    }
  }

  it('is sent to Ann in a hotel after a stranger has requested five from one network [IDP-13]', async () => {
    const email = `ann.${name}@example.com`
    await register(pool, email)
    const before = emailsTo(email)
    await askOften(email, (i) => `203.0.113.${i}`)
    expect(emailsTo(email) - before).toBe(5)
    expect(await ask(email, '203.0.113.99')).toBe(limited)
    expect(await ask(email, hotel)).toBeUndefined()
    expect(emailsTo(email) - before).toBe(6)
  })

  it('is sent to Bea at home, where she signed in before, regardless of requests from other networks [IDP-13]', async () => {
    const email = `bea.${name}@example.com`
    await register(pool, email)
    await signIn(email, home)
    const before = emailsTo(email)
    await askOften(email, (i) => `203.0.${i}.1`)
    expect(emailsTo(email) - before).toBe(8)
    expect(await ask(email, hotel)).toBe(limited)
    expect(await ask(email, home)).toBeUndefined()
    expect(emailsTo(email) - before).toBe(9)
  })
})
