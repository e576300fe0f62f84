// A malicious staff user, acting alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listApprovals } from '#contract/approvals.ts'
import { listAudit } from '#contract/audit.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { listNotifications } from '#contract/notifications.ts'
import type { Role } from '#contract/users/permissions.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser, inviteUsers, resendInvitation } from '#contract/users/invitations.ts'
import {
  changeUserStatus,
  clearUserFactors,
  deleteUser,
  resetUserPassword,
  getUser,
  listUsers,
  updateUser,
} from '#contract/users/users.ts'
import { acceptTerms, changeUser, joinTeam, emailTo, signUpStaff, takeUpInvitation } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let sol: TestUser
let mia: TestUser
let maya: TestUser
beforeAll(async () => {
  world = await startWorld()
  sol = await signUpStaff(world)
  mia = await joinTeam(world, sol, { name: 'Mia', lastname: 'Steward', role: 'super_admin' })
  maya = await world.signUp({ company: 'Harbor Law', name: 'Maya', lastname: 'Ellison' })
})
afterAll(() => world.close())

const reason = 'Ticket 4711: nobody can sign in'
const because = (why: string | undefined) => (why === undefined ? {} : { reason: why })

const guest = (name: string, role: Role) => ({
  name,
  lastname: 'Grey',
  email: `${name}@puppets.example.com`.toLowerCase(),
  role,
  client_id: maya.user.clientId,
})

const emailsTo = async (email: string): Promise<unknown[]> => {
  const response = await fetch(`${world.url}/agencies-api/outbox/letters?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as { items: unknown[] }).items
}

/** An active user whom Maya invited herself. */
const colleague = (name: string) => joinTeam(world, maya, { name, lastname: 'Grey' })

describe('A staff user who invites an accomplice into another account', () => {
  it.each(['user', 'admin', 'account_admin', 'super_admin'] as const)('as %s has to give a reason, and waits', async (role) => {
    const puppet = guest(`Pat${role.length}`, role)
    expect((await sol.call(createUser, { body: puppet })).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
    const { status, body } = await sol.call(createUser, { body: { ...puppet, reason } })
    expect([status, body.status, body.awaitsSecondPerson, body.invitedAt]).toEqual([201, 'INVITED', true, null])
    expect((await emailTo(world, maya.email, /asked to invite a user/)).text).toContain(reason)
    const [bell] = (await maya.call(listNotifications)).body.items
    expect(bell).toMatchObject({ kind: 'staff.invited', data: { name: `Pat${role.length} Grey`, role, reason } })
    const [requested] = (await maya.call(listAudit, { query: { action: 'user.invitation_requested' } })).body.items
    expect(requested).toMatchObject({ actorKind: 'staff', objectId: body.id, reason })
    expect((await sol.call(resendInvitation, { query: { id: body.id } })).error.code).toBe('ACTION_NOT_ALLOWED')
    expect(await emailsTo(puppet.email)).toEqual([])
  })

  it('does not bring in a user who already has a sign-in: they get their own account instead', async () => {
    const email = 'puck@puppets.example.com'
    await sol.call(createUser, { body: { ...guest('Puck', 'user'), reason } })
    const puck = await world.signUp({ email, company: 'Puck & Co', name: 'Puck' })
    expect(puck.user.clientId).not.toBe(maya.user.clientId)
    const { items } = (await maya.call(listUsers, { query: { search: email } })).body
    expect(items).toEqual([])
  })

  it('changes nothing about it meanwhile: the user gets no email, and their sign-in is not touched', async () => {
    const { body: puppet } = await sol.call(createUser, { body: { ...guest('Rex', 'user'), reason } })
    const change = (status: 'INVITED' | 'SUSPENDED') =>
      sol.call(changeUserStatus, { params: { id: puppet.id }, body: { status, reason } })
    expect((await change('SUSPENDED')).error.code).toBe('ACTION_NOT_ALLOWED')
    const rename = { params: { id: puppet.id }, body: { name: 'Max', reason } }
    expect((await sol.call(updateUser, rename)).error.code).toBe('ACTION_NOT_ALLOWED')
    expect(await emailsTo('rex@puppets.example.com')).toEqual([])
  })

  it('gives a reason when suspending and restoring, and cannot choose companies', async () => {
    const zoe = await colleague('Zoe')
    const change = (why?: string) =>
      sol.call(changeUserStatus, { params: { id: zoe.user.id }, body: { status: 'SUSPENDED', reason: why } })
    expect((await change()).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
    expect((await change(reason)).body.status).toBe('SUSPENDED')
    const widen = { params: { id: zoe.user.id }, body: { companies: [], reason } }
    expect((await sol.call(updateUser, widen)).error.code).toBe('FORBIDDEN')
  })

  it('gives a reason when renaming, removing, resetting the password or clearing the second steps of a user', async () => {
    const ida = await colleague('Ida')
    const params = { id: ida.user.id }
    const acts = [
      (why?: string) => sol.call(updateUser, { params, body: { name: 'Your bank', reason: why } }),
      (why?: string) => sol.call(resetUserPassword, { params, query: because(why) }),
      (why?: string) => sol.call(clearUserFactors, { params, query: because(why) }),
      (why?: string) => sol.call(deleteUser, { params, query: because(why) }),
    ]
    for (const act of acts) {
      expect((await act()).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
      expect((await act(reason)).status).toBeLessThan(300)
    }
    const { items } = (await maya.call(listAudit, { query: { object_type: 'user', object_id: ida.user.id, limit: 4 } })).body
    expect(items.map(({ action, reason: why }) => [action, why])).toEqual([
      ['user.removed', reason],
      ['user.factors_cleared', reason],
      ['user.password_reset', reason],
      ['user.updated', reason],
    ])
    const { text } = await emailTo(world, ida.email, /^Tributary staff turned off your two-step sign-in$/)
    expect(text).toContain(reason)
    expect((await emailTo(world, ida.email, /has ended$/)).text).toContain('Tributary staff removed you')
  })

  it('gives a reason when suspending or removing another staff user, and cannot do it to the owner', async () => {
    const ada = await joinTeam(world, sol, { name: 'Ada', role: 'super_admin' })
    const suspend = (whom: TestUser, why?: string) =>
      mia.call(changeUserStatus, { params: { id: whom.user.id }, body: { status: 'SUSPENDED', reason: why } })
    const remove = (whom: TestUser, why?: string) => mia.call(deleteUser, { params: { id: whom.user.id }, query: because(why) })
    for (const act of [suspend, remove]) {
      expect((await act(ada)).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
      expect((await act(sol, reason)).error.code).toBe('LAST_ADMIN')
      expect((await act(ada, reason)).status).toBe(200)
    }
  })

  it('can request at most twenty in a day', async () => {
    const lena = await world.signUp({ company: 'Lena Ltd', name: 'Lena' })
    const ask = (n: number) =>
      sol.call(createUser, { body: { ...guest(`Many${n}`, 'user'), client_id: lena.user.clientId, reason } })
    for (let n = 0; n < 20; n += 1) expect((await ask(n)).status).toBe(201)
    expect((await ask(20)).status).toBe(429)
  })

  it('does not block an address that the account itself wants to invite', async () => {
    const { body: puppet } = await sol.call(createUser, { body: { ...guest('Una', 'user'), reason } })
    const other = await world.signUp({ company: 'Una Ltd', name: 'Olive' })
    expect((await other.call(createUser, { body: { ...guest('Una', 'user'), client_id: undefined } })).status).toBe(201)
    expect((await maya.call(getUser, { params: { id: puppet.id } })).error.code).toBe('NOT_FOUND')
  })

  it('succeeds if an admin of the account sends the invitation, or is refused for good', async () => {
    const [one, two] = await Promise.all(
      ['Sue', 'Tim'].map(async (name) => (await sol.call(createUser, { body: { ...guest(name, 'user'), reason } })).body),
    )
    expect((await maya.call(resendInvitation, { query: { id: one?.id ?? '' } })).status).toBe(202)
    await emailTo(world, 'sue@puppets.example.com', /./)
    expect((await maya.call(deleteUser, { params: { id: two?.id ?? '' }, query: {} })).status).toBe(200)
    const waiting = (await mia.call(listApprovals)).body.items.map(({ userId }) => userId)
    expect(waiting).not.toContain(one?.id)
    expect(waiting).not.toContain(two?.id)
    expect((await maya.call(createUser, { body: { ...guest('Tim', 'user'), client_id: undefined } })).status).toBe(201)
  })
})

describe('A staff user who changes roles in another account', () => {
  it('cannot grant a role alone, even with repeated requests, and a second one can only approve the same role', async () => {
    const quinn = await colleague('Quinn')
    const lift = (by: TestUser, role: Role) => by.call(updateUser, { params: { id: quinn.user.id }, body: { role, reason } })
    for (let again = 0; again < 3; again += 1)
      expect((await lift(sol, 'admin')).body).toMatchObject({ role: 'user', awaitsSecondPerson: true })
    expect((await lift(mia, 'account_admin')).body).toMatchObject({ role: 'user', awaitsSecondPerson: true })
    expect((await lift(sol, 'account_admin')).body).toMatchObject({ role: 'account_admin' })
    expect((await maya.call(getUser, { params: { id: quinn.user.id } })).body.role).toBe('account_admin')
    const [changed] = (await maya.call(listAudit, { query: { action: 'user.role_changed' } })).body.items
    expect(changed).toMatchObject({ actorKind: 'staff', objectId: quinn.user.id, reason })
  })

  it('gives a reason for revoking a role, too', async () => {
    const rhea = await joinTeam(world, maya, { name: 'Rhea', role: 'admin' })
    const lower = (why?: string) => sol.call(updateUser, { params: { id: rhea.user.id }, body: { role: 'user', reason: why } })
    expect((await lower()).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
    expect((await lower(reason)).body.role).toBe('user')
  })

  it('notifies another staff user, who can approve each of several users and is named there', async () => {
    const users = [await colleague('Sia'), await colleague('Tia')]
    const lift = (by: TestUser, { user }: TestUser) =>
      by.call(updateUser, { params: { id: user.id }, body: { role: 'admin', reason } })
    for (const user of users) expect((await lift(sol, user)).body).toMatchObject({ awaitsSecondPerson: true })
    const bells = (await mia.call(listNotifications)).body.items.slice(0, users.length)
    const bell = { kind: 'staff.wants_role', data: { name: 'Harbor Law', role: 'admin', reason, actor: sol.email }, readAt: null }
    expect(bells).toMatchObject([bell, bell])
    for (const user of users) expect((await lift(mia, user)).body).toMatchObject({ role: 'admin' })
    const [answer] = (await sol.call(listNotifications)).body.items
    expect(answer).toMatchObject({ kind: 'staff.approved', data: { name: 'Harbor Law', actor: mia.email } })
    const settled = (await mia.call(listNotifications)).body.items.filter(({ kind }) => kind === 'staff.wants_role')
    expect(settled.slice(0, 2).every(({ readAt }) => readAt !== null)).toBe(true)
  })

  it.each(['admin', 'account_admin', 'super_admin'] as const)(
    'cannot bring a second user of their own into our own account as %s',
    async (role) => {
      const puppet = { ...guest(`Riva${role.length}`, role), client_id: sol.user.clientId }
      expect((await sol.call(createUser, { body: puppet })).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
      const { body } = await sol.call(createUser, { body: { ...puppet, reason } })
      expect([body.role, body.awaitsSecondPerson]).toEqual(['user', true])
      const emails = [`more.${puppet.email}`]
      expect((await sol.call(inviteUsers, { body: { emails, role } })).error.code).toBe('FORBIDDEN')
    },
  )

  it('does not become the owner with it', async () => {
    const kit = await joinTeam(world, maya, { name: 'Kit' })
    const transfer = { params: { id: maya.user.clientId }, body: { user_id: kit.user.id, reason } }
    for (let again = 0; again < 2; again += 1)
      expect((await sol.call(transferOwnership, transfer)).body).toMatchObject({ awaitsSecondPerson: true })
    expect((await emailTo(world, maya.email, /asked to change the owner/)).text).toContain(`make Kit Okafor the owner`)
    const [requested] = (await maya.call(listAudit, { query: { action: 'client.owner_change_requested' } })).body.items
    expect(requested).toMatchObject({ actorKind: 'staff', objectId: kit.user.id, reason })
  })
})

describe('A staff user who wants to give our own account away', () => {
  it('needs another staff user, and can give it only to staff', async () => {
    const lee = await joinTeam(world, sol, { name: 'Lee', role: 'user' })
    const transfer = (by: TestUser, to: TestUser) =>
      by.call(transferOwnership, { params: { id: sol.user.clientId }, body: { user_id: to.user.id, reason } })
    expect((await transfer(sol, lee)).error).toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      detail: 'Only staff can own this account.',
    })
    expect((await transfer(sol, mia)).body).toMatchObject({ awaitsSecondPerson: true, client: { ownerId: sol.user.id } })
    expect((await transfer(mia, mia)).body).toMatchObject({ awaitsSecondPerson: false, client: { ownerId: mia.user.id } })
    await acceptTerms(mia)
  })

  it('is not helped by an admin of it who is not staff: they neither transfer it, nor approve that, nor grant roles', async () => {
    const pia = await joinTeam(world, sol, { name: 'Pia', role: 'account_admin' })
    const lou = await joinTeam(world, sol, { name: 'Lou' })
    const transfer = (by: TestUser) =>
      by.call(transferOwnership, { params: { id: sol.user.clientId }, body: { user_id: sol.user.id, reason } })
    expect((await transfer(pia)).error.code).toBe('FORBIDDEN')
    expect((await transfer(sol)).body).toMatchObject({ awaitsSecondPerson: true })
    expect((await transfer(pia)).error.code).toBe('FORBIDDEN')
    expect((await sol.call(getUser, { params: { id: sol.user.id } })).body.isOwner).toBe(false)
    for (const role of ['admin', 'account_admin'] as const) {
      const lift = { params: { id: lou.user.id }, body: { role, reason } }
      expect((await pia.call(updateUser, lift)).error).toMatchObject({ code: 'FORBIDDEN', field: 'role' })
    }
  })
})

describe('An invited user', () => {
  const arriveAs = async (name: string, role: Role): Promise<TestUser> => {
    const email = `${name}@invited.example.com`.toLowerCase()
    await maya.call(createUser, { body: { name, lastname: 'Invited', email, role } })
    await takeUpInvitation(world, email, await world.codeFor(email))
    return world.signIn(email, 'my own long password')
  }

  it('may accept the invitation, and nothing else before', async () => {
    const noa = await arriveAs('Noa', 'admin')
    expect(noa.user.status).toBe('INVITED')
    expect((await noa.call(listUsers)).error.code).toBe('INVITATION_OPEN')
    expect((await noa.call(getUserByEmail, { query: { email: maya.email } })).error.code).toBe('INVITATION_OPEN')
    const change = (id: string, status: 'ACTIVE' | 'SUSPENDED') =>
      noa.call(changeUserStatus, { params: { id }, body: { status } })
    expect((await change(maya.user.id, 'SUSPENDED')).error.code).toBe('INVITATION_OPEN')
    expect((await change(noa.user.id, 'ACTIVE')).body.status).toBe('ACTIVE')
    expect((await noa.call(listUsers)).status).toBe(200)
  })

  it('can be suspended before they ever sign in, and is invited again when restored', async () => {
    const email = 'ori@invited.example.com'
    const { body: ori } = await maya.call(createUser, { body: { name: 'Ori', lastname: 'Invited', email, role: 'user' } })
    const temporary = await world.codeFor(email)
    const change = (status: 'INVITED' | 'SUSPENDED') => maya.call(changeUserStatus, { params: { id: ori.id }, body: { status } })
    expect((await change('SUSPENDED')).body.status).toBe('SUSPENDED')
    await expect.poll(() => takeUpInvitation(world, email, temporary).catch(() => 'refused')).toBe('refused')
    expect((await change('INVITED')).body.status).toBe('INVITED')
    await changeUser(world, { user: ori }, { invited_at: new Date(0) })
  })
})
