// Addresses that several people sign up with, or that somebody wants to know something about.
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

const signIn = async (USERNAME: string, PASSWORD: string) => {
  const AuthParameters = { USERNAME, PASSWORD }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
}

const theirs = 'chosen by a stranger'
const home = '198.51.100.7'
const abroad = '203.0.113.66'

describe('an address that somebody asks about by confirming it', () => {
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

  it('may be said to be taken, thirty times an hour', async () => {
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

describe('an address that a stranger signed up with', () => {
  it('is Bea’s as soon as she confirms her own sign-up; the password of the stranger never gets in [IDP-06]', async () => {
    const email = 'bea@example.com'
    await signUp(email, theirs, abroad)
    expect((await signUp(email, password, home)).status).toBe(200)
    expect(await confirm(email, pool.codeFor(email))).toHaveProperty('Session')
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
    expect(await confirm(email, hers)).toHaveProperty('Session')
    expect((await confirm(email, second)).__type).toBe('CodeMismatchException')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
    expect((await signIn(email, theirs)).message).toBe('Incorrect username or password.')
  })

  it('sends Dora the code of her own sign-up again, not that of the later one', async () => {
    const email = 'dora@example.com'
    await signUp(email, password, home)
    await signUp(email, theirs, abroad)
    await pool.call('ResendConfirmationCode', { Username: email }, home)
    expect(await confirm(email, pool.codeFor(email))).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
  })

  it('can be invited, and then nobody confirms it', async () => {
    const email = 'elsa@example.com'
    await signUp(email, theirs, abroad)
    const code = pool.codeFor(email)
    await invite(email)
    expect((await confirm(email, code)).__type).toBe('CodeMismatchException')
    expect((await signIn(email, theirs)).message).toBe('Incorrect username or password.')
  })

  it('is confirmed once, however many confirm at the same moment', async () => {
    const email = 'faye@example.com'
    const codes: string[] = []
    for (const chosen of ['first password', 'second password', 'third password']) {
      await signUp(email, chosen)
      codes.push(pool.codeFor(email))
    }
    const answers = await Promise.all(codes.map((code) => confirm(email, code)))
    expect(answers.map(({ __type }) => __type).toSorted()).toEqual(['CodeMismatchException', 'CodeMismatchException', undefined])
  })

  it('gets ten letters an hour at most, whoever signs up with it from wherever', async () => {
    const email = 'gina@example.com'
    const types: (string | undefined)[] = []
    for (let i = 0; i < 12; i += 1) types.push((await signUp(email, theirs, `203.0.${i}.1`)).body.__type)
    expect(types.filter(Boolean)).toEqual(['LimitExceededException', 'LimitExceededException'])
    expect(pool.letters.filter(({ to }) => to === email)).toHaveLength(10)
  })

  it('does not let new sign-ups forget the codes that were guessed at', async () => {
    const email = 'hana@example.com'
    await signUp(email, theirs, abroad)
    for (let i = 0; i < 5; i += 1) await confirm(email, '12345x', abroad)
    await signUp(email, theirs, abroad)
    pool.clock.ahead = -60_000
    expect((await confirm(email, '12345x', abroad)).__type).toBe('LimitExceededException')
  })
})
