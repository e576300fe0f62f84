// What staff see by default: the columns of the specification.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getClient, getClientByEmail, listClients } from '#contract/clients.ts'
import { listEvents } from '#contract/events/events.ts'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { listNotifications } from '#contract/notifications.ts'
import { changeUserStatus, getUser, listUsers } from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { tamper } from '../audit/testing.ts'

let world: World
let sol: TestUser
let ana: TestUser
let cho: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  sol = await signUpStaff(world)
  ana = await world.signUp({ company: 'Northlight Growth', name: 'Ana', lastname: 'Whitfield', agency: true })
  cho = await joinTeam(world, ana, { name: 'Cho', lastname: 'Tanaka' })
  jonah = await world.signUp({ company: '100% Pratt_Sons', name: 'Jonah', lastname: 'Pratt' })
})
afterAll(() => world.close())

const usersFor = async (query: object): Promise<string[]> =>
  (await sol.call(listUsers, { query: { size: 100, ...query } })).body.items.map(({ name }) => name)

const clientsFor = async (search: string): Promise<string[]> =>
  (await sol.call(listClients, { query: { search } })).body.items.map(({ name }) => name)

const viewsOf = async (owner: TestUser) => (await owner.call(listAudit, { query: { action: 'staff.viewed' } })).body.items

describe('Internal administration shows', () => {
  it('users with first name, last name, email, role, status, client name and created date [ADMIN-02]', async () => {
    const { items } = (await sol.call(listUsers, { query: { size: 100 } })).body
    expect(items.find(({ id }) => id === cho.user.id)).toMatchObject({
      name: 'Cho',
      lastname: 'Tanaka',
      email: cho.email,
      role: 'user',
      status: 'ACTIVE',
      clientName: 'Northlight Growth',
      createdAt: expect.stringMatching(/Z$/),
      isMasked: false,
    })
  })

  it('clients with their name, the owner’s first name, last name and email, status and created date [ADMIN-01]', async () => {
    const { items } = (await sol.call(listClients, { query: { size: 100 } })).body
    expect(items.find(({ id }) => id === ana.user.clientId)).toMatchObject({
      name: 'Northlight Growth',
      ownerName: 'Ana',
      ownerLastname: 'Whitfield',
      ownerEmail: ana.email,
      status: 'active',
      createdAt: expect.stringMatching(/Z$/),
      isMasked: false,
    })
  })

  it.each([
    ['tanak', ['Cho']],
    ['ANAKA', ['Cho']],
    ['ho Tan', ['Cho']],
    ['jonah.', ['Jonah']],
    ['jo', ['Jonah']],
    ['light gro', ['Cho', 'Ana']],
    ['%', []],
    ['o%n', []],
    ['_', []],
  ])('users that match %s in a part of the name, email or account', async (search, found) => {
    expect(await usersFor({ search })).toEqual(found)
  })

  it('users found within one account by a part, an email or an id', async () => {
    const client_id = ana.user.clientId
    expect(await usersFor({ search: 'anaka', client_id })).toEqual(['Cho'])
    expect(await usersFor({ search: cho.email.toUpperCase(), client_id })).toEqual(['Cho'])
    expect(await usersFor({ search: cho.user.id })).toEqual(['Cho'])
    expect(await usersFor({ search: 'anaka', client_id: jonah.user.clientId })).toEqual([])
  })

  it('users sorted by name, of all accounts and of one', async () => {
    expect(await usersFor({ sort: 'name:asc' })).toEqual(['Ana', 'Cho', 'Jonah', 'Sol'])
    expect(await usersFor({ sort: 'name:desc', client_id: ana.user.clientId })).toEqual(['Cho', 'Ana'])
  })

  it.each([
    ['whitf', ['Northlight Growth']],
    ['onah pra', ['100% Pratt_Sons']],
    ['0% Pratt_', ['100% Pratt_Sons']],
    ['%', []],
    ['tanaka', []],
  ])('clients that match %s in a part of their name or owner', async (search, found) => {
    expect(await clientsFor(search)).toEqual(found)
  })

  it('clients by a part of their owner’s email', async () => {
    expect(await clientsFor(ana.email.slice(0, -4).toUpperCase())).toEqual(['Northlight Growth'])
  })

  it('who acted, in events and in the audit log, while an account sees staff as one name', async () => {
    await sol.call(changeUserStatus, { params: { id: cho.user.id }, body: { status: 'SUSPENDED', reason: 'Asked by phone' } })
    await ana.call(changeUserStatus, { params: { id: cho.user.id }, body: { status: 'ACTIVE' } })
    const restored = { event: 'user.restored', client_id: ana.user.clientId } as const
    expect((await sol.call(listEvents, { query: restored })).body.items[0]).toMatchObject({ actor: ana.email, object: cho.email })
    const log = { action: 'user.restored', client_id: ana.user.clientId }
    expect((await sol.call(listAudit, { query: log })).body.items[0]).toMatchObject({
      actorName: 'Ana Whitfield',
      objectName: 'Cho Tanaka',
    })
    const shown = (await ana.call(listEvents, { query: { event: 'user.suspended' } })).body.items[0]
    expect(shown).toMatchObject({ origin: 'staff', actor: 'Tributary staff' })
  })
})

describe('Opening the details of an account [ADMIN-04]', () => {
  it('is recorded in its audit log once per staff user and hour, without a reason, and its owner gets no email', async () => {
    const ivy = await world.signUp({ company: 'Ivy and Co', name: 'Ivy' })
    const params = { id: ivy.user.clientId }
    expect(await viewsOf(ivy)).toEqual([])
    await Promise.all([1, 2, 3].map(() => sol.call(getClient, { params })))
    expect(await viewsOf(ivy)).toMatchObject([
      { actorKind: 'staff', actorName: 'Tributary staff', objectType: 'client', objectId: ivy.user.clientId, reason: null },
    ])
    const lou = await joinTeam(world, sol, { name: 'Lou', role: 'super_admin' })
    await lou.call(getClient, { params })
    expect(await viewsOf(ivy)).toHaveLength(2)
    expect((await ivy.call(listNotifications)).body.total).toBe(0)
  })

  it('is recorded again an hour later', async () => {
    const mia = await world.signUp({ company: 'An Hour Later', name: 'Mia' })
    const open = () => sol.call(getClient, { params: { id: mia.user.clientId } })
    await open()
    await tamper(world, "update audit_entry set at = at - interval '61 minutes' where on_behalf_of = $1", [mia.user.clientId])
    await open()
    expect(await viewsOf(mia)).toHaveLength(2)
  })

  it.each([
    'its users',
    'one of its users',
    'its audit log',
    'its events',
    'its id in a search',
    'the id of one of its users in a search',
    'a part of its name in a search',
    'the email of one of its users in a search',
    'what one of its users did, in the audit log',
    'an export of what one of its users did',
  ])('also counts through %s', async (way) => {
    const { user, call, email } = await world.signUp({ company: `By way of ${way}`, name: 'Wes' })
    const headers = { authorization: `Bearer ${sol.token}` }
    if (way.startsWith('an export'))
      await (await fetch(`${world.url}/users-api/audit/export?actor=${user.id}`, { headers })).text()
    else if (way.startsWith('what')) await sol.call(listAudit, { query: { actor: user.id } })
    else if (way.startsWith('a part')) await sol.call(listUsers, { query: { search: 'way of a part', size: 1 } })
    else if (way.startsWith('the email')) await sol.call(listUsers, { query: { search: email } })
    else if (way === 'its users') await sol.call(listUsers, { query: { client_id: user.clientId } })
    else if (way === 'one of its users') await sol.call(getUser, { params: { id: user.id } })
    else if (way === 'its audit log') await sol.call(listAudit, { query: { client_id: user.clientId } })
    else if (way === 'its events') await sol.call(listEvents, { query: { client_id: user.clientId } })
    else await sol.call(listUsers, { query: { search: way.startsWith('its') ? user.clientId : user.id } })
    expect((await call(listAudit, { query: { action: 'staff.viewed' } })).body.total).toBe(1)
  })

  it("is not recorded for one's own account, for lists of all accounts, for a search that finds more than five of them, for an account by email, and for users of the account", async () => {
    await sol.call(getClient, { params: { id: sol.user.clientId } })
    const kim = await world.signUp({ company: 'Kim and Co', name: 'Kim' })
    await kim.call(getClient, { params: { id: kim.user.clientId } })
    await sol.call(listUsers, { query: { size: 100 } })
    await sol.call(listClients, { query: { size: 100 } })
    expect((await sol.call(getClientByEmail, { query: { email: kim.email } })).body.id).toBe(kim.user.clientId)
    expect((await sol.call(listUsers, { query: { search: 'example', size: 1 } })).body.total).toBeGreaterThan(5)
    await sol.call(listAudit, { query: { actor: sol.user.id, limit: 100 } })
    expect(await viewsOf(kim)).toEqual([])
    const { items } = (await sol.call(listAudit, { query: { client_id: sol.user.clientId, action: 'staff.viewed', limit: 100 } }))
      .body
    expect(items.map(({ actedInId }) => actedInId)).not.toContain(null)
    expect(items.map(({ actedInId }) => actedInId)).not.toContain(kim.user.clientId)
  })
})

describe('Contacts of a client', () => {
  it('stay hidden from staff who see the columns', async () => {
    const query = { client_id: ana.user.clientId }
    const answers = [
      await sol.call(listContacts, { query: query as never }),
      await sol.call(getLineage, { params: { id: newId() } }),
    ]
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [403, 'FORBIDDEN']))
  })
})
