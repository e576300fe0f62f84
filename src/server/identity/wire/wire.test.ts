import { JwtVerifier } from 'aws-jwt-verify'
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier'
import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth'
import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminResetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clientId, password, poolId, type TestPool } from '../testing/pool.ts'
import { leave, startPoolForAmplify } from '../testing/amplify.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPoolForAmplify()
})
afterEach(() => leave(pool))
afterAll(() => pool.close())

const signUpAs = (email: string, attributes: Record<string, string> = {}) =>
  signUp({
    username: email,
    password,
    options: { userAttributes: { email, given_name: 'Ann', family_name: 'Ourique', ...attributes }, autoSignIn: true },
  })

const registered = async (email: string) => {
  await signUpAs(email)
  await confirmSignUp({ username: email, confirmationCode: pool.codeFor(email) })
}

const tokensOf = async () => {
  const { tokens } = await fetchAuthSession()
  if (!tokens) throw new Error('nobody is signed in')
  return tokens
}

describe('Signing up with the unmodified Amplify client [IDP-12]', () => {
  it('takes Ann from sign-up through the emailed code straight into her account [IDP-03, GATE-26]', async () => {
    const started = await signUpAs('Ann@Example.com', {
      'custom:companyName': 'Åkerlund & Søn',
      'custom:isAgency': '1',
      'custom:env': 'prod',
    })
    expect(started.nextStep).toMatchObject({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { destination: 'a***@e***', deliveryMedium: 'EMAIL' },
    })
    expect(pool.codeFor('ann@example.com')).toMatch(/^\d{6}$/)
    const confirmed = await confirmSignUp({ username: 'Ann@Example.com', confirmationCode: pool.codeFor('ann@example.com') })
    expect(confirmed.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
    expect(await autoSignIn()).toMatchObject({ isSignedIn: true, nextStep: { signInStep: 'DONE' } })
    expect(await fetchUserAttributes()).toMatchObject({
      email: 'ann@example.com',
      email_verified: 'true',
      'custom:companyName': 'Åkerlund & Søn',
    })
    expect(await pool.identity.getProfile((await tokensOf()).accessToken.toString())).toEqual({
      sub: started.userId,
      email: 'ann@example.com',
      emailVerified: true,
      givenName: 'Ann',
      familyName: 'Ourique',
      companyName: 'Åkerlund & Søn',
      isAgency: true,
    })
  })

  it('accepts any password of eight characters and none that is shorter [IDP-07]', async () => {
    const attempt = (username: string, chosen: string) => signUp({ username, password: chosen })
    const short = { name: 'InvalidPasswordException', message: 'Password did not conform with policy: Password not long enough' }
    await expect(attempt('bea@example.com', 'seven77')).rejects.toMatchObject(short)
    await expect(attempt('bea@example.com', '')).rejects.toMatchObject({ ...short, message: 'Password cannot be empty' })
    await expect(attempt('bea@example.com', 'x'.repeat(129))).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    expect(await attempt('bea@example.com', 'qvzwmkpl')).toMatchObject({ nextStep: { signUpStep: 'CONFIRM_SIGN_UP' } })
  })

  it('refuses an address that is confirmed [IDP-06]', async () => {
    await signUpAs('cleo@example.com')
    await confirmSignUp({ username: 'cleo@example.com', confirmationCode: pool.codeFor('cleo@example.com') })
    await expect(signUpAs('CLEO@example.com')).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'User already exists',
    })
  })

  it('counts wrong codes, makes the sixth wait, and accepts a new one [IDP-06, IDP-13]', async () => {
    await signUpAs('dora@example.com')
    const right = pool.codeFor('dora@example.com')
    const wrong = right === '000000' ? '000001' : '000000'
    const attempt = (confirmationCode: string) => confirmSignUp({ username: 'dora@example.com', confirmationCode })
    for (let i = 0; i < 5; i++) await expect(attempt(wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    pool.clock.ahead = -60_000
    await expect(attempt(right)).rejects.toMatchObject({ name: 'LimitExceededException' })
    pool.clock.ahead = 10_000
    await resendSignUpCode({ username: 'dora@example.com' })
    await expect(attempt(right)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    pool.clock.ahead = 20_000
    expect((await attempt(pool.codeFor('dora@example.com'))).isSignUpComplete).toBe(true)
  })

  it('lets a sign-up code expire after a day', async () => {
    await signUpAs('elsa@example.com')
    pool.clock.ahead = 24 * 3_600_000 + 1000
    const late = confirmSignUp({ username: 'elsa@example.com', confirmationCode: pool.codeFor('elsa@example.com') })
    await expect(late).rejects.toMatchObject({ name: 'ExpiredCodeException' })
  })

  it('sends Faye, who never confirmed, to the confirmation step, but only with the right password', async () => {
    await signUpAs('faye@example.com')
    expect((await signIn({ username: 'faye@example.com', password })).nextStep.signInStep).toBe('CONFIRM_SIGN_UP')
    const guess = signIn({ username: 'faye@example.com', password: 'not her password' })
    await expect(guess).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' })
  })
})

describe('Signing in with the unmodified Amplify client [IDP-12]', () => {
  it('gives Gus tokens whose claims name him, and refreshes them [IDP-08]', async () => {
    await registered('gus@example.com')
    await signIn({ username: 'gus@example.com', password })
    const first = await tokensOf()
    const { username, userId } = await getCurrentUser()
    expect([username, first.idToken?.payload['cognito:username'], first.accessToken.payload['username']]).toEqual([
      userId,
      userId,
      userId,
    ])
    expect(first.idToken?.payload).toMatchObject({ sub: userId, email: 'gus@example.com', email_verified: true, aud: clientId })
    expect(first.idToken?.toString().length).toBeLessThan(3800)
    pool.clock.ahead = 2000
    const { tokens } = await fetchAuthSession({ forceRefresh: true })
    expect(tokens?.accessToken.payload['origin_jti']).toBe(first.accessToken.payload['origin_jti'])
    expect(tokens?.accessToken.payload['auth_time']).toBe(first.accessToken.payload['auth_time'])
    expect(tokens?.accessToken.toString()).not.toBe(first.accessToken.toString())
  })

  it('signs tokens that aws-jwt-verify accepts with the published keys, a separate one per purpose', async () => {
    await registered('hana@example.com')
    await signIn({ username: 'hana@example.com', password })
    const { accessToken, idToken } = await tokensOf()
    const load = async <T>(name: string) => (await (await fetch(`${pool.endpoint}/${poolId}/.well-known/${name}`)).json()) as T
    const published = await load<{ issuer: string }>('openid-configuration')
    expect(published.issuer).toBe(pool.options.pool.issuer)
    const jwks = await load<Parameters<ReturnType<typeof JwtVerifier.create>['cacheJwks']>[0]>('jwks.json')
    const verify = (token: string, tokenUse: 'access' | 'id') => {
      const customJwtCheck = ({ payload }: { payload: object }) =>
        validateCognitoJwtFields(payload as never, { tokenUse, clientId })
      const verifier = JwtVerifier.create({ issuer: published.issuer, audience: null, customJwtCheck })
      verifier.cacheJwks(jwks)
      return verifier.verifySync(token)
    }
    expect(verify(accessToken.toString(), 'access').sub).toBe(verify(idToken?.toString() ?? '', 'id').sub)
    expect(() => verify(accessToken.toString(), 'id')).toThrow('Token use not allowed')
    expect(jwks.keys).toHaveLength(2)
    expect(JSON.stringify(jwks)).not.toContain('"d"')
  })

  it('also accepts the password itself if a client asks for that flow', async () => {
    await registered('ines@example.com')
    const flow = { authFlowType: 'USER_PASSWORD_AUTH' } as const
    const wrong = signIn({ username: 'ines@example.com', password: 'not her password', options: flow })
    await expect(wrong).rejects.toMatchObject({ message: 'Incorrect username or password.' })
    expect((await signIn({ username: 'INES@example.com', password, options: flow })).isSignedIn).toBe(true)
  })

  it('signs in with a password of any script', async () => {
    const password = 'pässwörd✓秘密'
    await signUp({ username: 'jun@example.com', password })
    await confirmSignUp({ username: 'jun@example.com', confirmationCode: pool.codeFor('jun@example.com') })
    expect((await signIn({ username: 'jun@example.com', password })).isSignedIn).toBe(true)
  })

  it('ends the sign-in of Kim here when she signs out, and everywhere when she asks for that [GATE-18]', async () => {
    await registered('kim@example.com')
    await signIn({ username: 'kim@example.com', password })
    const first = (await tokensOf()).accessToken.toString()
    const revoked: string[] = []
    pool.identity.onRevoked((originJti) => revoked.push(originJti))
    const { originJti } = await pool.identity.verifyAccessToken(first)
    await signOut()
    await expect.poll(() => revoked).toContain(originJti)
    await expect(pool.identity.verifyAccessToken(first)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })

    const elsewhere = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'kim@example.com', PASSWORD: password },
    })
    await signIn({ username: 'kim@example.com', password })
    await signOut({ global: true })
    const { AccessToken, RefreshToken } = elsewhere.body.AuthenticationResult
    expect((await pool.call('GetUser', { AccessToken })).body).toMatchObject({ message: 'Access Token has been revoked' })
    expect((await pool.call('GetTokensFromRefreshToken', { RefreshToken })).body).toMatchObject({
      message: 'Refresh Token has been revoked',
    })
  })

  it('changes names and company, never the email or its verification', async () => {
    await registered('lena@example.com')
    await signIn({ username: 'lena@example.com', password })
    await updateUserAttributes({ userAttributes: { given_name: 'Lena', 'custom:companyName': 'Løvdal' } })
    expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Lena', 'custom:companyName': 'Løvdal' })
    await expect(updateUserAttributes({ userAttributes: { email_verified: 'false' } })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    const long = updateUserAttributes({ userAttributes: { 'custom:companyName': 'x'.repeat(257) } })
    await expect(long).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  it('changes the password, which ends the other sign-ins and keeps this one', async () => {
    await registered('mona@example.com')
    const AuthParameters = { USERNAME: 'mona@example.com', PASSWORD: password }
    const elsewhere = await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
    await signIn({ username: 'mona@example.com', password })
    await expect(updatePassword({ oldPassword: 'not hers', newPassword: 'battery staple' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    await updatePassword({ oldPassword: password, newPassword: 'battery staple' })
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined()
    const { RefreshToken } = elsewhere.body.AuthenticationResult
    const refresh = await pool.call('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: RefreshToken },
    })
    expect(refresh.body).toMatchObject({ __type: 'NotAuthorizedException' })
    await signOut()
    expect((await signIn({ username: 'mona@example.com', password: 'battery staple' })).isSignedIn).toBe(true)
  })
})

describe('Forgotten, temporary and revoked access', () => {
  it('lets Nils choose a new password with the emailed code, and ends his sign-ins', async () => {
    await registered('nils@example.com')
    await signIn({ username: 'nils@example.com', password })
    const before = (await tokensOf()).accessToken.toString()
    expect((await resetPassword({ username: 'nils@example.com' })).nextStep.resetPasswordStep).toBe(
      'CONFIRM_RESET_PASSWORD_WITH_CODE',
    )
    const attempt = (confirmationCode: string, newPassword: string) =>
      confirmResetPassword({ username: 'nils@example.com', confirmationCode, newPassword })
    const right = pool.codeFor('nils@example.com')
    await expect(attempt(right, 'short')).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    await expect(attempt(right === '000000' ? '000001' : '000000', 'a new one')).rejects.toMatchObject({
      name: 'CodeMismatchException',
    })
    await attempt(right, 'a new one')
    await expect(attempt(right, 'a newer one')).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    await expect(pool.identity.verifyAccessToken(before)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await signOut()
    await expect(signIn({ username: 'nils@example.com', password })).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect((await signIn({ username: 'nils@example.com', password: 'a new one' })).isSignedIn).toBe(true)
  })

  it('emails Olga a temporary password that only works for the new-password step [IDP-09, GATE-09]', async () => {
    const admin = await pool.identity.adminClient()
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }]
    await admin.send(new AdminCreateUserCommand({ UserPoolId: poolId, Username: 'Olga@example.com', UserAttributes }))
    const temporary = pool.codeFor('olga@example.com')
    const challenge = await signIn({ username: 'olga@example.com', password: temporary })
    expect(challenge.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
    await expect(confirmSignIn({ challengeResponse: 'short' })).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    const options = { userAttributes: { given_name: 'Olga' } }
    expect((await confirmSignIn({ challengeResponse: 'her own one', options })).isSignedIn).toBe(true)
    expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Olga', email_verified: 'true' })
    await signOut()
    await expect(signIn({ username: 'olga@example.com', password: temporary })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })

  it('refuses a temporary password after seven days, until the invitation is sent again', async () => {
    const admin = await pool.identity.adminClient()
    const invite = { UserPoolId: poolId, Username: 'pia@example.com' }
    await admin.send(new AdminCreateUserCommand(invite))
    const attempt = () =>
      signIn({
        username: 'pia@example.com',
        password: pool.codeFor('pia@example.com'),
        options: { authFlowType: 'USER_PASSWORD_AUTH' },
      })
    pool.clock.ahead = 7 * 86_400_000 + 1000
    await expect(attempt()).rejects.toMatchObject({
      message: 'Temporary password has expired and must be reset by an administrator.',
    })
    await admin.send(new AdminCreateUserCommand({ ...invite, MessageAction: 'RESEND' }))
    expect((await attempt()).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
  })

  it('sends Rosa to the reset step once an administrator asked for a new password [GATE-12]', async () => {
    await registered('rosa@example.com')
    const admin = await pool.identity.adminClient()
    await admin.send(new AdminResetUserPasswordCommand({ UserPoolId: poolId, Username: 'rosa@example.com' }))
    expect((await signIn({ username: 'rosa@example.com', password })).nextStep.signInStep).toBe('RESET_PASSWORD')
    const confirmationCode = pool.codeFor('rosa@example.com')
    await confirmResetPassword({ username: 'rosa@example.com', confirmationCode, newPassword: 'a new one' })
    expect((await signIn({ username: 'rosa@example.com', password: 'a new one' })).isSignedIn).toBe(true)
  })

  it('stops Sven immediately when he is disabled, and says so only to a caller who knows his password', async () => {
    await registered('sven@example.com')
    await signIn({ username: 'sven@example.com', password })
    const before = (await tokensOf()).accessToken.toString()
    const admin = await pool.identity.adminClient()
    await admin.send(new AdminDisableUserCommand({ UserPoolId: poolId, Username: 'sven@example.com' }))
    await expect(pool.identity.verifyAccessToken(before)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined()
    await expect(signIn({ username: 'sven@example.com', password })).rejects.toMatchObject({ message: 'User is disabled.' })
    const guess = signIn({ username: 'sven@example.com', password: 'not his password' })
    await expect(guess).rejects.toMatchObject({ message: 'Incorrect username or password.' })
  })
})
