import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import type { SpendRecord } from './model.ts'
import { createDataSource, saveRecords } from './service.ts'
import { day, idleDispatcher } from './testing/records.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const clientId = newId()
const dataSourceId = newId()
beforeAll(() =>
  database.asSystem('test: an account with an ad account', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Harbor Light', type: 'COMPANY' }).execute()
    await createDataSource(tx, { clientId, dataSourceId }, 'integration')
  }),
)

const first: SpendRecord = {
  campaignId: 'c1',
  campaign: 'Autumn',
  day: '2026-11-01',
  spend: '1.00',
  currency: 'USD',
  impressions: 10,
  clicks: 2,
  conversions: 1,
}

const save = (record: SpendRecord) =>
  database.inClient(clientId, async (tx) => {
    const origin = { clientId, dataSourceId, runId: newId(), at: new Date(day(9)), dispatcher: idleDispatcher }
    const { created, changed } = await saveRecords(tx, origin, { spend: [record] }, { historyComesApart: false })
    return { created, changed }
  })

const stored = () =>
  database.inClient(clientId, (tx) =>
    tx
      .selectFrom('ad_spend')
      .select(['campaign', 'currency', 'impressions', 'clicks'])
      .select([sql<string>`round(spend, 2)::text`.as('spend'), sql<number>`conversions::float8`.as('conversions')])
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow(),
  )

it.each([{ currency: 'EUR' }, { spend: '2.50' }, { campaign: 'Winter' }, { impressions: 11 }, { clicks: 3 }, { conversions: 2 }])(
  'a day of a campaign takes a correction of one value alone: %j',
  async (correction) => {
    await save(first)
    const before = await stored()
    expect(await save({ ...first, ...correction })).toEqual({ created: 0, changed: 1 })
    expect(await stored()).toEqual({ ...before, ...correction })
    expect(await save({ ...first, ...correction })).toEqual({ created: 0, changed: 0 })
  },
)
