import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria } from '#contract/criteria/criteria.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { createDataSource } from '../crm/service.ts'
import { previewCriteria } from './service.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const idEndingIn = (end: string) => sql`overlay(uuidv7()::text placing ${end}::text from ${sql.lit(37 - end.length)})::uuid`

const clientId = newId()
const large = newId()
const small = newId()
const veryLarge = newId()

/** Ids end with a byte by which one record of 64 is chosen. These are the chosen ones, as if there were 64 times as many. */
const chosenId = idEndingIn('03')
/** By the byte before it, only a part of the records of a very large source is chosen. */
const secondChosenId = idEndingIn('0003')
const leftOutId = idEndingIn('ff03')

const addContacts = (dataSourceId: string, count: number, { id = chosenId, first = 0 } = {}) =>
  database.inClient(clientId, (tx) =>
    sql`insert into contact (client_id, id, data_source_id, external_id, first_name, tags, fields, created_at, content_hash, run_id)
      select ${clientId}, ${id}, ${dataSourceId}, (n + ${first}::int)::text, 'Maya ' || n,
        case when n % 4 = 0 then array['Northlight'] when n % 100 = 1 then array['northlight', 'do-not-share'] else '{}'::text[] end,
        '{}', now(), '\\x00', ${dataSourceId}
      from generate_series(1, ${count}::int) as n on conflict do nothing`.execute(tx),
  )

/** Every tenth contact has an opportunity, and none of these is chosen. */
const addOpportunities = () =>
  database.inClient(clientId, async (tx) => {
    await sql`insert into opportunity (client_id, id, data_source_id, external_id, name, amount, currency, contact_id, fields, created_at,
        content_hash, run_id)
      select client_id, overlay(uuidv7()::text placing 'ff' from 35 for 2)::uuid, data_source_id, external_id, 'Roof', 6400, 'USD', id,
        '{}', now(), '\\x00', run_id
      from contact where client_id = ${clientId} and data_source_id = ${large} and external_id::int % 10 = 0
      on conflict do nothing`.execute(tx)
    await sql`insert into opportunity_contact (client_id, opportunity_id, contact_external_id, data_source_id, contact_id, is_primary)
      select client_id, id, external_id, data_source_id, contact_id, true from opportunity where client_id = ${clientId}
      on conflict do nothing`.execute(tx)
  })

beforeAll(async () => {
  await database.asSystem('test: a company with two sources', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Brightsmile', type: 'COMPANY' }).execute()
    for (const id of [large, small, veryLarge]) {
      await createDataSource(tx, { clientId, dataSourceId: id }, 'integration')
      const source = { client_id: clientId, id, type: 'hubspot', name: 'HubSpot', status: 'active' }
      await tx.insertInto('integration').values(source).execute()
    }
  })
  await addContacts(large, 1200)
  await addContacts(small, 900)
  await addContacts(veryLarge, 800, { id: secondChosenId })
  await addContacts(veryLarge, 1200, { id: leftOutId, first: 800 })
  await addOpportunities()
})

const tagged: Criteria = {
  ...emptyCriteria(large),
  match_on: 'contact',
  filter: { field: 'tag', op: 'has_any', values: ['northlight'] },
  type_of_data: 'FIELDS',
  fields: ['first_name', 'opportunity.amount'],
}

const preview = (change: Partial<Criteria>, options: { estimate?: boolean; against?: Criteria } = {}) => {
  const criteria = { ...tagged, ...change }
  return database.inClient(clientId, (tx) => previewCriteria(tx, clientId, criteria, { estimate: true, ...options }))
}

describe('An estimate of what criteria share', () => {
  it('counts one record of 64 of a large source, and says that it is an estimate', async () => {
    expect(await preview({})).toMatchObject({
      // 300 of the chosen contacts, times 64, in two digits.
      shared: { contacts: 19_000, opportunities: 0 },
      excluded: { contacts: 770, opportunities: 0 },
      isEstimate: true,
    })
    expect(await preview({}, { estimate: false })).toMatchObject({
      shared: { contacts: 300, opportunities: 60 },
      isEstimate: false,
    })
  })

  it('shows rows as the agency will see them, with opportunities that were not chosen', async () => {
    const { sample } = await preview({})
    const exact = await preview({}, { estimate: false })
    expect(sample.rows).toHaveLength(20)
    expect(sample).toEqual(exact.sample)
    expect(sample.rows.some(([, amount]) => amount !== null)).toBe(true)
  })

  it('estimates what changes, and names some of those whom it is about', async () => {
    const { change } = await preview({ filter: { field: 'tag', op: 'has_any', values: ['nobody'] } }, { against: tagged })
    expect(change).toMatchObject({
      added: { contacts: 0, opportunities: 0, names: [] },
      removed: { contacts: 19_000, opportunities: 0 },
    })
    expect(change?.removed.names).toHaveLength(20)
    expect(change?.removed.names).toContain('Maya 1200')
  })

  it('says nothing about what changes with another source, of which it knows no records', async () => {
    const moved: Criteria = { ...tagged, integration_id: small }
    expect((await preview({}, { against: moved })).change).toBeNull()
    expect((await preview({}, { against: moved, estimate: false })).change).toMatchObject({
      added: { contacts: 300, opportunities: 60 },
      removed: { contacts: 225, opportunities: 0 },
    })
  })

  it('of equal criteria has no changes, and nothing is counted for that', async () => {
    const { isEstimate, change } = await preview({}, { against: { ...tagged, filter: { all: [tagged.filter] } } })
    const nobody = { contacts: 0, opportunities: 0, names: [] }
    expect([isEstimate, change]).toEqual([true, { added: nobody, removed: nobody }])
  })

  it('of a very large source is made from a part of the sample', async () => {
    expect(await preview({ integration_id: veryLarge })).toMatchObject({
      // 200 of 800 chosen contacts are tagged. With 2,000 in the index, 192 of 256 are chosen.
      shared: { contacts: 17_000, opportunities: 0 },
      isEstimate: true,
    })
  })

  it('is exact for a source that is not large', async () => {
    expect(await preview({ integration_id: small })).toMatchObject({
      shared: { contacts: 225, opportunities: 0 },
      isEstimate: false,
    })
  })

  it('of everyone is everyone who may be shared', async () => {
    const { shared, excluded } = await preview({ filter: { all: [] }, match_on: 'contact_or_opportunity' })
    expect([shared.contacts, excluded.contacts]).toEqual([76_000, 770])
  })
})
