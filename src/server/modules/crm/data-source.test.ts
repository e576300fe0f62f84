import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import type { DataSourceKind, DataSourceRef } from './model.ts'
import { createDataSource, deleteDataSource, saveRecords } from './service.ts'
import { opportunity, idleDispatcher, contact, touch } from './testing/records.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const clientId = newId()
beforeAll(() =>
  database.asSystem('test: an account', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Harbor Light', type: 'COMPANY' }).execute()
  }),
)

const create = async (kind: DataSourceKind): Promise<DataSourceRef> => {
  const source = { clientId, dataSourceId: newId() }
  await database.asSystem('test: a data source', (tx) => createDataSource(tx, source, kind))
  return source
}

const page = {
  contacts: [contact('ada', { touches: [touch('first')] }), contact('ben')],
  opportunities: [opportunity('whitening', { contactIds: ['ada'] })],
  pipelines: [
    {
      externalId: 'p1',
      name: 'Sales',
      order: 0,
      stages: [{ externalId: 's1', name: 'New', order: 0, outcome: 'open' as const }],
    },
  ],
  owners: [{ externalId: 'o1', name: 'Uma', email: null }],
  lists: [{ externalId: '7', kind: 'list' as const, name: 'Newsletter', size: null, updatedAt: null }],
  memberships: [{ listId: '7', contactId: 'ada' }],
  merges: [{ from: 'ben', into: 'ada', at: null }],
  spend: [
    {
      campaignId: 'c',
      campaign: 'Spring',
      day: '2026-03-01',
      spend: '5',
      currency: 'USD',
      impressions: 1,
      clicks: 1,
      conversions: 0,
    },
  ],
}

const fill = (source: DataSourceRef) =>
  database.inClient(clientId, (tx) =>
    saveRecords(tx, { ...source, runId: newId(), at: new Date(), dispatcher: idleDispatcher }, page, {
      historyComesApart: false,
      notesMembers: true,
    }),
  )

/** Every table with rows of a data source. */
const ownTables = [
  'contact',
  'opportunity',
  'opportunity_contact',
  'record_payload',
  'contact_alias',
  'pipeline',
  'pipeline_stage',
  'crm_owner',
  'crm_list',
  'crm_list_member',
  'sync_seen',
  'ad_spend',
]
const countsOf = (source: DataSourceRef): Promise<number[]> =>
  database.inClient(clientId, (tx) =>
    Array.fromAsync(ownTables, async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
        where client_id = ${clientId} and data_source_id = ${source.dataSourceId}`.execute(tx)
      return rows[0]?.n ?? 0
    }),
  )
const countAll = async (table: string): Promise<number> => {
  const { rows } = await database.inClient(clientId, (tx) =>
    sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where client_id = ${clientId}`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

describe('The rows of a data source', () => {
  it('do not collide with rows of another one that have the same external ids, and are deleted with their own', async () => {
    const portal = await create('integration')
    const ghost = await create('ghost_company')
    await fill(portal)
    const filled = await countsOf(portal)
    expect(Math.min(...filled)).toBeGreaterThan(0)
    expect(await fill(ghost)).toMatchObject({ created: 4, changed: 0 })
    expect([await countsOf(portal), await countsOf(ghost)]).toEqual([filled, filled])
    expect(await fill(ghost)).toMatchObject({ created: 0, changed: 0, unchanged: 3 })

    await database.asSystem('test: the ghost company goes', (tx) =>
      deleteDataSource(tx, { ...ghost, dispatcher: idleDispatcher }),
    )
    expect(await countsOf(ghost)).toEqual(filled.map(() => 0))
    expect(await countsOf(portal)).toEqual(filled)
    expect([await countAll('touch'), await countAll('stage_event')]).toEqual([1, 1])
  })

  it('need an existing data source', async () => {
    await expect(fill({ clientId, dataSourceId: newId() })).rejects.toThrow(/foreign key/)
  })

  it('may come from a connection or a webhook endpoint, but not from an unknown kind of data source', async () => {
    for (const kind of ['connection', 'webhook_endpoint'] as const)
      expect(await fill(await create(kind))).toMatchObject({ created: 4 })
    await expect(create('spreadsheet' as never)).rejects.toThrow(/check constraint/)
  })
})
