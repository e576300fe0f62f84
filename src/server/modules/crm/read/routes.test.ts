import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Integration } from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import { getLineage, listContacts, listCrmLists, type Contact } from '#contract/crm/records.ts'
import { startRun } from '#contract/syncs/runs.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { joinTeam } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, connectToRead } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
let portal: VendorAccount
let source: Integration
let nia: string
let xaver: string
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  portal = await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 7, deals: 2 })
  await atVendor(world, 'hubspot', '/webhooks', { method: 'PUT', body: { areLost: true } })
  nia = await add({ firstName: 'Nia', lastName: 'Per_cent', email: 'Nia@Example.com', phone: '+1 212 555 0199', tags: [] })
  xaver = await add({ firstName: 'Xaverius', email: 'x@example.com', tags: [] })
  const deal = { name: 'Implant', amount: 900, currency: 'USD', personIds: [nia] }
  await atVendor(world, 'hubspot', `/accounts/${portal.id}/deals`, { body: deal })
  source = await connect(maya, 'hubspot', portal)
  await settled(maya, source.id)
})
afterAll(() => world.close())

const people = () => `/accounts/${portal.id}/people`
const add = async (contact: object): Promise<string> =>
  (await atVendor<{ id: string }>(world, 'hubspot', people(), { body: contact })).id
const syncNow = async (): Promise<string> => {
  await maya.call(startRun, { params: { integration_id: source.id }, body: {} })
  return (await settled(maya, source.id)).id
}
const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]
const list = async (query: Record<string, string | number> = {}, user = maya) => (await user.call(listContacts, { query })).body
const found = async (search: string) => (await list({ search })).items.map(({ external_id }) => external_id)
const contactOf = async (externalId: string): Promise<Contact> => {
  const [contact] = (await list({ search: externalId })).items
  if (!contact) throw new Error('Nobody was found')
  return contact
}
const storedTags = (integrationId: string): Promise<string[]> =>
  world.database.asSystem('test: the tags of people', async (tx) => {
    const rows = await tx.selectFrom('contact').select('tags').where('data_source_id', '=', integrationId).execute()
    return rows.flatMap(({ tags }) => tags)
  })
const lineage = async (id: string, user = maya) => (await user.call(getLineage, { params: { id } })).body

describe('Synced contacts', () => {
  it('are listed page by page, the newest first, of one source or of all', async () => {
    const all = await list({ size: 100 })
    expect(all.total).toBe(9)
    const times = all.items.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    const second = await list({ page: 2, size: 4, integration_id: source.id }, uma)
    expect(second.items).toEqual(all.items.slice(4, 8))
    expect(all.items.find(({ external_id }) => external_id === nia)).toEqual({
      id: expect.any(String),
      integration_id: source.id,
      webhook_endpoint_id: null,
      shared: null,
      ghost_company: null,
      external_id: nia,
      name: 'Nia Per_cent',
      email: 'Nia@Example.com',
      phone: '+1 212 555 0199',
      source: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
  })

  it('are found by a complete email, phone number or id, or the beginning of a name, in any spelling', async () => {
    for (const search of ['nia@example.com', 'NIA@EXAMPLE.COM', '+1 (212) 555-0199', nia, 'nia', 'Nia Per', 'per_'])
      expect([search, await found(search)]).toEqual([search, [nia]])
    for (const search of ['xaver', 'Xaverius ']) expect([search, await found(search)]).toEqual([search, [xaver]])
    for (const search of ['ia', 'nia@', '%', 'n_a', 'per%', '\\']) expect([search, await found(search)]).toEqual([search, []])
    expect((await maya.call(listContacts, { query: { search: '' } })).status).toBe(400)
  })

  it('are shown to their own account alone [USER-01]', async () => {
    expect(await list({}, jonah)).toEqual({ items: [], total: 0 })
    expect(refusal(await jonah.call(listContacts, { query: { integration_id: source.id } }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await maya.call(listContacts, { query: { integration_id: newId() } }))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('The lineage of a contact', () => {
  it('is shown for every field: what was sent, where, and by which run', async () => {
    const { id } = await contactOf(nia)
    const shown = await lineage(id)
    expect(shown.source).toEqual({ integration_id: source.id, type: 'hubspot', name: 'HubSpot', account: source.account })
    const first = source.last_run?.id
    expect(shown.fields.find(({ field }) => field === 'email')).toMatchObject({
      value: 'Nia@Example.com',
      path: 'properties.email',
      raw: 'Nia@Example.com',
      run_id: first,
    })
    expect(shown.fields.find(({ field }) => field === 'ownerId')).toMatchObject({
      value: expect.stringMatching(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u),
      raw: expect.stringMatching(/^\d+$/),
    })
    expect(shown.opportunities).toMatchObject([{ name: 'Implant', amount: expect.stringMatching(/^900/), outcome: 'open' }])
    expect(shown.opportunities[0]?.stages[0]).toMatchObject({ provenance: 'provider', run_id: first })
    expect(JSON.parse(shown.payload ?? '')).toMatchObject({ id: nia, properties: { email: 'Nia@Example.com' } })
  })

  it('is shown to Uma too, without the payload, which contains more than the chosen fields', async () => {
    const { id } = await contactOf(nia)
    const { payload: _payload, ...known } = await lineage(id)
    expect(await lineage(id, uma)).toEqual({ ...known, payload: null })
  })

  it('shows the run that brought a change, and leaves the other fields unchanged', async () => {
    const { id } = await contactOf(nia)
    await atVendor(world, 'hubspot', `${people()}/${nia}`, { method: 'PATCH', body: { phone: '+1 212 555 0100' } })
    const run = await syncNow()
    const fields = new Map((await lineage(id)).fields.map((one) => [one.field, one]))
    expect(fields.get('phone')).toMatchObject({ value: '+1 212 555 0100', raw: '+1 212 555 0100', run_id: run })
    expect(fields.get('email')?.run_id).toBe(source.last_run?.id)
  })

  it.each(['googlesheet', 'airtable'] as const)('names the columns of %s as in the table', async (type) => {
    const table = await connectToRead(jonah, type, await openAccount(world, type, { name: 'Pratt leads', people: 2 }))
    await settled(jonah, table.id)
    const { body } = await jonah.call(previewMapping, { params: { id: table.id }, body: {} })
    const headerOf = (column: string | undefined) => body.columns.find(({ id }) => id === column)?.name
    const [contact] = (await list({ integration_id: table.id }, jonah)).items
    const email = (await lineage(contact?.id ?? '', jonah)).fields.find(({ field }) => field === 'email')
    expect(email?.column).toBe(headerOf(body.suggestion.email))
    expect(email?.column).toMatch(/^\p{Lu}/u)
  })

  it('shows which contacts were merged into it', async () => {
    const double = await add({ firstName: 'Nia', lastName: 'Again', email: 'nia.again@example.com' })
    await syncNow()
    const lost = await contactOf(double)
    await atVendor(world, 'hubspot', `${people()}/${double}/merge`, { body: { into: nia } })
    await syncNow()
    expect(await found(double)).toEqual([])
    expect((await lineage((await contactOf(nia)).id)).merged_from).toEqual([double])
    expect(refusal(await maya.call(getLineage, { params: { id: lost.id } }))).toEqual([404, 'NOT_FOUND'])
  })

  it('is deleted with a contact that was deleted at the vendor', async () => {
    const gone = await add({ firstName: 'Gus', lastName: 'Gone', email: 'gus@example.com' })
    await syncNow()
    const { id } = await contactOf(gone)
    await atVendor(world, 'hubspot', `${people()}/${gone}`, { method: 'DELETE' })
    await syncNow()
    expect(await found('gus@example.com')).toEqual([])
    expect(refusal(await maya.call(getLineage, { params: { id } }))).toEqual([404, 'NOT_FOUND'])
  })

  it('is not visible to others [USER-01]', async () => {
    const { id } = await contactOf(nia)
    expect(refusal(await jonah.call(getLineage, { params: { id } }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await maya.call(getLineage, { params: { id: newId() } }))).toEqual([404, 'NOT_FOUND'])
    expect((await maya.call(getLineage, { params: { id: 'nobody' } })).status).toBe(404)
  })
})

describe('The contacts of an agency', () => {
  it('are not shown to a user who sees some companies only, or none', async () => {
    const ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
    const agency = await connect(ana, 'hubspot', await openAccount(world, 'hubspot', { name: 'Northlight portal', people: 2 }))
    await settled(ana, agency.id)
    const [contact] = (await list({}, ana)).items
    const params = { id: contact?.id ?? '' }
    const cho = await joinTeam(world, ana, { name: 'Cho', companies: [] })
    expect((await list({}, cho)).total).toBe(0)
    const own = await cho.call(listContacts, { query: { integration_id: agency.id } })
    expect(refusal(own)).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await cho.call(getLineage, { params }))).toEqual([403, 'FORBIDDEN'])
    const ren = await joinTeam(world, ana, { name: 'Ren' })
    expect((await list({}, ren)).total).toBe(2)
    expect((await ren.call(getLineage, { params })).body).toMatchObject({ contact, payload: null })
  })
})

describe('The lists of the CRMs [API-13]', () => {
  it('are shown with their size and when they were read', async () => {
    const campaigns = await openAccount(world, 'ghl', { name: 'Harbor location', people: 6 })
    const ghl = await connect(maya, 'ghl', campaigns)
    await settled(maya, ghl.id)
    const all = (await uma.call(listCrmLists, { query: { client_id: maya.user.clientId } })).body
    expect(all.total).toBe(all.items.length)
    expect(new Set(all.items.map(({ integration_id }) => integration_id))).toEqual(new Set([source.id, ghl.id]))
    const names = all.items.map(({ name }) => name)
    const own = (await uma.call(listCrmLists, { query: { integration_id: ghl.id } })).body
    expect(own.items.length).toBeGreaterThan(0)
    expect(own.items.length).toBeLessThan(names.length)
    for (const item of own.items) {
      expect(item).toMatchObject({ integration_id: ghl.id, kind: expect.stringMatching(/^(list|tag|segment|campaign)$/) })
      expect(Date.parse(item.last_crm_sync)).toBeGreaterThan(Date.now() - 60_000)
    }
    const tags = await storedTags(ghl.id)
    const sizes = own.items.map(({ name, contacts_count: count }) => [name, count])
    expect(sizes).toEqual(own.items.map(({ name }) => [name, tags.filter((tag) => tag === name).length]))
    expect(tags.length).toBeGreaterThan(0)
    expect(all.items.every(({ contacts_count: count }) => Number.isInteger(count))).toBe(true)
  })

  it("are those of the caller's account", async () => {
    expect((await jonah.call(listCrmLists, { query: {} })).body).toEqual({ items: [], total: 0 })
    expect(refusal(await jonah.call(listCrmLists, { query: { client_id: maya.user.clientId } }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await jonah.call(listCrmLists, { query: { integration_id: source.id } }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await maya.call(listCrmLists, { query: { colour: 'red' } as never }))).toEqual([400, 'UNKNOWN_FILTER'])
  })
})
