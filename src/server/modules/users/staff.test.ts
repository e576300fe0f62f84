import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createUser, inviteUsers, resendInvitation } from '#contract/users/invitations.ts'
import {
  changeUserStatus,
  deleteUser,
  getUser,
  listUsers,
  resetUserPassword,
  revealUser,
  updateUser,
} from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { acceptTerms, changeUser, joinTeam, emailTo, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let sol: TestUser
let ana: TestUser
let cho: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  sol = await signUpStaff(world)
  ana = await world.signUp({ company: 'Northlight Growth', name: 'Ana', lastname: 'Whitfield', agency: true })
  cho = await joinTeam(world, ana, { name: 'Cho', lastname: 'Tanaka' })
  jonah = await world.signUp({ company: '100% Pratt_Sons', name: 'Jonah', lastname: 'Pratt' })
})
afterAll(() => world.close())

const idsFor = async (query: object): Promise<string[]> =>
  (await sol.call(listUsers, { query: { size: 100, ...query } })).body.items.map(({ id }) => id)

describe('All users, for staff [ADMIN-02] [API-04]', () => {
  it('are in one list, those of other accounts masked', async () => {
    const { body } = await sol.call(listUsers, { query: { size: 100 } })
    expect(body.total).toBe(4)
    expect(body.counts).toBeUndefined()
    const shown = body.items.find(({ id }) => id === cho.user.id)
    expect(shown).toMatchObject({
      name: 'C••',
      lastname: 'T•••••',
      isMasked: true,
      clientName: 'Northlight Growth',
      role: 'user',
    })
    expect(JSON.stringify(body)).not.toMatch(/Tanaka|Whitfield|Jonah|northlight\.|cho\./)
    expect(body.items.find(({ id }) => id === sol.user.id)).toMatchObject({ name: 'Sol', isMasked: false })
  })

  it('are counted by status for one account', async () => {
    const { body } = await sol.call(listUsers, { query: { client_id: ana.user.clientId } })
    expect([body.total, body.counts]).toEqual([2, { ACTIVE: 2, INVITED: 0, SUSPENDED: 0, INACTIVE: 0 }])
    expect((await sol.call(listUsers, { query: { client_id: newId() } })).error.code).toBe('NOT_FOUND')
  })

  it('are found by complete values: email, id, both names together, or a part of the account’s name', async () => {
    for (const search of [cho.email.toUpperCase(), cho.user.id, 'cho TANAKA'])
      expect(await idsFor({ search })).toEqual([cho.user.id])
    for (const search of [ana.user.clientId, 'light gro', 'NORTH', 'no', 'n'])
      expect(await idsFor({ search })).toEqual([cho.user.id, ana.user.id])
    expect(await idsFor({ search: 'cho tanaka', client_id: jonah.user.clientId })).toEqual([])
    expect(await idsFor({ search: 'north', role: 'user' })).toEqual([cho.user.id])
    expect(await idsFor({ search: '0% Pratt_' })).toEqual([jonah.user.id])
  })

  it.each([
    'Cho',
    'Tanaka',
    'Tanaka Cho',
    'Tanak',
    'anaka',
    'Ch',
    'ho Tan',
    '@example.com',
    'cho.',
    '%',
    '_',
    'o%n',
    '\\',
    'wth',
  ])('are not found by one name or a part such as %s, which would reveal what the mask hides', async (search) => {
    const found = await idsFor({ search })
    expect(found.filter((id) => id === cho.user.id || id === ana.user.id)).toEqual(
      search === 'wth' ? [cho.user.id, ana.user.id] : [],
    )
  })

  it("are not sorted by masked names; users of the caller's account are", async () => {
    for (const query of [{}, { client_id: ana.user.clientId }]) {
      const { status, error } = await sol.call(listUsers, { query: { sort: 'name:asc', ...query } })
      expect([status, error.code, error.field]).toEqual([400, 'UNKNOWN_FILTER', 'sort'])
    }
    expect(await idsFor({ sort: 'name:asc', search: 'so', client_id: sol.user.clientId })).toEqual([sol.user.id])
  })

  it('include removed users, who are found as inactive together with suspended ones [USER-02]', async () => {
    const gone = await joinTeam(world, ana, { name: 'Gone' })
    await ana.call(deleteUser, { params: { id: gone.user.id }, query: {} })
    expect(await idsFor({})).toContain(gone.user.id)
    const halted = await joinTeam(world, ana, { name: 'Halted' })
    await ana.call(changeUserStatus, { params: { id: halted.user.id }, body: { status: 'SUSPENDED' } })
    expect(await idsFor({ status: 'INACTIVE' })).toEqual([halted.user.id, gone.user.id])
    expect(await idsFor({ status: 'SUSPENDED' })).toEqual([halted.user.id])
    expect((await sol.call(getUser, { params: { id: gone.user.id } })).body).toMatchObject({ status: 'INACTIVE', isMasked: true })
  })
})

describe('The mask', () => {
  it('is removed with a reason, which the owner gets by email and the audit log keeps [ADMIN-04]', async () => {
    const reveal = (body: object) => sol.call(revealUser, { params: { id: cho.user.id }, body: body as never })
    const { status, body } = await reveal({ reason: 'Ticket 4711: cannot sign in' })
    expect([status, body]).toEqual([200, { name: 'Cho', lastname: 'Tanaka', email: cho.email }])
    const email = await emailTo(world, ana.email, /viewed personal data in your account/)
    expect(email.text).toContain('Ticket 4711')
    const [bell] = (await ana.call(listNotifications)).body.items
    expect(bell).toMatchObject({ kind: 'staff.looked', data: { reason: 'Ticket 4711: cannot sign in' } })
    const acts = (await ana.call(listAudit, { query: { action: 'staff.revealed' } })).body.items
    expect(acts).toMatchObject([{ actorKind: 'staff', objectId: cho.user.id, reason: 'Ticket 4711: cannot sign in' }])
    for (const wrong of [{}, { reason: 'why' }, { reason: 'x'.repeat(301) }])
      expect((await reveal(wrong)).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
  })

  it('is removed for staff only, and for existing users only', async () => {
    const body = { reason: 'Just curious about them' }
    for (const user of [ana, jonah])
      expect((await user.call(revealUser, { params: { id: cho.user.id }, body })).error.code).toBe('FORBIDDEN')
    expect((await sol.call(revealUser, { params: { id: newId() }, body })).error.code).toBe('NOT_FOUND')
  })
})

describe('What staff do for others [ADMIN-02] [API-05]', () => {
  it('suspending and restoring is in the audit log of that account, as done by staff [ADMIN-04]', async () => {
    const dee = await joinTeam(world, ana, { name: 'Dee', lastname: 'Marsh' })
    const change = (status: 'ACTIVE' | 'SUSPENDED') =>
      sol.call(changeUserStatus, { params: { id: dee.user.id }, body: { status, reason: 'Asked by phone' } })
    expect((await change('SUSPENDED')).body).toMatchObject({ status: 'SUSPENDED', isMasked: true })
    expect((await change('ACTIVE')).status).toBe(200)
    const acts = (await ana.call(listAudit, { query: { object_type: 'user', object_id: dee.user.id, limit: 2 } })).body.items
    expect(acts.map(({ action, actorKind, reason }) => [action, actorKind, reason])).toEqual([
      ['user.restored', 'staff', 'Asked by phone'],
      ['user.suspended', 'staff', 'Asked by phone'],
    ])
    const { items } = (await ana.call(listEvents, { query: { event: 'user.suspended' } })).body
    expect(items[0]).toMatchObject({ origin: 'staff', actor: 'Tributary staff' })
    const ours = { client_id: sol.user.clientId, object_type: 'user', object_id: dee.user.id }
    const [again] = (await sol.call(listAudit, { query: ours })).body.items
    expect(again).toMatchObject({ action: 'user.restored', actorName: 'Sol Steward', actedInName: 'Northlight Growth' })
  })

  it('inviting into any account, resending by id, resetting a password', async () => {
    const guest = { name: 'Eli', lastname: 'Okafor', email: 'eli@staff-invited.example.com', role: 'user' as const }
    const invited = await sol.call(createUser, { body: { ...guest, client_id: ana.user.clientId, reason: 'Asked by phone' } })
    expect(invited.body).toMatchObject({
      status: 'INVITED',
      isMasked: true,
      clientId: ana.user.clientId,
      awaitsSecondPerson: true,
    })
    expect((await sol.call(createUser, { body: { ...guest, client_id: newId(), reason: 'Asked by phone' } })).error.code).toBe(
      'NOT_FOUND',
    )
    const query = { id: invited.body.id }
    expect((await ana.call(resendInvitation, { query })).status).toBe(202)
    expect((await sol.call(resendInvitation, { query })).status).toBe(429)
    await changeUser(world, { user: invited.body }, { invited_at: new Date(Date.now() - 700_000) })
    expect((await sol.call(resendInvitation, { query })).status).toBe(202)
    expect((await sol.call(resetUserPassword, { params: { id: cho.user.id }, query: { reason: 'Forgot it' } })).status).toBe(202)
    await emailTo(world, cho.email, /password reset code/)
    expect((await emailTo(world, ana.email, /asked to invite a user/)).text).toContain('Eli Okafor')
  })

  it('giving a user of our own account the staff role takes a second approval, and revoking it ends the rights', async () => {
    const tove = await joinTeam(world, sol, { name: 'Tove' })
    const mia = await joinTeam(world, sol, { name: 'Mia', role: 'super_admin' })
    expect((await tove.call(listUsers)).body.items.every(({ clientId }) => clientId === sol.user.clientId)).toBe(true)
    const give = (by: TestUser, role: 'super_admin' | 'user', reason?: string) =>
      by.call(updateUser, { params: { id: tove.user.id }, body: { role, reason } })
    expect((await give(sol, 'super_admin')).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
    expect((await give(sol, 'super_admin', 'Joins support')).body).toMatchObject({ role: 'user', awaitsSecondPerson: true })
    expect((await give(mia, 'super_admin', 'Joins support')).body).toMatchObject({ role: 'super_admin', isMasked: false })
    const sees = (all: boolean) =>
      eventually(async () => {
        const { total } = (await tove.call(listUsers)).body
        return (total ?? 0) > 3 === all ? true : undefined
      })
    await sees(true)
    expect((await give(sol, 'user')).status).toBe(200)
    await sees(false)
    const emails = ['one@tributary.example.com']
    for (const role of ['super_admin', 'account_admin', 'admin'] as const)
      expect((await sol.call(inviteUsers, { body: { emails, role } })).error.code).toBe('FORBIDDEN')
    expect((await sol.call(inviteUsers, { body: { emails, role: 'user' } })).body.invited[0]?.isMasked).toBe(false)
  })

  it('transferring an account takes a second approval, and both owners get an email', async () => {
    const kit = await joinTeam(world, jonah, { name: 'Kit', lastname: 'Sorensen' })
    const lou = await joinTeam(world, sol, { name: 'Lou', lastname: 'Steward', role: 'super_admin' })
    const transfer = (by: TestUser, to: TestUser, reason?: string) =>
      by.call(transferOwnership, { params: { id: jonah.user.clientId }, body: { user_id: to.user.id, reason } })
    expect((await transfer(sol, kit)).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
    for (let again = 0; again < 2; again += 1)
      expect((await transfer(sol, kit, 'The owner has left')).body).toMatchObject({
        awaitsSecondPerson: true,
        client: { ownerId: jonah.user.id },
      })
    expect((await emailTo(world, jonah.email, /asked to change the owner/)).text).toContain('The owner has left')
    const { status, body } = await transfer(lou, kit, 'Confirmed by telephone')
    expect([status, body.awaitsSecondPerson, body.client.ownerId, body.client.isMasked, body.client.ownerName]).toEqual([
      200,
      false,
      kit.user.id,
      true,
      'K••',
    ])
    await emailTo(world, kit.email, /You now own/)
    expect((await emailTo(world, jonah.email, /has a new owner/)).text).toContain('Kit Sorensen')
    await acceptTerms(kit)
    const acts = (await kit.call(listAudit, { query: { action: 'client.owner_changed' } })).body.items
    expect(acts[0]).toMatchObject({ actorKind: 'staff', diff: { ownerId: [jonah.user.id, kit.user.id] } })
    expect((await jonah.call(listNotifications)).body.items[0]).toMatchObject({ kind: 'client.owner_changed' })
  })
})
