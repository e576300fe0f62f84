// Strangers who make us send emails to an address by signing up with it, and the owner of the address, who wants to
// sign up.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPool()
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const theirs = 'chosen by a stranger'
const home = '198.51.100.7'

const signUp = async (Username: string, Password: string, from: string) =>
  (await pool.call('SignUp', { Username, Password }, from)).body.__type

const confirm = async (Username: string, ConfirmationCode: string, from: string) =>
  (await pool.call('ConfirmSignUp', { Username, ConfirmationCode }, from)).body

const resend = async (Username: string, from: string) => {
  pool.clock.ahead += 3000
  return (await pool.call('ResendConfirmationCode', { Username }, from)).body.__type
}

const emailsTo = (email: string) => pool.emails.filter(({ to }) => to === email).length

const limited = 'LimitExceededException'

describe("A stranger who signs up repeatedly with another person's address", () => {
  it.each([
    ['one address', () => '203.0.113.66'],
    ['many addresses of one IPv4 network', (i: number) => `203.0.113.${i}`],
    ['many addresses of one IPv6 network', (i: number) => `2001:db8:7:${i}::1`],
  ])('from %s is stopped after four emails an hour, and the owner signs up elsewhere [IDP-13]', async (what, from) => {
    const email = `ann.${what.replaceAll(' ', '.').toLowerCase()}@example.com`
    const answers: (string | undefined)[] = []
    for (let i = 0; i < 12; i += 1) answers.push(await signUp(email, theirs, from(i)))
    expect(answers).toEqual([...Array.from({ length: 4 }, () => undefined), ...Array.from({ length: 8 }, () => limited)])
    expect(emailsTo(email)).toBe(4)
    expect(await signUp(email, password, home)).toBeUndefined()
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
  })

  it('from two networks leaves room for a network that has not asked yet', async () => {
    const email = 'bea@example.com'
    for (let i = 0; i < 12; i += 1) await signUp(email, theirs, `203.0.${i % 2}.1`)
    expect(emailsTo(email)).toBe(7)
    expect(await signUp(email, password, home)).toBeUndefined()
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
  })

  it('from many addresses of two networks takes no room that the owner needs, before or after [IDP-13]', async () => {
    const email = 'hana@example.com'
    const strangers = async (from: number) => {
      for (let i = from; i < from + 10; i += 1) await signUp(email, theirs, `203.0.${i % 2}.${i}`)
    }
    await strangers(0)
    expect(await signUp(email, password, home)).toBeUndefined()
    const hers = pool.codeFor(email)
    pool.clock.ahead = 3_601_000
    await strangers(10)
    expect(await confirm(email, hers, home)).toHaveProperty('Session')
  })

  it('from many networks causes ten emails an hour at most, and more only in the next hour', async () => {
    const email = 'cleo@example.com'
    for (let i = 0; i < 40; i += 1) await signUp(email, theirs, `203.0.${i % 20}.1`)
    expect(emailsTo(email)).toBeLessThanOrEqual(10)
    for (const from of ['203.0.0.1', '203.0.1.1']) expect(await signUp(email, theirs, from)).toBe(limited)
    pool.clock.ahead = 3_601_000
    expect(await signUp(email, theirs, '203.0.0.1')).toBeUndefined()
  })

  it('is not counted for what was refused', async () => {
    const email = 'dora@example.com'
    for (let i = 0; i < 5; i += 1) await signUp(email, theirs, `203.0.${i}.1`)
    for (let i = 5; i < 15; i += 1) expect(await signUp(email, theirs, `203.0.${i}.1`)).toBe(limited)
    expect(await signUp(email, theirs, '203.0.0.1')).toBeUndefined()
  })
})

describe('A stranger who repeatedly requests the code again', () => {
  it('is stopped after three emails an hour, and the owner gets theirs [IDP-13]', async () => {
    const email = 'elsa@example.com'
    await signUp(email, password, home)
    const answers: (string | undefined)[] = []
    for (let i = 0; i < 8; i += 1) answers.push(await resend(email, `203.0.113.${i}`))
    expect(answers.filter(Boolean)).toEqual(Array.from({ length: 5 }, () => limited))
    expect(emailsTo(email)).toBe(4)
    expect(await resend(email, home)).toBeUndefined()
    expect(await confirm(email, pool.codeFor(email), home)).toHaveProperty('Session')
  })

  it('causes eight emails an hour at most, from all networks', async () => {
    const email = 'faye@example.com'
    await signUp(email, password, home)
    for (let i = 0; i < 30; i += 1) await resend(email, `203.0.${i % 15}.1`)
    expect(emailsTo(email) - 1).toBe(8)
  })

  it("does not block the owner's email by asking at the same moment", async () => {
    const email = 'gina@example.com'
    await signUp(email, password, home)
    await resend(email, '203.0.113.1')
    await pool.call('ResendConfirmationCode', { Username: email }, home)
    await pool.call('ResendConfirmationCode', { Username: email }, home)
    expect(emailsTo(email)).toBe(3)
  })
})
