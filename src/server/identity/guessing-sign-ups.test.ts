// A stranger who signs up with another person's address and then guesses the code, and the owner of the address.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
const minute = 60_000
const hour = 60 * minute

beforeAll(async () => {
  pool = await startPool()
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const theirs = 'chosen by a stranger'
const home = '198.51.100.7'
const hotel = '192.0.2.80'
const wrong = '12345x'

const signUp = (Username: string, Password: string, from: string) => pool.call('SignUp', { Username, Password }, from)

const confirm = async (Username: string, ConfirmationCode: string, from: string, at: TestPool = pool) =>
  (await at.call('ConfirmSignUp', { Username, ConfirmationCode }, from)).body

const provePassword = async (USERNAME: string, PASSWORD: string, from: string, at: TestPool = pool) => {
  const AuthParameters = { USERNAME, PASSWORD }
  return (await at.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, from)).body.__type
}

/** From many locations, in each of which the stranger proves the password first. Every quarter of an hour for a day. */
const guessForADay = async (email: string, from: (guess: number) => string, eachTime = async (_place: string) => {}) => {
  let taken = 0
  for (let i = 0; i < 94; i += 1) {
    pool.clock.ahead = i * 15 * minute
    await eachTime(from(i))
    expect(await provePassword(email, theirs, from(i))).toBe('UserNotConfirmedException')
    const { __type } = await confirm(email, wrong, from(i))
    if (__type === 'CodeMismatchException') taken += 1
    else expect(__type).toBe('LimitExceededException')
  }
  return taken
}

describe("A stranger who signed up with another person's address and proves that password in many locations", () => {
  it('gets twenty guesses a day at the code from all locations of one network [IDP-13]', async () => {
    const email = 'ann@example.com'
    const address = (i: number) => `2001:db8:7:${i}::1`
    await signUp(email, theirs, address(0))
    expect(await guessForADay(email, address)).toBe(20)
    expect((await confirm(email, pool.codeFor(email), address(93))).__type).toBe('LimitExceededException')
  })

  it('gets no more from many networks, even if the code is sent again [IDP-13]', async () => {
    const email = 'bea@example.com'
    const address = (i: number) => `2001:db8:${i}::1`
    await signUp(email, theirs, address(0))
    const resend = async (from: string) => {
      await pool.call('ResendConfirmationCode', { Username: email }, from)
    }
    expect(await guessForADay(email, address, resend)).toBe(20)
  })

  it('gets no more from one network by signing up again every hour [IDP-13]', async () => {
    const email = 'cleo@example.com'
    let taken = 0
    for (let i = 0; i < 23; i += 1) {
      pool.clock.ahead = i * hour
      const address = `2001:db8:7:${i}::1`
      expect((await signUp(email, `${theirs} ${i}`, address)).status).toBe(200)
      for (let n = 0; n < 3; n += 1) if ((await confirm(email, wrong, address)).__type === 'CodeMismatchException') taken += 1
    }
    expect(taken).toBe(20)
  })

  it('may try again when the day is over', async () => {
    const email = 'dora@example.com'
    const address = (i: number) => `2001:db8:${i}::1`
    await signUp(email, theirs, address(0))
    await guessForADay(email, address)
    pool.clock.ahead = 25 * hour
    expect((await confirm(email, wrong, address(0))).__type).toBe('CodeMismatchException')
  })

  it('is stopped with the whole network when that has failed too often, regardless of what was proven there [IDP-13]', async () => {
    const small = await startPool({ limits: { failuresPerNetwork: 10 } })
    const address = (i: number) => `2001:db8:7:${i}::1`
    await small.call('SignUp', { Username: 'faye@example.com', Password: theirs }, address(0))
    for (let i = 0; i < 10; i += 1) await confirm(`name.${i}@example.com`, wrong, address(i), small)
    expect(await provePassword('faye@example.com', theirs, address(0), small)).toBe('UserNotConfirmedException')
    expect((await confirm('faye@example.com', wrong, address(0), small)).__type).toBe('TooManyRequestsException')
    await small.close()
  })
})

describe('The owner of the address', () => {
  it("confirms her own sign-up at home, regardless of the stranger's guesses [IDP-13]", async () => {
    const email = 'gina@example.com'
    await signUp(email, password, home)
    const hers = pool.codeFor(email)
    await signUp(email, theirs, '203.0.113.1')
    await guessForADay(email, (i) => `203.0.113.${i + 1}`)
    for (let i = 0; i < 30; i += 1) await confirm(email, wrong, `203.1.${i}.9`)
    expect(await confirm(email, hers, home)).toHaveProperty('Session')
  })

  it('does not wait for later codes because of wrong ones for her sign-up', async () => {
    const email = 'hana@example.com'
    await signUp(email, password, home)
    for (let i = 0; i < 12; i += 1) {
      pool.clock.ahead += hour
      await confirm(email, wrong, home)
    }
    pool.clock.ahead += hour
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
    await pool.call('ForgotPassword', { Username: email }, hotel)
    const input = { Username: email, ConfirmationCode: wrong, Password: 'my own new one' }
    for (let i = 0; i < 2; i += 1)
      expect((await pool.call('ConfirmForgotPassword', input, hotel)).body.__type).toBe('CodeMismatchException')
  })
})
