// Which sign-up a code confirms when several wait for one address, and the confirmation comes from a location without a
// sign-up.
import { confirmSignUp, resendSignUpCode, signUp as amplifySignUp } from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leave, startPoolForAmplify } from './testing/amplify.ts'
import { password, type TestPool } from './testing/pool.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPoolForAmplify()
})
afterEach(() => leave(pool))
afterAll(() => pool.close())

const theirs = 'chosen by a stranger'
const home = '2001:db8:1::1'
const train = '203.0.113.20'
const abroad = '198.51.100.7'

interface SignedUp {
  sub: string
  code: string
}

const signUp = async (Username: string, Password: string, from: string): Promise<SignedUp> => {
  const { body } = await pool.call('SignUp', { Username, Password }, from)
  return { sub: (body as unknown as { UserSub: string }).UserSub, code: pool.codeFor(Username) }
}

const confirm = async (
  Username: string,
  ConfirmationCode: string,
  { from = train, userSub }: { from?: string; userSub?: string },
) => {
  const named = userSub === undefined ? {} : { ClientMetadata: { userSub } }
  return (await pool.call('ConfirmSignUp', { Username, ConfirmationCode, ...named }, from)).body
}

const signIn = async (USERNAME: string, PASSWORD: string, from = train) => {
  const AuthParameters = { USERNAME, PASSWORD }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, from)).body
}

/** Ann, Bea and so on at home, and then a stranger abroad. */
const signUpBoth = async (email: string) => {
  const hers = await signUp(email, password, home)
  pool.clock.ahead += 60_000
  return { hers, strangers: await signUp(email, theirs, abroad) }
}

const refused = 'Incorrect username or password.'

describe('A client that names the sign-up it confirms', () => {
  it("confirms no other: the stranger's code, newest in the mailbox of Ann, is a wrong one [IDP-06]", async () => {
    const email = 'ann@example.com'
    const { hers, strangers } = await signUpBoth(email)
    expect((await confirm(email, strangers.code, { userSub: hers.sub })).__type).toBe('CodeMismatchException')
    expect(await confirm(email, hers.code, { userSub: hers.sub })).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
    expect((await signIn(email, theirs, abroad)).message).toBe(refused)
  })

  it('gets the code of that sign-up again', async () => {
    const email = 'bea@example.com'
    const { hers } = await signUpBoth(email)
    await pool.call('ResendConfirmationCode', { Username: email, ClientMetadata: { userSub: hers.sub } }, train)
    expect(await confirm(email, pool.codeFor(email), { userSub: hers.sub })).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
  })

  it('is the unmodified Amplify client with the answer to signing up', async () => {
    const username = 'cleo@example.com'
    await signUp(username, theirs, abroad)
    const { userId = '' } = await amplifySignUp({ username, password })
    await signUp(username, theirs, '198.51.100.8')
    const options = { clientMetadata: { userSub: userId } }
    await resendSignUpCode({ username, options })
    await confirmSignUp({ username, confirmationCode: pool.codeFor(username), options })
    expect(await signIn(username, password)).toHaveProperty('AuthenticationResult')
  })

  it('gets no extra guesses at another sign-up by signing up too', async () => {
    const email = 'dora@example.com'
    const { hers } = await signUpBoth(email)
    for (let i = 0; i < 5; i += 1) await confirm(email, '12345x', { from: abroad, userSub: hers.sub })
    pool.clock.ahead -= 60_000
    expect((await confirm(email, '12345x', { from: train, userSub: hers.sub })).__type).toBe('LimitExceededException')
    expect(await confirm(email, hers.code, { from: home, userSub: hers.sub })).toHaveProperty('Session')
  })

  it('learns nothing: a name is refused alike without a sign-up [IDP-13]', async () => {
    const email = 'elsa@example.com'
    const { hers } = await signUpBoth(email)
    const userSub = '7d1f2c3b-4a5e-4f60-8a9b-0c1d2e3f4a5b'
    const resend = async (Username: string, named: string) =>
      (await pool.call('ResendConfirmationCode', { Username, ClientMetadata: { userSub: named } }, train)).body
    const answers = [await confirm(email, '12345x', { userSub: hers.sub }), await resend(email, hers.sub)]
    expect([await confirm('enobody@example.com', '12345x', { userSub }), await resend('enobody@example.com', userSub)]).toEqual(
      answers,
    )
    expect([await confirm(email, '12345x', { userSub }), await resend(email, userSub)]).toEqual(answers)
  })
})

describe('A client that does not name the sign-up it confirms', () => {
  it('confirms the address of Faye, and no password of the sign-ups counts: she chooses a new one [IDP-06]', async () => {
    const email = 'faye@example.com'
    const { strangers } = await signUpBoth(email)
    const { Session } = await confirm(email, strangers.code, {})
    const input = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: email }, Session }
    expect((await pool.call('InitiateAuth', input, train)).body).toHaveProperty('AuthenticationResult')
    expect((await signIn(email, theirs, abroad)).message).toBe(refused)
    expect((await signIn(email, password)).message).toBe(refused)
    const sent = pool.lastEmailTo(email)
    expect(sent?.subject).toBe('Choose a new password')
    expect(sent?.text).toContain('To choose yours, use Reset password')
    await pool.call('ForgotPassword', { Username: email }, train)
    const chosen = { Username: email, ConfirmationCode: pool.codeFor(email), Password: 'a password of her own' }
    expect((await pool.call('ConfirmForgotPassword', chosen, train)).status).toBe(200)
    expect(await signIn(email, chosen.Password)).toHaveProperty('AuthenticationResult')
  })

  it('does the same if the stranger is in the same network as Gina', async () => {
    const email = 'gina@example.com'
    await signUp(email, password, home)
    const strangers = await signUp(email, theirs, home)
    expect(await confirm(email, strangers.code, { from: home })).toHaveProperty('Session')
    expect((await signIn(email, theirs, home)).message).toBe(refused)
  })

  it('keeps the password of Hana if hers is the only sign-up, from any location', async () => {
    const email = 'hana@example.com'
    const { code } = await signUp(email, password, home)
    expect(await confirm(email, code, {})).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
  })

  it('keeps the password of Ina who has just proven it where she confirms', async () => {
    const email = 'ina@example.com'
    await signUp(email, theirs, abroad)
    pool.clock.ahead += 60_000
    const { code } = await signUp(email, password, home)
    expect((await signIn(email, password)).__type).toBe('UserNotConfirmedException')
    expect(await confirm(email, code, {})).toHaveProperty('Session')
    expect(await signIn(email, password)).toHaveProperty('AuthenticationResult')
  })
})

describe('Jana, who signs up twice with the same password', () => {
  it('has one sign-up, confirmed by the newest code from either tab, with the names she gave last', async () => {
    const email = 'jana@example.com'
    const first = await signUp(email, password, home)
    const form = { Username: email, Password: password, UserAttributes: [{ Name: 'given_name', Value: 'Jana' }] }
    await pool.call('SignUp', form, home)
    expect(await confirm(email, pool.codeFor(email), { userSub: first.sub })).toHaveProperty('Session')
    const { AccessToken } = (await signIn(email, password)).AuthenticationResult
    const { UserAttributes } = (await pool.call('GetUser', { AccessToken }, train)).body as unknown as typeof form
    expect(UserAttributes).toContainEqual({ Name: 'given_name', Value: 'Jana' })
  })
})

describe('The email with the code', () => {
  it('names its sign-up if another one waits, and not otherwise', async () => {
    const email = 'kim@example.com'
    pool.clock.ahead = Date.UTC(2030, 4, 6, 7, 30) - Date.now()
    await signUp(email, password, home)
    expect(pool.lastEmailTo(email)?.text).not.toContain('More than one sign-up')
    pool.clock.ahead += 10 * 60_000
    await signUp(email, theirs, abroad)
    const emailText = () => pool.lastEmailTo(email)?.text.replaceAll(/\s+/g, ' ')
    expect(emailText()).toContain('More than one sign-up with this address is waiting for confirmation.')
    expect(emailText()).toContain('This email is for the one from May 6, 2030 at 7:40 AM UTC.')
    await pool.call('ResendConfirmationCode', { Username: email }, home)
    expect(emailText()).toContain('This email is for the one from May 6, 2030 at 7:30 AM UTC.')
  })
})
