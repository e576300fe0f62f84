import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAudit, listAudit, verifyAudit } from '#contract/audit.ts'
import type { Route } from '#contract/kit/route.ts'
import { appendActs, systemActor } from '#server/platform/audit/act.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { changeUser, signUpPlainUser, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { actorFor, doTo } from './testing.ts'

let world: World
let maya: TestUser
let nina: TestUser
let jonah: TestUser
let steward: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  maya = await world.signUp({ company: 'Harbor Light' })
  nina = await teammateOf(world, maya, { name: 'Nina', lastname: 'North', role: 'admin' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  steward = await signUpStaff(world)
  const change = { before: { role: 'user', email: 'theo@example.com' }, after: { role: 'admin', email: 'theo@example.org' } }
  await doTo(world, maya, { action: 'test.first', by: actorFor(maya), object: { type: 'user', id: nina.user.id }, ...change })
  await doTo(world, maya, { action: 'test.second', by: actorFor(nina), reason: 'Because of this' })
  await doTo(world, maya, { action: 'test.third', by: actorFor(steward) })
  await doTo(world, maya, { action: 'test.fourth' })
  await doTo(world, maya, { action: 'tester.other', by: { kind: 'key', id: 'key-1' } })
  await doTo(world, jonah, { action: 'test.first', by: actorFor(jonah) })
})
afterAll(() => world.close())

type Query = Record<string, string | number>
const list = async (user: TestUser, query: Query = {}) => (await user.call(listAudit, { query: { limit: 100, ...query } })).body
const actions = async (user: TestUser, query: Query = {}) => (await list(user, query)).items.map(({ action }) => action)

describe('The audit log of an account [ADMIN-04]', () => {
  it('shows its admin who did what to whom, before and after, and why; the newest first', async () => {
    const { items, total } = await list(maya, { action: 'test.' })
    expect(total).toBe(4)
    expect(items.map(({ action }) => action)).toEqual(['test.fourth', 'test.third', 'test.second', 'test.first'])
    expect(items[3]).toEqual({
      clientId: maya.user.clientId,
      clientName: null,
      actedInId: null,
      actedInName: null,
      seq: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      actorKind: 'user',
      actorId: maya.user.id,
      actorName: 'Maya Ellison',
      action: 'test.first',
      objectType: 'user',
      objectId: nina.user.id,
      objectName: 'Nina North',
      diff: { role: ['user', 'admin'], email: ['t•••@e••••••.com', 't•••@e••••••.org'] },
      reason: null,
      requestId: null,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(items[2]?.reason).toBe('Because of this')
  })

  it('shows and exports what staff did in other accounts only to staff, not to other admins of our own account', async () => {
    const pia = await teammateOf(world, steward, { name: 'Pia', role: 'account_admin' })
    const { clientId } = steward.user
    const seenBy = async (user: TestUser, query: Query = {}) => (await list(user, { client_id: clientId, ...query })).items
    expect((await seenBy(steward)).some(({ actedInId }) => actedInId === maya.user.clientId)).toBe(true)
    const { items, total } = await list(pia)
    expect(items.length).toBeGreaterThan(0)
    expect(items.filter(({ actedInId }) => actedInId !== null)).toEqual([])
    expect(total).toBe(items.length)
    expect(await seenBy(pia, { action: 'test.' })).toEqual([])
    for (const format of ['csv', 'json']) {
      const headers = { authorization: `Bearer ${pia.token}` }
      const exported = await (await fetch(`${world.url}/users-api/audit/export?format=${format}`, { headers })).text()
      expect(exported).toContain('audit.exported')
      expect(exported).not.toContain('test.third')
    }
  })

  it('shows staff the affected user masked', async () => {
    const { items } = await list(steward, { client_id: maya.user.clientId, action: 'test.first' })
    expect(items[0]).toMatchObject({ actorName: 'M••• E••••••', objectName: 'N••• N••••' })
  })

  it('names the users of the account, and staff as one', async () => {
    const names = (await list(maya, { action: 'test.' })).items.map(({ actorName }) => actorName)
    expect(names).toEqual(['Tributary', 'Tributary staff', 'Nina North', 'Maya Ellison'])
    expect((await list(maya, { actor: 'key' })).items).toMatchObject([{ actorName: null, actorId: 'key-1' }])
  })

  it('names a deleted user as long as their name is kept, and distinguishes anonymized users', async () => {
    const secondBy = async (user: TestUser) =>
      (await list(user, { action: 'test.second', client_id: maya.user.clientId })).items[0]?.actorName
    await changeUser(world, nina, { status: 'DELETED' })
    expect(await secondBy(maya)).toBe('Nina North')
    const { email } = nina
    await changeUser(world, nina, { email: '' })
    const forgotten = `Deleted user ${nina.user.id.slice(-4)}`
    expect([await secondBy(maya), await secondBy(steward)]).toEqual([forgotten, forgotten])
    await changeUser(world, nina, { status: 'ACTIVE', email })
    const gone = ['aaaa', 'bbbb'].map((end) => newId().slice(0, -4) + end)
    for (const id of gone) await doTo(world, jonah, { action: 'test.gone', by: { kind: 'user', id } })
    const names = (await list(jonah, { action: 'test.gone' })).items.map(({ actorName }) => actorName)
    expect(names).toEqual(['Deleted user bbbb', 'Deleted user aaaa'])
  })

  it('can be filtered by action, actor, object and time', async () => {
    expect(await actions(maya, { action: 'test.second' })).toEqual(['test.second'])
    expect(await actions(maya, { action: 'test' })).toEqual([])
    expect(await actions(maya, { actor: maya.user.id, action: 'test.' })).toEqual(['test.first'])
    expect(await actions(maya, { actor: 'system', action: 'test.' })).toEqual(['test.fourth'])
    expect(await actions(maya, { actor: 'staff', action: 'test.' })).toEqual(['test.third'])
    expect(await actions(maya, { object_type: 'user', object_id: nina.user.id, action: 'test.' })).toEqual(['test.first'])
    const { at } = (await list(maya, { action: 'test.third' })).items[0] ?? { at: '' }
    const later = new Date(new Date(at).getTime() + 1).toISOString()
    expect(await actions(maya, { from: at, to: later, action: 'test.third' })).toEqual(['test.third'])
    expect(await actions(maya, { to: at, action: 'test.third' })).toEqual([])
    expect(await actions(maya, { from: later, action: 'test.third' })).toEqual([])
  })

  it('has pages of five, and the total number of rows [API-22]', async () => {
    const { items, total } = (await maya.call(listAudit)).body
    expect([items.length, total]).toEqual([5, items[0]?.seq])
    const next = (await maya.call(listAudit, { query: { skip: 2, limit: 2 } })).body
    expect(next.items).toEqual(items.slice(2, 4))
    expect((await list(maya, { skip: 1000 })).items).toEqual([])
  })

  it.each([listAudit, exportAudit, verifyAudit] as Route[])('$name does not find another account [HTTP-08]', async (route) => {
    const query = { client_id: jonah.user.clientId }
    const { status, error } = await maya.call(route, route.body ? { body: query } : { query })
    expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
    const own = { client_id: maya.user.clientId }
    expect((await maya.call(route, route.body ? { body: own } : { query: own })).status).toBe(200)
  })

  it.each([listAudit, exportAudit, verifyAudit] as Route[])('$name is refused without the role [SHELL-05]', async (route) => {
    const uma = await signUpPlainUser(world, `Plain ${route.name}`)
    const { status, error } = await uma.call(route, route.body ? { body: {} } : {})
    expect([status, error.code]).toEqual([403, 'FORBIDDEN'])
  })

  it.each([
    [{ query: { colour: 'red' } }, listAudit, 'UNKNOWN_FILTER'],
    [{ query: { from: 'yesterday' } }, listAudit, 'VALIDATION_FAILED'],
    [{ query: { client_id: '1' } }, listAudit, 'VALIDATION_FAILED'],
    [{ query: { format: 'pdf' } }, exportAudit, 'VALIDATION_FAILED'],
    [{ query: { skip: 5 } }, exportAudit, 'UNKNOWN_FILTER'],
    [{ body: { seq: 5 } }, verifyAudit, 'VALIDATION_FAILED'],
  ] as [object, Route, string][])('refuses %j', async (request, route, code) => {
    const { status, error } = await maya.call(route, request)
    expect([status, error.code]).toEqual([400, code])
  })
})

describe('Staff [ADMIN-04]', () => {
  it('see the logs of all accounts by time, or of one, with its name and with its users masked', async () => {
    const { items } = await list(steward, { action: 'test.first' })
    expect(items.map(({ clientName }) => clientName)).toEqual(['Pratt and Sons', 'Harbor Light'])
    const one = await list(steward, { action: 'test.', client_id: maya.user.clientId })
    expect(one.items.map(({ actorName }) => actorName)).toEqual(['Tributary', 'Sol Steward', 'N••• N••••', 'M••• E••••••'])
  })

  it('see no reason that a user of the account wrote while names are masked, in no format, but those of staff', async () => {
    const [theirs, ours] = ['Nadia Nunez asked for it', 'Ticket 4711']
    await doTo(world, jonah, { action: 'why.user', by: actorFor(jonah), reason: theirs })
    await doTo(world, jonah, { action: 'why.staff', by: actorFor(steward), reason: ours })
    const query = { client_id: jonah.user.clientId, action: 'why.' }
    const reasons = async (user: TestUser) => (await list(user, query)).items.map(({ reason }) => reason)
    expect([await reasons(jonah), await reasons(steward)]).toEqual([
      [ours, theirs],
      [ours, '•••••'],
    ])
    for (const [format, hidden] of [
      ['csv', '"•••••"'],
      ['json', '"reason":null,"ip_prefix"'],
    ] as const) {
      const search = new URLSearchParams({ ...query, format }).toString()
      const text = async (user: TestUser) => {
        const headers = { authorization: `Bearer ${user.token}` }
        return (await fetch(`${world.url}/users-api/audit/export?${search}`, { headers })).text()
      }
      expect(await text(jonah)).toContain(theirs)
      const shown = await text(steward)
      expect([shown.includes('Nadia'), shown.includes(ours), shown.includes(hidden)]).toEqual([false, true, true])
    }
  })

  it('see the total, and find what one of them did in any account', async () => {
    const all = await list(steward)
    const [hers, his] = await Promise.all([maya, jonah].map((user) => list(steward, { client_id: user.user.clientId })))
    expect(all.total).toBeGreaterThanOrEqual((hers?.total ?? 0) + (his?.total ?? 0))
    expect(await actions(steward, { actor: steward.user.id, action: 'test.' })).toEqual(['test.third'])
  })

  it.each([listAudit, exportAudit, verifyAudit] as Route[])(
    '$name does not find an account that never existed',
    async (route) => {
      const query = { client_id: newId() }
      const { status, error } = await steward.call(route, route.body ? { body: query } : { query })
      expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
      const { items } = await list(steward)
      expect(items.map(({ clientId }) => clientId)).not.toContain(query.client_id)
    },
  )

  it('still see the log of a deleted account', async () => {
    const gone = newId()
    const act = { action: 'client.erased', clientId: gone, object: { type: 'client', id: gone } }
    await world.database.asSystem('test: an account that was erased', (tx) => appendActs(tx, systemActor, [act]))
    expect(await actions(steward, { client_id: gone })).toEqual(['client.erased'])
    expect((await steward.call(verifyAudit, { body: { client_id: gone } })).body).toMatchObject({ isIntact: true, checked: 1 })
  })

  it.each([
    [{ object_type: 'user' }, 'Choose a client first. You can search for objects in one account only.'],
    [{ object_id: 't1' }, 'Choose a client first. You can search for objects in one account only.'],
    [
      { actor: 'staff' },
      'Choose a client or a start time first. You can search by type of actor within one account or one period.',
    ],
  ])('cannot search all entries for %j', async (query, detail) => {
    const { status, error } = await steward.call(listAudit, { query })
    expect([status, error.code, error.detail]).toEqual([400, 'UNKNOWN_FILTER', detail])
  })

  it('find a kind of actor within a time or an account, and an object by its kind and id', async () => {
    const { clientId } = maya.user
    expect(await actions(steward, { actor: 'staff', from: '2020-01-01T00:00:00Z' })).toContain('test.third')
    expect(await actions(steward, { actor: 'staff', client_id: clientId })).toContain('test.third')
    expect(await actions(steward, { client_id: clientId, object_type: 'thing', object_id: 't1' })).toContain('test.third')
    const { status, error } = await maya.call(listAudit, { query: { object_id: 't1' } })
    expect([status, error.code, error.detail]).toEqual([400, 'UNKNOWN_FILTER', 'Choose the type of object too.'])
  })
})
