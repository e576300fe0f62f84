import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { changeUserStatus, getUser } from '#contract/users/users.ts'
import { changeUser, takeUpInvitation } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { inviteUser } from './invitations/service.ts'
import { setStatus } from './service.ts'

let world: World
let ana: TestUser
beforeAll(async () => {
  world = await startWorld()
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
})
afterAll(() => world.close())

const invite = async (name: string): Promise<{ email: string; temporary: string }> => {
  const email = `${name.toLowerCase()}@northlight.example.com`
  const { clientId } = ana.user
  await inviteUser(world.database, world.dispatcher, { clientId, email, name, lastname: 'Okafor', role: 'user' })
  return { email, temporary: await world.codeFor(email) }
}

const takeUp = ({ email, temporary }: { email: string; temporary: string }): Promise<string> =>
  takeUpInvitation(world, email, temporary)

const asBearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('An invited user', () => {
  it('signs in with the temporary password, chooses another, and becomes active by the change-status call [GATE-20] [IDP-09] [API-03]', async () => {
    const invitation = await invite('Eli')
    const token = await takeUp(invitation)
    const currentUser = await world.call(getUserByEmail, { query: { email: invitation.email } }, asBearer(token))
    const today = new Date().toISOString().slice(0, 10)
    expect(currentUser.body).toMatchObject({ status: 'INVITED', name: 'Eli', clientId: ana.user.clientId, updatedAt: today })
    expect(currentUser.body.cognitoId).toMatch(/^[0-9a-f-]{36}$/)
    const activate = () =>
      world.call(changeUserStatus, { params: { id: currentUser.body.id }, body: { status: 'ACTIVE' } }, asBearer(token))
    expect((await activate()).body).toMatchObject({ status: 'ACTIVE', isMasked: false, email: invitation.email })
    expect((await activate()).body.status).toBe('ACTIVE')
    const events = (await ana.call(listEvents)).body.items.filter(({ event }) => event === 'user.joined')
    expect(events).toHaveLength(1)
    const { items } = (await ana.call(listNotifications)).body
    expect(items.filter(({ kind, data }) => kind === 'user.joined' && data.name === 'Eli Okafor')).toHaveLength(1)
    const acts = (
      await ana.call(listAudit, { query: { action: 'user.joined', object_type: 'user', object_id: currentUser.body.id } })
    ).body.items
    expect(acts.map(({ actorId, diff }) => [actorId, diff['status']])).toEqual([[currentUser.body.id, ['INVITED', 'ACTIVE']]])
    expect((await ana.call(listAudit, { query: { action: 'user.identity_changed' } })).body.total).toBe(0)
  })

  it('joins the account that invited them, also with several tabs at once [GATE-20]', async () => {
    const invitation = await invite('Fay')
    const token = await takeUp(invitation)
    const tabs = await Promise.all(
      [1, 2, 3, 4].map(() => world.call(getUserByEmail, { query: { email: invitation.email } }, asBearer(token))),
    )
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(tabs.map(({ body }) => body.clientId))).toEqual(new Set([ana.user.clientId]))
  })

  it('wins over a stranger who signed up with the same address and never confirmed it', async () => {
    const email = 'gil@northlight.example.com'
    const signUp = await world.idp('SignUp', { Username: email, Password: 'not the invited one' })
    expect(signUp.status).toBe(200)
    const before = await world.codeFor(email)
    const { clientId } = ana.user
    await inviteUser(world.database, world.dispatcher, { clientId, email, name: 'Gil', lastname: 'Okafor', role: 'user' })
    const temporary = await eventually(async () => {
      const newest = await world.codeFor(email)
      return newest === before ? undefined : newest
    })
    const stranger = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: 'not the invited one' } }
    expect((await world.idp('InitiateAuth', stranger)).body['__type']).toBe('NotAuthorizedException')
    expect((await world.idp('ConfirmSignUp', { Username: email, ConfirmationCode: before })).status).toBe(400)
    const token = await takeUp({ email, temporary })
    expect((await world.call(getUserByEmail, { query: { email } }, asBearer(token))).body.name).toBe('Gil')
  })

  it('cannot sign in with the invitation again once they were suspended', async () => {
    const invitation = await invite('Ida')
    const token = await takeUp(invitation)
    const { body } = await world.call(getUserByEmail, { query: { email: invitation.email } }, asBearer(token))
    await world.database.asSystem('test: suspend', (tx) =>
      setStatus(tx, { clientId: body.clientId, userId: body.id }, 'SUSPENDED'),
    )
    const change = { params: { id: body.id }, body: { status: 'ACTIVE' as const } }
    expect((await world.call(changeUserStatus, change, asBearer(token))).status).toBe(403)
  })
})

describe("The time of a user's last visit", () => {
  it('is known to five minutes, and not written at every call', async () => {
    const lastSeen = async () => (await ana.call(getUser, { params: { id: ana.user.id } })).body.lastSeenAt
    const first = await lastSeen()
    expect(Date.now() - Date.parse(first ?? '')).toBeLessThan(60_000)
    await ana.call(getUserByEmail, { query: { email: ana.email } })
    expect(await lastSeen()).toBe(first)
    await changeUser(world, ana, { last_seen_at: new Date(Date.now() - 301_000) })
    await ana.call(getUserByEmail, { query: { email: ana.email } })
    expect(Date.now() - Date.parse((await lastSeen()) ?? '')).toBeLessThan(60_000)
  })
})

describe('A user whose identity was created again', () => {
  it('is recognized by the confirmed address, and the old identity is no longer valid [GATE-20]', async () => {
    const theo = await world.signUp({ company: 'Marsh Roofing', name: 'Theo' })
    const oldCode = await world.codeFor(theo.email)
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    const client = await world.identity.adminClient()
    await client.send(new sdk.AdminDeleteUserCommand({ UserPoolId: world.identity.userPoolId, Username: theo.email }))
    await world.idp('SignUp', { Username: theo.email, Password: 'a second long password' })
    const ConfirmationCode = await eventually(async () => {
      const code = await world.codeFor(theo.email)
      return code === oldCode ? undefined : code
    })
    await world.idp('ConfirmSignUp', { Username: theo.email, ConfirmationCode })
    const again = await world.signIn(theo.email, 'a second long password')
    expect(again.user).toMatchObject({ id: theo.user.id, clientId: theo.user.clientId, status: 'ACTIVE' })
    expect(again.user.cognitoId).not.toBe(theo.user.cognitoId)
    expect((await theo.call(listEvents)).status).toBe(401)
    const [act] = (await again.call(listAudit, { query: { action: 'user.identity_changed' } })).body.items
    expect(act).toMatchObject({ actorKind: 'system', objectId: theo.user.id, diff: {} })
  })
})
