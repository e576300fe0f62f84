import { Amplify } from 'aws-amplify'
import {
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  deleteUserAttributes,
  fetchAuthSession,
  fetchMFAPreference,
  fetchUserAttributes,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth'
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { clientId, poolId, startPool, type TestPool } from '../testing/pool.ts'
import '../testing/native-numbers.ts'

let pool: TestPool
let admin: CognitoIdentityProviderClient
const password = 'correct horse'
const UserPoolId = poolId
const phone = '+4915112345678'

const configure = (endpoint: string) =>
  Amplify.configure({ Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } } })

beforeAll(async () => {
  pool = await startPool()
  admin = await pool.identity.adminClient()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  configure(pool.endpoint)
})
afterEach(async () => {
  await signOut()
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const signedIn = async (email: string, from: TestPool = pool) => {
  await signUp({ username: email, password })
  await confirmSignUp({ username: email, confirmationCode: from.codeFor(email) })
  await signIn({ username: email, password })
}

const setAttributes = (Username: string, attributes: Record<string, string>) => {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  return admin.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }))
}

const textedCode = () => /^\d{6}/.exec(pool.texts.at(-1)?.text ?? '')?.[0] ?? ''
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('A phone number', () => {
  it('is entered, confirmed and used by Ann [IDP-01, IDP-03]', async () => {
    await signedIn('ann@example.com')
    const { phone_number } = await updateUserAttributes({ userAttributes: { phone_number: phone } })
    expect(phone_number).toMatchObject({
      isUpdated: false,
      nextStep: {
        updateAttributeStep: 'CONFIRM_ATTRIBUTE_WITH_CODE',
        codeDeliveryDetails: { attributeName: 'phone_number', deliveryMedium: 'SMS', destination: '+*******5678' },
      },
    })
    expect(await fetchUserAttributes()).toMatchObject({ phone_number: phone, phone_number_verified: 'false' })
    const confirm = (confirmationCode: string) => confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode })
    const code = textedCode()
    await expect(confirm(otherThan(code))).rejects.toMatchObject({ name: 'CodeMismatchException' })
    await confirm(code)
    await expect(confirm(code)).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    expect(await fetchUserAttributes()).toMatchObject({ phone_number_verified: 'true' })
    const { tokens } = await fetchAuthSession({ forceRefresh: true })
    expect(tokens?.idToken?.payload).toMatchObject({ phone_number: phone, phone_number_verified: true, email_verified: true })
    expect(pool.logged.join('\n')).not.toContain(code)
    await updateUserAttributes({ userAttributes: { phone_number: phone, given_name: 'Ann' } })
    expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Ann', phone_number_verified: 'true' })
  })

  it('has the form that carriers accept, also at sign-up [IDP-10]', async () => {
    await signedIn('bea@example.com')
    for (const phone_number of ['0151 12345678', '+0151123456', '+49151', '+4915112345678901', '+49151x345678'])
      await expect(updateUserAttributes({ userAttributes: { phone_number } })).rejects.toMatchObject({
        name: 'InvalidParameterException',
        message: 'Invalid phone number format.',
      })
    const attempt = (phone_number: string) =>
      signUp({ username: 'bo@example.com', password, options: { userAttributes: { phone_number } } })
    await expect(attempt('12')).rejects.toMatchObject({ name: 'InvalidParameterException' })
    await attempt(phone)
    const { UserAttributes } = await admin.send(new AdminGetUserCommand({ UserPoolId, Username: 'bo@example.com' }))
    expect(UserAttributes).toContainEqual({ Name: 'phone_number_verified', Value: 'false' })
    const own = updateUserAttributes({ userAttributes: { phone_number_verified: 'true' } })
    await expect(own).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  it('is no longer a second step once it changes, and its old code is invalid', async () => {
    const email = 'cleo@example.com'
    await signedIn(email)
    await setAttributes(email, { phone_number: phone, phone_number_verified: 'true' })
    await updateMFAPreference({ sms: 'PREFERRED' })
    await updateUserAttributes({ userAttributes: { phone_number: '+4915100000001' } })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
    expect(pool.lastEmailTo(email)?.text).toContain('turned off: text messages')
    const ofFirst = textedCode()
    await setAttributes(email, { phone_number: '+4915100000002' })
    const confirm = (confirmationCode: string) => confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode })
    await expect(confirm(ofFirst)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    const other = confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: ofFirst })
    await expect(other).rejects.toMatchObject({ name: 'CodeMismatchException' })
    pool.clock.ahead = 3000
    expect(await sendUserAttributeVerificationCode({ userAttributeKey: 'phone_number' })).toMatchObject({
      destination: '+*******0002',
    })
    await confirm(textedCode())
    expect(await fetchUserAttributes()).toMatchObject({ phone_number: '+4915100000002', phone_number_verified: 'true' })
  })

  it('cannot be replaced with the temporary password of Dora, who has a second step', async () => {
    const Username = 'dora@example.com'
    await admin.send(new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }))
    await setAttributes(Username, { email_verified: 'true', phone_number: phone, phone_number_verified: 'true' })
    await admin.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username, SMSMfaSettings: { Enabled: true } }))
    await admin.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: password, Permanent: false }))
    const AuthParameters = { USERNAME: Username, PASSWORD: password }
    const challenge = (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
    const respond = async (attributes: object) =>
      pool.call('RespondToAuthChallenge', {
        ChallengeName: challenge.ChallengeName,
        Session: challenge.Session,
        ChallengeResponses: { USERNAME: Username, NEW_PASSWORD: 'her own one', ...attributes },
      })
    const swapped = await respond({ 'userAttributes.phone_number': '+4915100000001' })
    expect(swapped.body.__type).toBe('NotAuthorizedException')
    expect((await respond({})).body.ChallengeName).toBe('SMS_MFA')
  })

  it('gets five codes an hour [IDP-06, IDP-13]', async () => {
    await signedIn('elsa@example.com')
    await updateUserAttributes({ userAttributes: { phone_number: phone } })
    const { tokens } = await fetchAuthSession()
    const AccessToken = tokens?.accessToken.toString()
    const ask = () => pool.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'phone_number' })
    const before = pool.texts.length
    expect((await ask()).status).toBe(200)
    expect(pool.texts).toHaveLength(before)
    for (let i = 0; i < 4; i++) {
      pool.clock.ahead += 3000
      expect((await ask()).status).toBe(200)
    }
    pool.clock.ahead += 3000
    expect((await ask()).body.__type).toBe('LimitExceededException')
    const UserAttributes = [{ Name: 'phone_number', Value: '+4915100000009' }]
    expect((await pool.call('UpdateUserAttributes', { AccessToken, UserAttributes })).body.__type).toBe('LimitExceededException')
    expect(await fetchUserAttributes()).toMatchObject({ phone_number: phone })
  })

  it('can be stored but not confirmed if no text messages can be sent', async () => {
    const silent = await startPool({ postText: undefined })
    configure(silent.endpoint)
    await signedIn('finn@example.com', silent)
    const { phone_number } = await updateUserAttributes({ userAttributes: { phone_number: phone } })
    expect(phone_number?.isUpdated).toBe(true)
    const ask = sendUserAttributeVerificationCode({ userAttributeKey: 'phone_number' })
    await expect(ask).rejects.toMatchObject({ name: 'InvalidParameterException', message: 'Text messages are not sent here.' })
    await signOut()
    configure(pool.endpoint)
    await silent.close()
  })
})

describe('Users and their own account', () => {
  it('verify an email that an administrator entered, without changing it', async () => {
    const email = 'gus@example.com'
    await signedIn(email)
    const prove = () => sendUserAttributeVerificationCode({ userAttributeKey: 'email' })
    await expect(prove()).rejects.toMatchObject({ name: 'InvalidParameterException' })
    await updateMFAPreference({ email: 'ENABLED' })
    await setAttributes(email, { email_verified: 'false' })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
    await expect(updateMFAPreference({ email: 'ENABLED' })).rejects.toMatchObject({ name: 'InvalidParameterException' })
    expect(await prove()).toMatchObject({ destination: 'g***@e***', deliveryMedium: 'EMAIL' })
    await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: pool.codeFor(email) })
    expect(await fetchUserAttributes()).toMatchObject({ email_verified: 'true' })
    const move = updateUserAttributes({ userAttributes: { email: 'elsewhere@example.com' } })
    await expect(move).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  it('remove names, number and custom attributes, but never the email', async () => {
    const email = 'hana@example.com'
    await signedIn(email)
    const attributes = { given_name: 'Hana', family_name: 'Ito', 'custom:companyName': 'Ito & Co', phone_number: phone }
    await updateUserAttributes({ userAttributes: attributes })
    await setAttributes(email, { phone_number_verified: 'true' })
    await updateMFAPreference({ sms: 'ENABLED' })
    for (const name of ['email', 'email_verified', 'phone_number_verified', 'sub'] as const)
      await expect(deleteUserAttributes({ userAttributeKeys: [name] as never })).rejects.toMatchObject({
        name: 'NotAuthorizedException',
      })
    await deleteUserAttributes({ userAttributeKeys: ['family_name', 'custom:companyName', 'phone_number'] })
    const { sub: _sub, ...left } = await fetchUserAttributes()
    expect(left).toEqual({ email, email_verified: 'true', given_name: 'Hana' })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
  })

  it('delete the account of Ines with everything that belongs to it', async () => {
    const email = 'ines@example.com'
    await signedIn(email)
    const { tokens } = await fetchAuthSession()
    const token = tokens?.accessToken.toString() ?? ''
    await deleteUser()
    await expect(pool.identity.verifyAccessToken(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(admin.send(new AdminGetUserCommand({ UserPoolId, Username: email }))).rejects.toMatchObject({
      name: 'UserNotFoundException',
    })
    await signedIn(email)
  })

  it('get an email when the password changes', async () => {
    const email = 'jana@example.com'
    await signedIn(email)
    await updatePassword({ oldPassword: password, newPassword: 'battery staple' })
    expect(pool.lastEmailTo(email)).toMatchObject({ subject: 'Your sign-in settings changed' })
    expect(pool.lastEmailTo(email)?.text).toMatch(
      /Your password was changed\.[^]*This happened on [^]* UTC\.[^]*If this wasn't you/,
    )
  })

  it('keep the id token short enough for a cookie, with any attributes [IDP-08]', async () => {
    const email = `${'k'.repeat(60)}@example.com`
    await signedIn(email)
    await updateUserAttributes({ userAttributes: { phone_number: '+491511234567890' } })
    let refusals = 0
    for (let i = 0; i < 10; i++)
      await updateUserAttributes({ userAttributes: { [`custom:attribute${i}`]: '"é\\'.repeat(64) } }).catch(() => {
        refusals += 1
      })
    expect(refusals).toBeGreaterThan(0)
    const { tokens } = await fetchAuthSession({ forceRefresh: true })
    expect(tokens?.idToken?.toString().length).toBeLessThan(3800)
  })
})
