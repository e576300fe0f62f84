import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getPreview } from '#contract/connections/agreements.ts'
import { getShared, listReceipts } from '#contract/connections/sharing.ts'
import { listContacts } from '#contract/crm/records.ts'
import { changeExclusionTag, excludeContacts, exclusionLimits, includeContact, listExclusions } from '#contract/exclusions.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { openAgency, saveInto, sharePair } from '../connections/testing/pairs.ts'
import { contact, opportunity, touch } from '../crm/testing/records.ts'
import { loadExclusions } from './service.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const namesOf = async (user: TestUser): Promise<string[]> =>
  (await user.call(listContacts, { query: { size: 100 } })).body.items.map(({ name }) => name).toSorted()

const sees = (user: TestUser, names: readonly string[]): Promise<true> =>
  eventually(async () => ((await namesOf(user)).join() === [...names].toSorted().join() ? true : undefined))

const idOf = async (user: TestUser, search: string): Promise<string> =>
  (await user.call(listContacts, { query: { search } })).body.items[0]?.id ?? ''

const exclude = (user: TestUser, ...contactIds: string[]) => user.call(excludeContacts, { body: { contactIds } })

const exclusionsOf = async (user: TestUser, query = {}) => (await user.call(listExclusions, { query })).body

describe('A contact that a company excludes', () => {
  it('vanishes from every agency at once, with a receipt for both, and returns when it is shared again', async () => {
    const { ana, priya, id } = await sharePair(world)
    const samir = await idOf(priya, 'samir@example.com')
    expect((await exclude(priya, samir, samir)).body).toEqual({ excluded: 1 })
    expect((await exclude(priya, samir)).body).toEqual({ excluded: 0 })
    await sees(ana, ['Maya Ellison'])
    const receipts = (await ana.call(listReceipts, { params: { id }, query: {} })).body.items
    expect(receipts).toMatchObject([{ kind: 'excluded', stores: [{ name: 'Contacts', found: 1, removed: 1, failed: 0 }] }])
    expect((await priya.call(listReceipts, { params: { id }, query: {} })).body.items).toEqual(receipts)
    expect(await exclusionsOf(priya, { contact_id: samir })).toMatchObject({
      tag: 'do-not-share',
      items: [{ contactId: samir, name: 'Samir Haddad', email: 'samir@Example.com', excludedBy: 'Priya Raman', isByTag: false }],
      total: 1,
    })
    expect((await priya.call(getPreview, { params: { id } })).body).toMatchObject({
      shared: { contacts: 1 },
      excluded: { contacts: 2 },
    })
    expect((await priya.call(includeContact, { params: { id: samir } })).status).toBe(200)
    await sees(ana, ['Maya Ellison', 'Samir Haddad'])
    expect((await priya.call(includeContact, { params: { id: samir } })).status).toBe(404)
    for (const action of ['exclusion.added', 'exclusion.removed'])
      expect(JSON.stringify((await priya.call(listAudit, { query: { action } })).body)).toContain(samir)
  })

  it('is not described by the receipt where only totals are shared', async () => {
    const pair = await sharePair(world, { type_of_data: 'COUNTS' })
    const { ana, priya, id } = pair
    await saveInto(world, pair, {
      contacts: [contact('samir', { tags: ['northlight'], firstName: 'Samir', lastName: 'Haddad', touches: [touch('ad')] })],
      opportunities: [opportunity('implant', { contactIds: ['samir'] })],
    })
    await eventually(async () => {
      const { body } = await priya.call(getShared, { params: { id } })
      return body.opportunities === 1 ? true : undefined
    })
    await exclude(priya, await idOf(priya, 'samir@example.com'))
    const { stores } = await eventually(async () => (await ana.call(listReceipts, { params: { id }, query: {} })).body.items[0])
    expect(stores).toEqual([{ name: 'Contacts and what belongs to them, rounded up to 5', found: 5, removed: 5, failed: 0 }])
  })

  it('stays excluded after it was merged into another one at the vendor', async () => {
    const pair = await sharePair(world)
    const { ana, priya } = pair
    await exclude(priya, await idOf(priya, 'samir@example.com'))
    await sees(ana, ['Maya Ellison'])
    await saveInto(world, pair, { merges: [{ from: 'samir', into: 'maya', at: null }] })
    expect(await sees(ana, [])).toBe(true)
    const maya = await idOf(priya, 'maya@example.com')
    const listed = { items: [{ contactId: maya, name: 'Maya Ellison', excludedBy: 'Priya Raman' }], total: 1 }
    expect(await exclusionsOf(priya)).toMatchObject(listed)
    expect(await exclusionsOf(priya, { contact_id: maya })).toMatchObject(listed)
    expect((await priya.call(includeContact, { params: { id: maya } })).status).toBe(200)
    await sees(ana, ['Maya Ellison'])
    expect((await exclusionsOf(priya)).total).toBe(0)
  })
})

describe('The tag of contacts that are never shared', () => {
  it('counts for a contact that was merged into another one, and for the opportunities of one that was deleted', async () => {
    const pair = await sharePair(world, { match_on: 'contact_or_opportunity' })
    const { ana, priya, id } = pair
    await saveInto(world, pair, {
      contacts: [contact('zoe', { tags: ['northlight', 'do-not-share'] })],
      opportunities: [opportunity('implant', { contactIds: ['zoe'] })],
    })
    await saveInto(world, pair, {
      merges: [{ from: 'ines', into: 'maya', at: null }],
      deletions: [{ object: 'contact', externalId: 'zoe', at: null }],
    })
    await sees(ana, ['Samir Haddad'])
    expect((await priya.call(getShared, { params: { id } })).body).toMatchObject({ contacts: 1, opportunities: 0 })
    const { items, total } = await exclusionsOf(priya)
    expect([total, items]).toMatchObject([1, [{ name: 'Maya Ellison', excludedBy: null, isByTag: true }]])
  })

  it('leaves room to exclude contacts one by one, however many of those that have it are deleted in the CRM', async () => {
    const pair = await sharePair(world)
    const { ana, priya } = pair
    const { clientId } = priya.user
    await world.database.asSystem('test: many contacts with the tag were deleted', async (tx) => {
      await sql`insert into contact (client_id, data_source_id, external_id, created_at, deleted_at, content_hash, run_id)
        select ${clientId}, ${pair.criteria.integration_id}, 'gone ' || n, now(), now(), '', uuidv7()
        from generate_series(1, ${exclusionLimits.contacts + 1}::integer) as n returning id`.execute(tx)
      await sql`insert into excluded_contact (client_id, contact_id, excluded_at)
        select client_id, id, now() from contact where client_id = ${clientId} and external_id like 'gone %' returning contact_id`.execute(
        tx,
      )
      expect((await loadExclusions(tx, clientId)).excludedIds).toEqual([])
    })
    expect((await exclude(priya, await idOf(priya, 'samir@example.com'))).body).toEqual({ excluded: 1 })
    await sees(ana, ['Maya Ellison'])
    expect((await exclusionsOf(priya)).total).toBe(1)
  })

  it('can have another name, which takes effect in all connections, with a receipt for what is erased', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id } = pair
    await saveInto(world, pair, {
      contacts: [contact('zoe', { tags: ['northlight', 'Private'], firstName: 'Zoe', lastName: 'Park' })],
    })
    await sees(ana, ['Maya Ellison', 'Samir Haddad', 'Zoe Park'])
    expect((await priya.call(changeExclusionTag, { body: { tag: ' private ' } })).body).toEqual({ tag: 'private' })
    await sees(ana, ['Inés Caldera', 'Maya Ellison', 'Samir Haddad'])
    expect((await ana.call(listReceipts, { params: { id }, query: {} })).body.items).toMatchObject([{ kind: 'excluded' }])
    expect((await exclusionsOf(priya)).tag).toBe('private')
  })

  it.each(['', '  ', 'x'.repeat(201)])('is refused if it is empty or too long: %j', async (tag) => {
    const priya = await world.signUp({ company: `Brightsmile ${newId()}` })
    const { status, error } = await priya.call(changeExclusionTag, { body: { tag } })
    expect([status, error?.code]).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('Exclusions', () => {
  it('are made by admins of the company only, and only of its own contacts', async () => {
    const { ana, priya } = await sharePair(world)
    const maya = await idOf(priya, 'maya@example.com')
    const tom = await joinTeam(world, priya, { name: 'Tom', role: 'user' })
    for (const user of [ana, tom]) expect((await exclude(user, maya)).status).toBe(403)
    const other = await world.signUp({ company: `Other ${newId()}` })
    expect((await exclude(other, maya)).status).toBe(404)
    expect((await exclude(priya, maya, newId())).status).toBe(404)
    expect((await exclusionsOf(priya)).total).toBe(0)
    expect((await exclude(await openAgency(world), maya)).status).toBe(403)
  })

  it.each([
    ['a space that nobody sees', '\u200B'],
    ['half of a character', '\uD800'],
    ['a change of the direction', 'do-not\u202Eshare'],
  ])('have no tag with %s', async (_, tag) => {
    const { priya } = await sharePair(world)
    expect((await priya.call(changeExclusionTag, { body: { tag } })).status).toBe(400)
    expect((await exclusionsOf(priya)).tag).toBe('do-not-share')
  })

  it('are limited in one request', async () => {
    const { priya } = await sharePair(world)
    const { status } = await exclude(priya, ...Array.from({ length: exclusionLimits.atOnce + 1 }, newId))
    expect(status).toBe(400)
  })
})
