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

const clientId = newId()
const large = newId()
const small = newId()

/** Ids end with a byte by which one record of 64 is chosen. These are the chosen ones, as if there were 64 times as many. */
const chosenId = sql`overlay(uuidv7()::text placing '03' from 35 for 2)::uuid`

const addContacts = (dataSourceId: string, count: number) =>
  database.inClient(clientId, (tx) =>
    sql`insert into contact (client_id, id, data_source_id, external_id, first_name, tags, fields, created_at, content_hash, run_id)
      select ${clientId}, ${chosenId}, ${dataSourceId}, n::text, 'Maya ' || n,
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
    for (const id of [large, small]) {
      await createDataSource(tx, { clientId, dataSourceId: id }, 'integration')
      const source = { client_id: clientId, id, type: 'hubspot', name: 'HubSpot', status: 'active' }
      await tx.insertInto('integration').values(source).execute()
    }
  })
  await addContacts(large, 1200)
  await addContacts(small, 900)
  await addOpportunities()
})

const preview = (change: Partial<Criteria>, estimate = true) => {
  const criteria: Criteria = {
    ...emptyCriteria(large),
    match_on: 'contact',
    filter: { field: 'tag', op: 'has_any', values: ['northlight'] },
    type_of_data: 'FIELDS',
    fields: ['first_name', 'opportunity.amount'],
    ...change,
  }
  return database.inClient(clientId, (tx) => previewCriteria(tx, clientId, criteria, { estimate, against: criteria }))
}

describe('An estimate of what criteria share', () => {
  it('counts one record of 64 of a large source, and says that it is an estimate', async () => {
    expect(await preview({})).toMatchObject({
      // 300 of the chosen contacts, times 64, in two digits.
      shared: { contacts: 19_000, opportunities: 0 },
      excluded: { contacts: 770, opportunities: 0 },
      isEstimate: true,
      change: null,
    })
    expect(await preview({}, false)).toMatchObject({ shared: { contacts: 300, opportunities: 60 }, isEstimate: false })
  })

  it('shows rows as the agency will see them, with opportunities that were not chosen', async () => {
    const { sample } = await preview({})
    const exact = await preview({}, false)
    expect(sample.rows).toHaveLength(20)
    expect(sample).toEqual(exact.sample)
    expect(sample.rows.some(([, amount]) => amount !== null)).toBe(true)
  })

  it('is exact for a source that is not large', async () => {
    expect(await preview({ integration_id: small })).toMatchObject({
      shared: { contacts: 225, opportunities: 0 },
      isEstimate: false,
      change: { added: { contacts: 0 }, removed: { contacts: 0 } },
    })
  })

  it('of everyone is everyone who may be shared', async () => {
    const { shared, excluded } = await preview({ filter: { all: [] }, match_on: 'contact_or_opportunity' })
    expect([shared.contacts, excluded.contacts]).toEqual([76_000, 770])
  })
})
