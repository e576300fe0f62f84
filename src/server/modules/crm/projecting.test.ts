import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { runFollowers } from '../changes/run-followers.ts'
import { copiesOf, createCopyTable, rowCopy, rowsOf } from '../changes/testing/row-copy.ts'
import { createDataSource, deleteDataSource, projectRows, saveRecords } from './service.ts'
import type { RecordBatch } from './model.ts'
import { idleDispatcher, contact } from './testing/records.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const company = { clientId: newId(), dataSourceId: newId() }
const agency = { clientId: newId(), dataSourceId: newId() }
const own = { clientId: agency.clientId, dataSourceId: newId() }

const saveInto = (source: typeof company, batch: RecordBatch) =>
  database.inClient(source.clientId, (tx) =>
    saveRecords(tx, { ...source, runId: newId(), at: new Date(), dispatcher: idleDispatcher }, batch, {
      historyComesApart: false,
    }),
  )

beforeAll(async () => {
  await createCopyTable(store.location)
  await database.asSystem('test: a company and its agency', async (tx) => {
    for (const [{ clientId }, name, type] of [
      [company, 'Brightsmile', 'COMPANY'],
      [agency, 'Riverbend Media', 'AGENCY'],
    ] as const)
      await tx.insertInto('client').values({ client_id: clientId, name, type }).execute()
    await createDataSource(tx, company, 'integration')
    await createDataSource(tx, agency, 'connection')
    await createDataSource(tx, own, 'integration')
  })
  await saveInto(company, {
    contacts: [contact('ada', { city: 'Leeds' }), contact('ben', { city: 'York' }), contact('cleo', { city: 'York' })],
  })
  await saveInto(own, { contacts: [contact('ada', { city: 'Hull' })] })
})

/** Contacts of a city, without personal data. The id there is the external id here. */
const project = (city: string) =>
  database.asSystem('test: what the agency may see', (tx) =>
    projectRows(
      tx,
      { dispatcher: idleDispatcher },
      {
        table: 'contact',
        into: agency,
        columns: ['city', 'source', 'created_at', 'content_hash', 'run_id'],
        rows: sql`select id::text as external_id, city, source, created_at, content_hash, run_id from contact
        where client_id = ${company.clientId} and city = ${city} and deleted_at is null`,
      },
    ),
  )

const seenBy = async ({ clientId, dataSourceId }: typeof company) => {
  const rows = await database.inClient(clientId, (tx) =>
    tx
      .selectFrom('contact')
      .select(['external_id', 'city', 'email'])
      .where('client_id', '=', clientId)
      .where('data_source_id', '=', dataSourceId)
      .execute(),
  )
  return rows.map(({ city, email }) => [city, email])
}

const followAgency = () =>
  runFollowers(
    { database, log: pino({ level: 'silent' }), followers: [rowCopy()] },
    agency.clientId,
    new AbortController().signal,
  )

describe('Rows of a company in the partition of its agency', () => {
  it('are the selected ones, with the selected columns alone; projecting again changes nothing', async () => {
    expect(await project('York')).toEqual({ written: 2, deleted: 0 })
    expect(await seenBy(agency)).toEqual([
      ['York', null],
      ['York', null],
    ])
    expect(await project('York')).toEqual({ written: 0, deleted: 0 })
  })

  it('follow changes, and are deleted when they are no longer selected', async () => {
    await saveInto(company, {
      contacts: [contact('ben', { city: 'York', source: 'Radio' })],
      deletions: [{ object: 'contact', externalId: 'cleo', at: null }],
    })
    expect(await project('York')).toEqual({ written: 1, deleted: 1 })
    expect(await project('Leeds')).toEqual({ written: 1, deleted: 1 })
    expect(await seenBy(agency)).toEqual([['Leeds', null]])
  })

  it('are in the change log of the agency', async () => {
    await followAgency()
    expect(await project('York')).toEqual({ written: 1, deleted: 1 })
    await saveInto(company, { contacts: [contact('ben', { city: 'York', source: 'Television' })] })
    expect(await project('York')).toEqual({ written: 1, deleted: 0 })
    const log = await database.inClient(agency.clientId, (tx) =>
      tx.selectFrom('change_log').select(['object', 'kind']).where('client_id', '=', agency.clientId).orderBy('seq').execute(),
    )
    expect(log.map(({ object, kind }) => `${object} ${kind}`)).toEqual(['contact created', 'contact deleted', 'contact changed'])
    await followAgency()
    expect(await copiesOf(database, agency.clientId)).toEqual(await rowsOf(database, agency.clientId))
    expect(await project('Leeds')).toEqual({ written: 1, deleted: 1 })
  })

  it('leave the company’s rows and other rows of the agency alone, and are deleted with their data source', async () => {
    expect(await seenBy(own)).toEqual([['Hull', 'ada@Example.com']])
    expect(await seenBy(company)).toHaveLength(3)
    await database.asSystem('test: the connection ends', (tx) => deleteDataSource(tx, { ...agency, dispatcher: idleDispatcher }))
    expect(await seenBy(agency)).toEqual([])
    expect(await seenBy(own)).toHaveLength(1)
    expect(await seenBy(company)).toHaveLength(3)
  })

  it('cannot be written by a request, which sees one side alone', async () => {
    const asking = database.inClient(company.clientId, (tx) =>
      projectRows(
        tx,
        { dispatcher: idleDispatcher },
        {
          table: 'crm_owner',
          into: own,
          columns: ['name'],
          rows: sql`select 'uma' as external_id, 'Uma' as name`,
        },
      ),
    )
    await expect(asking).rejects.toThrow('row-level security')
  })
})
