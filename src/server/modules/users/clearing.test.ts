// A user lost their phone, and an admin helps them sign in again.
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { createUser } from '#contract/users/invitations.ts'
import { clearUserFactors } from '#contract/users/users.ts'
import { createAuthenticator } from '#server/identity/testing/authenticator.ts'
import { joinTeam, emailTo } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let ana: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const clear = (by: TestUser, id: string) => by.call(clearUserFactors, { params: { id }, query: {} })

const start = async ({ email, password }: TestUser) => {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  return (await world.idp('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
}

/** Sets up an authenticator app as two-step sign-in, and a passkey. */
const protect = async (user: TestUser) => {
  const AccessToken = user.token
  const { body } = await world.idp('AssociateSoftwareToken', { AccessToken })
  const UserCode = new TOTP({ secret: String(body['SecretCode']) }).generate()
  await world.idp('VerifySoftwareToken', { AccessToken, UserCode })
  const started = await world.idp('StartWebAuthnRegistration', { AccessToken })
  const options = started.body['CredentialCreationOptions'] as { challenge: string }
  const Credential = createAuthenticator().create(options, { origin: new URL(world.url).origin })
  expect((await world.idp('CompleteWebAuthnRegistration', { AccessToken, Credential })).body).toEqual({})
  await world.idp('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
}

it('lets Lea sign in with her password alone, removes her passkeys and sessions, notifies her and records it', async () => {
  const lea = await joinTeam(world, ana, { name: 'Lea' })
  await protect(lea)
  expect((await start(lea))['ChallengeName']).toBe('SOFTWARE_TOKEN_MFA')
  const { status, body } = await clear(ana, lea.user.id)
  expect([status, body]).toEqual([202, { cleared: true }])
  await eventually(async () => ((await lea.call(listEvents)).status === 401 ? true : undefined))
  const { AuthenticationResult } = (await start(lea)) as { AuthenticationResult: { AccessToken: string } }
  const { AccessToken } = AuthenticationResult
  expect((await world.idp('ListWebAuthnCredentials', { AccessToken })).body).toEqual({ Credentials: [] })
  const email = await emailTo(world, lea.email, /An admin turned off your two-step sign-in/)
  expect(JSON.stringify(email)).toContain('set it up again in My Account')
  const audit = await ana.call(listAudit, { query: {} })
  expect(JSON.stringify(audit.body)).toContain('user.factors_cleared')
})

it('is refused to users who may not change users, across accounts, and for invited users', async () => {
  const [mia, ned] = [await joinTeam(world, ana, { name: 'Mia' }), await joinTeam(world, ana, { name: 'Ned' })]
  expect((await clear(ned, mia.user.id)).error.code).toBe('FORBIDDEN')
  expect((await clear(jonah, mia.user.id)).error.code).toBe('NOT_FOUND')
  const body = { name: 'Max', lastname: 'Okafor', email: 'max@northlight.example.com', role: 'user' as const }
  const { id } = (await ana.call(createUser, { body })).body
  expect((await clear(ana, id)).error.detail).toBe("This user hasn't signed in yet, so there's nothing to turn off.")
})
