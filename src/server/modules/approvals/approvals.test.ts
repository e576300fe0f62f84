// Requests of one staff user that another one decides about.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveRequest, declineRequest, listApprovals, type Approval } from '#contract/approvals.ts'
import { listAudit } from '#contract/audit.ts'
import { getClient } from '#contract/clients.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { changeClientStatus } from '#contract/account-closure.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createUser } from '#contract/users/invitations.ts'
import { getUser, listUsers, updateUser } from '#contract/users/users.ts'
import { joinTeam, emailTo, signUpStaff, takeUpInvitation } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let sol: TestUser
let mia: TestUser
let maya: TestUser
let kit: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  sol = await signUpStaff(world)
  mia = await joinTeam(world, sol, { name: 'Mia', lastname: 'Steward', role: 'super_admin' })
  maya = await world.signUp({ company: 'Harbor Law', name: 'Maya', lastname: 'Ellison' })
  kit = await joinTeam(world, maya, { name: 'Kit' })
})
afterAll(() => world.close())

const reason = 'Ticket 4711: nobody can sign in'

const inviteBy = (by: TestUser, name: string, role: 'user' | 'admin' = 'user') => {
  const email = `${name.toLowerCase()}@harbor.example.com`
  const body = { name, lastname: 'Grey', email, role, client_id: maya.user.clientId, reason }
  return by.call(createUser, { body })
}

const openFor = async (by: TestUser): Promise<Approval[]> => (await by.call(listApprovals)).body.items
const placeOf = ({ clientId, kind, userId, role }: Approval) => ({ clientId, kind, userId, role })
const newestFor = async (by: TestUser): Promise<Approval> => {
  const [newest] = await openFor(by)
  if (!newest) throw new Error('nothing is open')
  return newest
}
const newestNotice = async (user: TestUser) => (await user.call(listNotifications)).body.items[0]

describe('The list of approvals', () => {
  it('shows who requested what, for whom, why and until when, with the usual mask', async () => {
    await sol.call(updateUser, { params: { id: kit.user.id }, body: { role: 'admin', reason } })
    const request = await newestFor(mia)
    expect(request).toMatchObject({
      kind: 'role',
      role: 'admin',
      clientName: 'Harbor Law',
      requestedBy: sol.email,
      reason,
      isOwn: false,
      user: { id: kit.user.id, name: 'K••', isMasked: true },
    })
    expect(Date.parse(request.expiresAt) - Date.parse(request.requestedAt)).toBe(86_400_000)
    expect((await newestFor(sol)).isOwn).toBe(true)
  })

  it('is for staff alone, as are the notifications: not for other admins of our own account', async () => {
    const pia = await joinTeam(world, sol, { name: 'Pia', role: 'account_admin' })
    expect((await pia.call(listApprovals)).error.code).toBe('FORBIDDEN')
    await sol.call(transferOwnership, { params: { id: maya.user.clientId }, body: { user_id: kit.user.id, reason } })
    expect(await newestNotice(mia)).toMatchObject({ kind: 'staff.wants_owner' })
    const kinds = (await pia.call(listNotifications)).body.items.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind.startsWith('staff.'))).toEqual([])
    await sol.call(declineRequest, { body: placeOf(await newestFor(sol)) })
    expect((await maya.call(listApprovals)).error.code).toBe('FORBIDDEN')
    const body = { clientId: maya.user.clientId, kind: 'closing', userId: null, role: null } as const
    expect((await maya.call(approveRequest, { body })).error.code).toBe('FORBIDDEN')
    expect((await maya.call(declineRequest, { body })).error.code).toBe('FORBIDDEN')
  })
})

describe('A second staff user', () => {
  it('approves a role, which the first one cannot, and only once', async () => {
    const body = placeOf(await newestFor(mia))
    expect((await sol.call(approveRequest, { body })).error).toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      detail: 'You requested this. Another staff user has to approve it.',
    })
    expect((await mia.call(approveRequest, { body })).body).toEqual({ approved: true })
    expect((await maya.call(getUser, { params: { id: kit.user.id } })).body.role).toBe('admin')
    expect((await mia.call(approveRequest, { body })).error.code).toBe('NOT_FOUND')
    expect(await newestNotice(sol)).toMatchObject({ kind: 'staff.approved', data: { name: 'Harbor Law', actor: mia.email } })
  })

  it('approves an invitation: only then it is sent, with the requested role', async () => {
    const { body: guest } = await inviteBy(sol, 'Noa', 'admin')
    const request = await newestFor(mia)
    expect(request).toMatchObject({ kind: 'invitation', role: 'admin', userId: guest.id, user: { isMasked: true } })
    expect(await newestNotice(mia)).toMatchObject({ kind: 'staff.wants_invitation', data: { actor: sol.email, reason } })
    await mia.call(approveRequest, { body: placeOf(request) })
    const email = 'noa@harbor.example.com'
    await takeUpInvitation(world, email, await world.codeFor(email))
    const noa = await world.signIn(email, 'my own long password')
    expect(noa.user).toMatchObject({ clientId: maya.user.clientId, role: 'admin' })
    const [invited] = (await maya.call(listAudit, { query: { action: 'user.invited' } })).body.items
    expect(invited).toMatchObject({ actorKind: 'staff', objectId: guest.id, reason })
  })

  it('declines an invitation: the user is deleted and the address free, and the first one is notified of the reason', async () => {
    const { body: guest } = await inviteBy(sol, 'Ora')
    const body = { ...placeOf(await newestFor(mia)), reason: 'The ticket is closed' }
    expect((await mia.call(declineRequest, { body })).body).toEqual({ declined: true })
    expect(await newestNotice(sol)).toMatchObject({ kind: 'staff.declined', data: { reason: 'The ticket is closed' } })
    const ids = (await maya.call(listUsers)).body.items.map(({ id }) => id)
    expect(ids).not.toContain(guest.id)
    const again = { name: 'Ora', lastname: 'Grey', email: 'ora@harbor.example.com', role: 'user' as const }
    expect((await maya.call(createUser, { body: again })).status).toBe(201)
  })

  it('approves a new owner, and a closure', async () => {
    const { clientId } = maya.user
    await sol.call(transferOwnership, { params: { id: clientId }, body: { user_id: kit.user.id, reason } })
    await mia.call(approveRequest, { body: placeOf(await newestFor(mia)) })
    await emailTo(world, kit.email, /You now own/)
    await sol.call(changeClientStatus, { params: { id: clientId }, query: { status: 'closing' }, body: { reason } })
    await mia.call(approveRequest, { body: placeOf(await newestFor(mia)) })
    expect((await mia.call(getClient, { params: { id: clientId } })).body.status).toBe('closing')
    expect(await openFor(mia)).toEqual([])
  })
})

describe('A request without a user', () => {
  it('is not approved', async () => {
    const { clientId } = (await world.signUp({ company: 'Nameless Ltd', name: 'Nia' })).user
    await world.database.asSystem('test: a request without a user', (tx) =>
      tx
        .insertInto('staff_request')
        .values({ client_id: clientId, kind: 'ownership', subject: '', requested_by: sol.user.id, reason })
        .execute(),
    )
    const body = { clientId, kind: 'ownership', userId: null, role: null } as const
    expect((await mia.call(approveRequest, { body })).error.code).toBe('NOT_FOUND')
    await sol.call(declineRequest, { body })
  })
})

describe('An approval that comes too late', () => {
  it('makes no new request, and a role that was granted meanwhile leaves nothing to approve', async () => {
    const cleo = await world.signUp({ company: 'Cleo Ltd', name: 'Cleo' })
    const [tom, ned] = [await joinTeam(world, cleo, { name: 'Tom' }), await joinTeam(world, cleo, { name: 'Ned' })]
    const ask = (by: TestUser, target: TestUser) =>
      by.call(updateUser, { params: { id: target.user.id }, body: { role: 'admin', reason } })
    await ask(sol, tom)
    const body = placeOf(await newestFor(mia))
    await sol.call(declineRequest, { body })
    expect((await mia.call(approveRequest, { body })).error.code).toBe('NOT_FOUND')
    await ask(sol, ned)
    await cleo.call(updateUser, { params: { id: ned.user.id }, body: { role: 'admin' } })
    await mia.call(approveRequest, { body: placeOf(await newestFor(mia)) })
    expect(await openFor(mia)).toEqual([])
  })

  it('is refused when another owner was requested', async () => {
    const dora = await world.signUp({ company: 'Dora Ltd', name: 'Dora' })
    const [one, two] = [await joinTeam(world, dora, { name: 'One' }), await joinTeam(world, dora, { name: 'Two' })]
    const transfer = (by: TestUser, to: TestUser) =>
      by.call(transferOwnership, { params: { id: dora.user.clientId }, body: { user_id: to.user.id, reason } })
    await transfer(sol, one)
    await transfer(mia, two)
    expect(await newestNotice(sol)).toMatchObject({ kind: 'staff.wants_owner' })
    const { items } = (await sol.call(listNotifications)).body
    expect(
      items
        .slice(0, 2)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['staff.declined', 'staff.wants_owner'])
    expect((await openFor(sol)).map(({ userId }) => userId)).toEqual([two.user.id])
  })
})

describe('The staff user who made the request', () => {
  it('can withdraw it, and no one is notified', async () => {
    const cora = await world.signUp({ company: 'Cedar Dental', name: 'Cora' })
    const lee = await joinTeam(world, cora, { name: 'Lee' })
    await sol.call(updateUser, { params: { id: lee.user.id }, body: { role: 'admin', reason } })
    const before = (await sol.call(listNotifications)).body.total
    expect((await sol.call(declineRequest, { body: placeOf(await newestFor(sol)) })).body).toEqual({ declined: true })
    expect((await sol.call(listNotifications)).body.total).toBe(before)
    expect((await newestNotice(mia))?.readAt).not.toBeNull()
    const [declined] = (await cora.call(listAudit, { query: { action: 'user.role_declined' } })).body.items
    expect(declined).toMatchObject({ actorKind: 'staff', objectId: lee.user.id })
  })
})
