import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import type { ContactRecord, TouchRecord } from './model.ts'
import { createDataSource, saveRecords } from './service.ts'
import { idleDispatcher } from './testing/records.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const clientId = newId()
const runId = newId()
const dataSourceId = newId()
beforeAll(async () => {
  await database.asSystem('test: a sheet', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Atlas Roofing', type: 'COMPANY' }).execute()
    await createDataSource(tx, { clientId, dataSourceId }, 'integration')
  })
})

const at = '2026-03-01T10:00:00.000Z'
const cameBy = (source: string): TouchRecord => ({
  key: 'first',
  at,
  kind: 'click',
  source,
  medium: null,
  campaign: null,
  clickId: null,
  landingUrl: null,
  referrer: null,
})
const nora = (source: string): ContactRecord => ({
  externalId: 'nora',
  firstName: 'Nora',
  lastName: 'Lindqvist',
  email: 'nora@example.com',
  phone: null,
  company: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  source,
  ownerId: null,
  tags: [],
  fields: {},
  createdAt: at,
  updatedAt: null,
  touches: [cameBy(source)],
  raw: { source },
})

const save = (record: ContactRecord) =>
  database.inClient(clientId, (tx) =>
    saveRecords(
      tx,
      { clientId, dataSourceId, runId, at: new Date(at), dispatcher: idleDispatcher },
      { contacts: [record] },
      { historyComesApart: false },
    ),
  )

const hashBefore = ({ raw: _raw, ...said }: ContactRecord): Buffer =>
  Buffer.from(hash('sha256', JSON.stringify([1, said]), 'hex').slice(0, 32), 'hex')

/** As it was stored when "Google Ads" without a medium still counted as organic search. */
const writeAsBefore = (record: ContactRecord) =>
  database.asSystem('test: what was saved earlier', async (tx) => {
    await tx
      .updateTable('contact')
      .set({ content_hash: hashBefore(record) })
      .where('client_id', '=', clientId)
      .execute()
    await tx.updateTable('touch').set({ channel: 'Organic Search' }).where('client_id', '=', clientId).execute()
  })

const channels = () =>
  database.inClient(clientId, async (tx) => {
    const rows = await tx.selectFrom('touch').select(['source', 'channel']).where('client_id', '=', clientId).execute()
    return rows.map(({ source, channel }) => [source, channel])
  })

describe('Rows that were saved under earlier rules', () => {
  it('are classified again when the source is read the next time, although nothing in them has changed', async () => {
    await save(nora('Google Ads'))
    await writeAsBefore(nora('Google Ads'))
    expect(await save(nora('Google Ads'))).toMatchObject({ changed: 1 })
    expect(await channels()).toEqual([['Google Ads', 'Paid Search']])
    expect(await save(nora('Google Ads'))).toMatchObject({ changed: 0, unchanged: 1 })
  })

  it('keep their first touch with its channel, even if the row now has another one', async () => {
    await save(nora('Newsletter'))
    expect(await channels()).toEqual([['Google Ads', 'Paid Search']])
  })
})
