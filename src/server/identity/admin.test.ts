import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  ResourceNotFoundException,
  UsernameExistsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity } from './public.ts'
import { adminOperations } from './operations.ts'
import { cleanPool } from './clean.ts'
import { poolJobs } from './jobs.ts'
import { clientId, poolId, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
let admin: CognitoIdentityProviderClient
const UserPoolId = poolId

beforeAll(async () => {
  pool = await startPool()
  admin = await pool.identity.adminClient()
})
afterAll(() => pool.close())

const create = async (Username: string, Password = 'correct horse') => {
  const UserAttributes = [{ Name: 'email_verified', Value: 'true' }]
  const { User } = await admin.send(
    new AdminCreateUserCommand({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' }),
  )
  await admin.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }))
  return User?.Username ?? ''
}

const signIn = async (USERNAME: string, PASSWORD = 'correct horse') => {
  const AuthParameters = { USERNAME, PASSWORD }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
}

describe('The unmodified AWS SDK inside the process [IDP-12]', () => {
  it('invites Ada and reads her by id and by email', async () => {
    const UserAttributes = [
      { Name: 'email', Value: 'Ada@Example.com' },
      { Name: 'email_verified', Value: 'true' },
      { Name: 'given_name', Value: 'Ada' },
    ]
    const { User } = await admin.send(new AdminCreateUserCommand({ UserPoolId, Username: 'Ada@Example.com', UserAttributes }))
    expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD', UserCreateDate: expect.any(Date) })
    expect(pool.lastEmailTo('ada@example.com')?.text).toContain('Hello Ada')
    const read = (Username = '') => admin.send(new AdminGetUserCommand({ UserPoolId, Username }))
    const [byId, byAddress] = [await read(User?.Username), await read('ADA@example.com')]
    expect(byId.UserAttributes).toEqual(byAddress.UserAttributes)
    expect(byId.UserAttributes).toContainEqual({ Name: 'sub', Value: User?.Username })
    const again = admin.send(new AdminCreateUserCommand({ UserPoolId, Username: 'ada@example.com' }))
    await expect(again).rejects.toBeInstanceOf(UsernameExistsException)
  })

  it('repeats an invitation only while the user has not accepted it', async () => {
    await admin.send(new AdminCreateUserCommand({ UserPoolId, Username: 'bo@example.com' }))
    const first = pool.codeFor('bo@example.com')
    const resend = () =>
      admin.send(new AdminCreateUserCommand({ UserPoolId, Username: 'bo@example.com', MessageAction: 'RESEND' }))
    await resend()
    expect(pool.codeFor('bo@example.com')).not.toBe(first)
    expect(await signIn('bo@example.com', first)).toMatchObject({ __type: 'NotAuthorizedException' })
    expect(await signIn('bo@example.com', pool.codeFor('bo@example.com'))).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
    })
    await admin.send(
      new AdminSetUserPasswordCommand({ UserPoolId, Username: 'bo@example.com', Password: 'his own one', Permanent: true }),
    )
    await expect(resend()).rejects.toMatchObject({ name: 'UnsupportedUserStateException' })
  })

  it("changes a user's email, unverified unless told, never to a taken one [IDP-06]", async () => {
    await create('cy@example.com')
    await create('di@example.com')
    const move = (...UserAttributes: { Name: string; Value: string }[]) =>
      admin.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username: 'cy@example.com', UserAttributes }))
    await expect(move({ Name: 'email', Value: 'DI@example.com' })).rejects.toMatchObject({ name: 'AliasExistsException' })
    await move({ Name: 'email', Value: 'Cy@elsewhere.example' })
    const { UserAttributes } = await admin.send(new AdminGetUserCommand({ UserPoolId, Username: 'cy@elsewhere.example' }))
    expect(UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' })
    expect(await signIn('cy@elsewhere.example')).toHaveProperty('AuthenticationResult')
    expect(await signIn('cy@example.com')).toMatchObject({ message: 'Incorrect username or password.' })
    const reset = admin.send(new AdminResetUserPasswordCommand({ UserPoolId, Username: 'cy@elsewhere.example' }))
    await expect(reset).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  it('accepts the emails that the rest of the product accepts, and no others', async () => {
    const signUp = async (Username: string) => (await pool.call('SignUp', { Username, Password: 'correct horse' })).status
    expect([await signUp('kai@localhost'), await signUp("o'brien@example.com")]).toEqual([200, 400])
    const invite = admin.send(new AdminCreateUserCommand({ UserPoolId, Username: "o'brien@example.com" }))
    await expect(invite).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  it('disables, enables, signs out and deletes Eva', async () => {
    const Username = await create('eva@example.com')
    const ask = { UserPoolId, Username }
    const { AccessToken } = (await signIn('eva@example.com')).AuthenticationResult
    await admin.send(new AdminUserGlobalSignOutCommand(ask))
    await expect(admin.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
      message: 'Access Token has been revoked',
    })
    await admin.send(new AdminDisableUserCommand(ask))
    expect(await signIn('eva@example.com')).toMatchObject({ message: 'User is disabled.' })
    await admin.send(new AdminEnableUserCommand(ask))
    const again = (await signIn('eva@example.com')).AuthenticationResult
    await admin.send(new AdminDeleteUserCommand(ask))
    await expect(pool.identity.verifyAccessToken(again.AccessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(pool.identity.getProfile(again.AccessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(admin.send(new AdminGetUserCommand(ask))).rejects.toBeInstanceOf(UserNotFoundException)
    expect((await pool.call('GetTokensFromRefreshToken', { RefreshToken: again.RefreshToken })).body).toMatchObject({
      message: 'Invalid Refresh Token',
    })
  })

  it('lets no sign-in succeed that was under way while its user was disabled', async () => {
    await create('emil@example.com')
    const [isHeld, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const disabling = pool.database.asSystem('test: disable slowly', async (tx) => {
      await sql`update pool.account set enabled = false where email_norm = 'emil@example.com'`.execute(tx)
      isHeld.resolve()
      await isReleased.promise
    })
    await isHeld.promise
    const attempt = signIn('emil@example.com')
    setTimeout(isReleased.resolve, 200)
    expect((await attempt).message).toBe('User is disabled.')
    await disabling
  })

  it("confirms Finn's sign-up for him", async () => {
    await pool.call('SignUp', { Username: 'finn@example.com', Password: 'correct horse' })
    await admin.send(new AdminConfirmSignUpCommand({ UserPoolId, Username: 'finn@example.com' }))
    expect(await signIn('finn@example.com')).toHaveProperty('AuthenticationResult')
    const twice = admin.send(new AdminConfirmSignUpCommand({ UserPoolId, Username: 'finn@example.com' }))
    await expect(twice).rejects.toMatchObject({ message: 'User cannot be confirmed. Current status is CONFIRMED' })
  })

  it('lists users page by page and finds them by one condition', async () => {
    for (const name of ['ga', 'ge', 'gi', 'go', 'gu']) await create(`${name}@list.example`)
    const found = async (Filter: string) => {
      const { Users = [] } = await admin.send(new ListUsersCommand({ UserPoolId, Filter }))
      return Users.map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value)
    }
    expect(await found('email = "GA@list.example"')).toEqual(['ga@list.example'])
    expect(new Set(await found('email ^= "g"'))).toEqual(
      new Set(['ga', 'ge', 'gi', 'go', 'gu'].map((name) => `${name}@list.example`)),
    )
    expect(await found(`email = "ga@list.example\\" or 1=1 --"`)).toEqual([])
    expect(await found('given_name ^= "%"')).toEqual([])
    expect(await found('cognito:user_status = "CONFIRMED"')).toContain('go@list.example')
    await expect(found('email != "x"')).rejects.toMatchObject({ name: 'InvalidParameterException' })

    const seen: (string | undefined)[] = []
    let PaginationToken: string | undefined
    do {
      const page = await admin.send(new ListUsersCommand({ UserPoolId, Limit: 2, AttributesToGet: ['email'], PaginationToken }))
      seen.push(...(page.Users ?? []).map(({ Username }) => Username))
      PaginationToken = page.PaginationToken
    } while (PaginationToken)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe((await admin.send(new ListUsersCommand({ UserPoolId }))).Users?.length)
  })

  it('does not answer for another pool', async () => {
    const other = admin.send(new AdminGetUserCommand({ UserPoolId: 'us-east-1_Other', Username: 'ada@example.com' }))
    await expect(other).rejects.toBeInstanceOf(ResourceNotFoundException)
  })

  it('signs in over HTTP too, but no administration is possible there, signed or not [IDP-13]', async () => {
    await create('hal@example.com')
    const credentials = { accessKeyId: 'embedded', secretAccessKey: 'embedded' }
    const outside = new CognitoIdentityProviderClient({ region: 'us-east-1', endpoint: pool.endpoint, credentials })
    const AuthParameters = { USERNAME: 'hal@example.com', PASSWORD: 'correct horse' }
    const signedIn = await outside.send(
      new InitiateAuthCommand({ ClientId: clientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }),
    )
    expect(signedIn.AuthenticationResult?.TokenType).toBe('Bearer')
    await expect(outside.send(new ListUsersCommand({ UserPoolId }))).rejects.toMatchObject({
      name: 'MissingAuthenticationTokenException',
    })
    for (const operation of Object.keys(adminOperations))
      expect(await pool.call(operation, { UserPoolId, Username: 'hal@example.com' })).toMatchObject({
        status: 403,
        body: { __type: 'MissingAuthenticationTokenException' },
      })
  })
})

describe('Several processes on one database', () => {
  it('share one pair of signing keys even when they start together', async () => {
    const other = await startPool()
    try {
      const { listener: _unheard, ...alone } = other.options
      const doors = Array.from({ length: 4 }, () => createIdentity(alone))
      await Promise.all(doors.map((door) => door.verifyAccessToken('x').catch(() => {})))
      const keys = (await other.app.inject(`/idp/${poolId}/.well-known/jwks.json`)).json().keys
      expect(keys).toHaveLength(2)
      await other.call('SignUp', { Username: 'ida@example.com', Password: 'correct horse' })
      await other.call('ConfirmSignUp', { Username: 'ida@example.com', ConfirmationCode: other.codeFor('ida@example.com') })
      const AuthParameters = { USERNAME: 'ida@example.com', PASSWORD: 'correct horse' }
      const { AccessToken, RefreshToken } = (await other.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }))
        .body.AuthenticationResult
      for (const door of doors) expect((await door.verifyAccessToken(AccessToken)).expiresAt).toBeGreaterThan(Date.now() / 1000)
      await other.call('RevokeToken', { Token: RefreshToken })
      for (const door of doors.slice(0, 1))
        await expect(door.verifyAccessToken(AccessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    } finally {
      await other.close()
    }
  })
})

describe('The cleanup', () => {
  it('deletes expired rows and nothing else', async () => {
    await create('jo@example.com')
    const { RefreshToken } = (await signIn('jo@example.com')).AuthenticationResult
    await pool.call('ForgotPassword', { Username: 'jo@example.com' })
    await cleanPool(pool.database, pool.clock)
    expect((await pool.call('GetTokensFromRefreshToken', { RefreshToken })).status).toBe(200)
    const inAMonth = { now: () => new Date(Date.now() + 32 * 86_400_000) }
    expect(await cleanPool(pool.database, inAMonth)).toBeGreaterThan(1)
    expect((await pool.call('GetTokensFromRefreshToken', { RefreshToken })).status).toBe(400)
    expect(await cleanPool(pool.database, inAMonth)).toBe(0)
    expect(await signIn('jo@example.com')).toHaveProperty('AuthenticationResult')
  })

  it('keeps up with a flood: every ten minutes, and more than a hundred thousand rows at once', async () => {
    await pool.database.asSystem('test: a flood', (tx) =>
      sql`insert into pool.auth_session (id_hash, subject, step, data_sealed, expires)
        select 'flood ' || n, gen_random_uuid(), 'x', '', now() - interval '1 second' from generate_series(1, 101000) n`.execute(
        tx,
      ),
    )
    expect(await cleanPool(pool.database, pool.clock)).toBeGreaterThanOrEqual(101_000)
    const clean = poolJobs(pool.database, pool.identity).find(({ job }) => job.name === 'identity.clean')
    expect(clean?.schedule).toBe('*/10 * * * *')
  })

  it('deletes a sign-up that was not confirmed within seven days', async () => {
    const form = {
      Username: 'lee@example.com',
      Password: 'river-stone-7',
      UserAttributes: [{ Name: 'email', Value: 'lee@example.com' }],
    }
    expect((await pool.call('SignUp', form)).status).toBe(200)
    const find = () => admin.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: form.Username }))
    const later = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) })
    await cleanPool(pool.database, later(6))
    expect((await find()).UserStatus).toBe('UNCONFIRMED')
    await cleanPool(pool.database, later(8))
    await expect(find()).rejects.toMatchObject({ name: 'UserNotFoundException' })
  })

  it('keeps Meg, who confirms her sign-up at that very moment', async () => {
    await pool.call('SignUp', { Username: 'meg@example.com', Password: 'correct horse' })
    const [isConfirmed, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const confirming = pool.database.asSystem('test: confirm slowly', async (tx) => {
      await sql`update pool.account set status = 'CONFIRMED' where email_norm = 'meg@example.com'`.execute(tx)
      isConfirmed.resolve()
      await isReleased.promise
    })
    await isConfirmed.promise
    const cleaning = cleanPool(pool.database, { now: () => new Date(Date.now() + 8 * 86_400_000) })
    setTimeout(isReleased.resolve, 200)
    await Promise.all([confirming, cleaning])
    expect(await signIn('meg@example.com')).toHaveProperty('AuthenticationResult')
  })

  it('waits for no locks', async () => {
    await create('ned@example.com')
    await signIn('ned@example.com')
    const inAMonth = { now: () => new Date(Date.now() + 40 * 86_400_000) }
    await pool.database.asSystem('test: hold a sign-in', async (tx) => {
      await sql`select from pool.refresh_token for update`.execute(tx)
      await cleanPool(pool.database, inAMonth)
    })
    expect(await cleanPool(pool.database, inAMonth)).toBeGreaterThan(0)
  })
})
