// Addresses with several sign-ups, or about which a stranger wants to learn something.
import { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, poolId, register, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPool()
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const invite = async (Username: string) => {
  const admin = await pool.identity.adminClient()
  const UserAttributes = [{ Name: 'email_verified', Value: 'true' }]
  await admin.send(new AdminCreateUserCommand({ UserPoolId: poolId, Username, UserAttributes }))
}

const signUp = (Username: string, Password: string, from?: string) => pool.call('SignUp', { Username, Password }, from)

const confirm = async (Username: string, ConfirmationCode: string, from?: string) =>
  (await pool.call('ConfirmSignUp', { Username, ConfirmationCode }, from)).body

const signIn = async (USERNAME: string, PASSWORD: string, from?: string) => {
  const AuthParameters = { USERNAME, PASSWORD }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, from)).body
}

/** The account whose password the pool wants to be proven. */
const askedForSrp = async (USERNAME: string, from: string) => {
  const AuthParameters = { USERNAME, SRP_A: 'abc123' }
  const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters }, from)
  return body.ChallengeParameters['USER_ID_FOR_SRP']
}

/** Every half hour, regardless of the answer. */
const guessForADay = async (email: string, from: (guess: number) => string) => {
  const answers: string[] = []
  for (let i = 0; i < 46; i += 1) {
    pool.clock.ahead = i * 30 * 60_000
    answers.push((await confirm(email, '12345x', from(i))).__type)
  }
  return { taken: answers.filter((type) => type === 'CodeMismatchException').length, last: answers.at(-1) }
}

const theirs = 'chosen by a stranger'
const home = '198.51.100.7'
const abroad = '203.0.113.66'

describe('An address that a stranger asks about by confirming it', () => {
  it('gets the same answers whether it is waiting, confirmed, invited or unknown [IDP-13]', async () => {
    await signUp('waiting@example.com', password)
    await register(pool, 'confirmed@example.com')
    await invite('invited@example.com')
    const tell = async (name: string) => {
      const seen: unknown[] = []
      for (let i = 0; i < 9; i += 1) {
        pool.clock.ahead = i < 6 ? -60_000 : i * 60_000
        seen.push(await confirm(name, '12345x'))
      }
      return seen
    }
    const known = await tell('waiting@example.com')
    for (const name of ['confirmed@example.com', 'invited@example.com', 'unknown@example.com'])
      expect(await tell(name)).toEqual(known)
    expect(JSON.stringify(known)).toContain('CodeMismatchException')
    expect(JSON.stringify(known)).toContain('LimitExceededException')
  })

  it('is one of fifty that one caller can try within a quarter of an hour', async () => {
    const small = await startPool({ limits: {} })
    const statuses: number[] = []
    for (let i = 0; i < 52; i += 1)
      statuses.push((await small.call('ConfirmSignUp', { Username: `name.${i}@example.com`, ConfirmationCode: '123456' })).status)
    expect(statuses.slice(48)).toEqual([400, 400, 429, 429])
    await small.close()
  })

  it('may be reported as taken, thirty times an hour', async () => {
    const small = await startPool({ limits: {} })
    await register(small, 'ann@example.com')
    const types: string[] = []
    for (let i = 0; i < 31; i += 1)
      types.push((await small.call('SignUp', { Username: 'ann@example.com', Password: password })).body.__type)
    expect(types[0]).toBe('UsernameExistsException')
    expect(types.at(-1)).toBe('TooManyRequestsException')
    await small.close()
  })
})

describe('An address that a stranger signed up with', () => {
  it('is Bea’s as soon as she confirms her own sign-up; the password of the stranger never works [IDP-06]', async () => {
    const email = 'bea@example.com'
    await signUp(email, theirs, abroad)
    expect((await signUp(email, password, home)).status).toBe(200)
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
    expect((await signIn(email, theirs)).message).toBe('Incorrect username or password.')
    expect((await signUp(email, theirs, abroad)).body.__type).toBe('UsernameExistsException')
  })

  it('is Cleo’s also when the stranger signs up after her: each code confirms its own sign-up', async () => {
    const email = 'cleo@example.com'
    await signUp(email, password, home)
    const hers = pool.codeFor(email)
    await signUp(email, theirs, abroad)
    const second = pool.codeFor(email)
    expect(await confirm(email, hers, home)).toHaveProperty('Session')
    expect((await confirm(email, second, abroad)).__type).toBe('CodeMismatchException')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
    expect((await signIn(email, theirs)).message).toBe('Incorrect username or password.')
  })

  it('sends Dora the code of her own sign-up again, not that of the later one', async () => {
    const email = 'dora@example.com'
    await signUp(email, password, home)
    await signUp(email, theirs, abroad)
    await pool.call('ResendConfirmationCode', { Username: email }, home)
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
  })

  it('reminds Nora, who signs in where she signed up, that she has not confirmed it yet', async () => {
    const email = 'nora@example.com'
    const hers = (await signUp(email, password, home)).body as unknown as { UserSub: string }
    pool.clock.ahead = 1000
    await signUp(email, theirs, abroad)
    expect((await signIn(email, password, home)).__type).toBe('UserNotConfirmedException')
    expect(await askedForSrp(email, home)).toBe(hers.UserSub)
    expect((await signIn(email, theirs, abroad)).__type).toBe('UserNotConfirmedException')
    expect((await signIn(email, password, abroad)).message).toBe('Incorrect username or password.')
  })

  it('can be invited, and can then no longer be confirmed', async () => {
    const email = 'elsa@example.com'
    await signUp(email, theirs, abroad)
    const code = pool.codeFor(email)
    await invite(email)
    expect((await confirm(email, code)).__type).toBe('CodeMismatchException')
    expect((await signIn(email, theirs)).message).toBe('Incorrect username or password.')
  })

  it('is confirmed once, also with concurrent calls', async () => {
    const email = 'faye@example.com'
    const confirmations: (() => ReturnType<typeof confirm>)[] = []
    for (const from of [home, abroad, '192.0.2.80']) {
      await signUp(email, `chosen at ${from}`, from)
      const code = pool.codeFor(email)
      confirmations.push(() => confirm(email, code, from))
    }
    const answers = await Promise.all(confirmations.map((confirmation) => confirmation()))
    const refused = answers.filter(({ __type }) => __type !== undefined)
    expect(refused).toHaveLength(2)
  })

  it('keeps the sign-up of Ina, regardless of strangers who sign up with it after her', async () => {
    const email = 'ina@example.com'
    await signUp(email, password, home)
    const hers = pool.codeFor(email)
    for (let i = 0; i < 8; i += 1) await signUp(email, theirs, `203.0.${i % 4}.1`)
    expect(await confirm(email, hers, home)).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
  })

  it('has room for Jana after a stranger has signed up with it repeatedly', async () => {
    const email = 'jana@example.com'
    for (let i = 0; i < 6; i += 1) await signUp(email, theirs, abroad)
    expect((await signUp(email, password, home)).status).toBe(200)
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
  })

  it("is confirmed by Lea where she signed up, regardless of strangers' guesses", async () => {
    const email = 'lea@example.com'
    await signUp(email, password, home)
    const hers = pool.codeFor(email)
    const others = await guessForADay(email, (i) => `203.0.${i}.1`)
    expect(others).toEqual({ taken: 20, last: 'LimitExceededException' })
    expect((await confirm(email, hers, abroad)).__type).toBe('LimitExceededException')
    expect(await confirm(email, hers, home)).toHaveProperty('Session')
  })

  it('gives a location twenty guesses a day, only at the code of its own sign-up', async () => {
    const email = 'mona@example.com'
    await signUp(email, password, home)
    const hers = pool.codeFor(email)
    await signUp(email, theirs, abroad)
    expect((await confirm(email, hers, abroad)).__type).toBe('CodeMismatchException')
    expect(await guessForADay(email, () => abroad)).toEqual({ taken: 19, last: 'LimitExceededException' })
    await signUp(email, theirs, abroad)
    expect((await confirm(email, pool.codeFor(email), abroad)).__type).toBe('LimitExceededException')
    expect(await confirm(email, hers, home)).toHaveProperty('Session')
  })

  it('has at most five sign-ups: then a location can only replace its own', async () => {
    const email = 'kim@example.com'
    for (let i = 0; i < 5; i += 1) expect((await signUp(email, theirs, `203.0.${i}.1`)).status).toBe(200)
    expect((await signUp(email, theirs, '203.0.5.1')).body.__type).toBe('LimitExceededException')
    const replaced = pool.codeFor(email)
    expect((await signUp(email, password, '203.0.4.1')).status).toBe(200)
    expect((await confirm(email, replaced, home)).__type).toBe('CodeMismatchException')
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
  })

  it('has room for Rita an hour after strangers in five locations have taken all of it', async () => {
    const email = 'rita@example.com'
    for (let i = 0; i < 5; i += 1) await signUp(email, theirs, `203.0.${i}.1`)
    pool.clock.ahead = 59 * 60_000
    expect((await signUp(email, password, home)).body.__type).toBe('LimitExceededException')
    pool.clock.ahead = 61 * 60_000
    expect((await signUp(email, password, home)).status).toBe(200)
    const hers = pool.codeFor(email)
    for (let i = 5; i < 12; i += 1) await signUp(email, theirs, `203.0.${i}.1`)
    expect(await confirm(email, hers, home)).toHaveProperty('Session')
  })

  it('does not reset guessed codes with new sign-ups', async () => {
    const email = 'hana@example.com'
    await signUp(email, theirs, abroad)
    for (let i = 0; i < 5; i += 1) await confirm(email, '12345x', abroad)
    await signUp(email, theirs, abroad)
    pool.clock.ahead = -60_000
    expect((await confirm(email, '12345x', abroad)).__type).toBe('LimitExceededException')
  })
})
