// One of our own people who means ill, alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { transferOwnership } from '#contract/clients.ts'
import { listNotifications } from '#contract/notifications.ts'
import type { Role } from '#contract/permissions.ts'
import { changeUserStatus, createUser, getUser, getUserByEmail, inviteUsers, listUsers, updateUser } from '#contract/users.ts'
import { changeUser, joinColleague, letterTo, signUpStaff, takeUpInvitation } from '#server/testing/people.ts'
import { startWorld, type Person, type World } from '#server/testing/world.ts'

let world: World
let sol: Person
let mia: Person
let maya: Person
beforeAll(async () => {
  world = await startWorld()
  sol = await signUpStaff(world)
  mia = await joinColleague(world, sol, { name: 'Mia', lastname: 'Steward', role: 'super_admin' })
  maya = await world.signUp({ company: 'Harbor Law', name: 'Maya', lastname: 'Ellison' })
})
afterAll(() => world.close())

const reason = 'Ticket 4711: nobody can sign in'

const guest = (name: string, role: Role) => ({
  name,
  lastname: 'Grey',
  email: `${name}@puppets.example.com`.toLowerCase(),
  role,
  client_id: maya.user.clientId,
})

describe('one of our own people who invites a puppet into an account of somebody else', () => {
  it.each(['admin', 'account_admin', 'super_admin'] as const)('as %s says why, and gets a user', async (role) => {
    const puppet = guest(`Pat${role.length}`, role)
    expect((await sol.call(createUser, { body: puppet })).error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'reason' })
    const { status, body } = await sol.call(createUser, { body: { ...puppet, reason } })
    expect([status, body.role, body.awaitsSecondPerson]).toEqual([201, 'user', true])
    expect((await letterTo(world, maya.email, /asked to change a role/)).text).toContain(reason)
    const [bell] = (await maya.call(listNotifications)).body.items
    expect(bell).toMatchObject({ kind: 'staff.role_requested', data: { name: `Pat${role.length} Grey`, role, reason } })
    const acts = (await maya.call(listAudit, { query: { action: 'user.role_requested' } })).body.items
    expect(acts[0]).toMatchObject({ actorKind: 'staff', objectId: body.id, reason, diff: { role: ['user', role] } })
  })

  it('cannot lift it later, however often they ask, and a second one can only do so for the same role', async () => {
    const { body: puppet } = await sol.call(createUser, { body: guest('Quinn', 'user') })
    const lift = (by: Person, role: Role) => by.call(updateUser, { params: { id: puppet.id }, body: { role, reason } })
    for (let again = 0; again < 3; again += 1)
      expect((await lift(sol, 'admin')).body).toMatchObject({ role: 'user', awaitsSecondPerson: true })
    expect((await lift(mia, 'account_admin')).body).toMatchObject({ role: 'user', awaitsSecondPerson: true })
    expect((await lift(sol, 'account_admin')).body).toMatchObject({ role: 'account_admin' })
    expect((await maya.call(getUser, { params: { id: puppet.id } })).body.role).toBe('account_admin')
    expect((await sol.call(updateUser, { params: { id: puppet.id }, body: { role: 'user' } })).body.role).toBe('user')
  })

  it('cannot make a second one of themselves', async () => {
    const puppet = { ...guest('Riva', 'super_admin'), client_id: sol.user.clientId }
    const { body } = await sol.call(createUser, { body: { ...puppet, reason } })
    expect([body.role, body.awaitsSecondPerson]).toEqual(['user', true])
    const emails = ['riva2@puppets.example.com']
    expect((await sol.call(inviteUsers, { body: { emails, role: 'super_admin' } })).error.code).toBe('FORBIDDEN')
  })

  it('does not become the owner with it', async () => {
    const kit = await joinColleague(world, maya, { name: 'Kit' })
    const hand = { params: { id: maya.user.clientId }, body: { user_id: kit.user.id, reason } }
    for (let again = 0; again < 2; again += 1)
      expect((await sol.call(transferOwnership, hand)).body).toMatchObject({ awaitsSecondPerson: true })
    expect((await letterTo(world, maya.email, /asked to change the owner/)).text).toContain(`make Kit Okafor the owner`)
  })
})

describe('somebody who is invited', () => {
  const arriveAs = async (name: string, role: Role): Promise<Person> => {
    const email = `${name}@invited.example.com`.toLowerCase()
    await maya.call(createUser, { body: { name, lastname: 'Invited', email, role } })
    await takeUpInvitation(world, email, await world.codeFor(email))
    return world.signIn(email, 'my own long password')
  }

  it('may accept that, and nothing else before', async () => {
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

  it('can be suspended before they ever come, and is expected again when restored', async () => {
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
