import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { listFilter } from '#server/connectors/kit/text.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import type { ContactRecord, ListRecord } from './model.ts'
import { createDataSource, saveRecords } from './service.ts'
import { idleDispatcher } from './testing/records.ts'

const [clientId, dataSourceId, runId] = [newId(), newId(), newId()]
let store: TestDatabase

beforeAll(async () => {
  store = await testDatabase()
  await store.database.asSystem('test: an account with a source', async (tx) => {
    await sql`insert into client (client_id, name, type) values (${clientId}, 'Brightsmile', 'COMPANY')`.execute(tx)
    await createDataSource(tx, { clientId, dataSourceId }, 'integration')
  })
})
afterAll(() => store.close())

const list = (externalId: string, name: string): ListRecord => ({ externalId, kind: 'list', name, size: null, updatedAt: null })

/** The members of each list after a read with only some lists chosen. */
const membersOf = (lists: readonly string[]) =>
  store.database.inClient(clientId, async (tx) => {
    await sql`delete from crm_list_member where client_id = ${clientId}`.execute(tx)
    const page = {
      lists: [list('7', 'Newsletter'), list('8', 'Open day')],
      memberships: [
        { listId: '7', contactId: 'ada' },
        { listId: '8', contactId: 'ben' },
        { listId: 'unknown', contactId: 'cleo' },
      ],
    }
    await saveRecords(tx, { clientId, dataSourceId, runId, at: new Date(), dispatcher: idleDispatcher }, page, {
      historyComesApart: false,
      isListWanted: listFilter({ lists }),
    })
    const rows = await tx.selectFrom('crm_list_member').select('contact_external_id').where('client_id', '=', clientId).execute()
    return rows.map((row) => row.contact_external_id).toSorted()
  })

const ada: ContactRecord = {
  externalId: 'ada',
  firstName: 'Ada',
  lastName: 'Berg',
  email: 'ada@example.com',
  phone: null,
  company: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  source: null,
  ownerId: null,
  tags: [],
  fields: {},
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: null,
  touches: [],
  raw: {},
}

/** Ada comes with all her lists, as some vendors send contacts. Returns which of them are stored after each read. */
const listsOfAda = async (...readings: (readonly string[])[]) => {
  const stored: string[][] = []
  for (const lists of readings)
    await store.database.inClient(clientId, async (tx) => {
      const page = {
        lists: [list('list-1', 'Newsletter'), list('list-2', 'Open day ')],
        contacts: [ada],
        memberships: [
          { listId: 'list-1', contactId: 'ada' },
          { listId: 'list-2', contactId: 'ada' },
        ],
      }
      await saveRecords(tx, { clientId, dataSourceId, runId, at: new Date(), dispatcher: idleDispatcher }, page, {
        historyComesApart: false,
        isListWanted: listFilter({ lists }),
      })
      const rows = await tx
        .selectFrom('crm_list_member')
        .select('list_external_id')
        .where('client_id', '=', clientId)
        .where('contact_external_id', '=', 'ada')
        .execute()
      stored.push(rows.map((row) => row.list_external_id).toSorted())
    })
  return stored
}

describe('The members of lists', () => {
  it('are stored for every list that we know', async () => {
    expect(await membersOf([])).toEqual(['ada', 'ben'])
  })

  it('are stored for the chosen lists alone, by id or by name [API-14]', async () => {
    expect(await membersOf(['7'])).toEqual(['ada'])
    expect(await membersOf([' open DAY '])).toEqual(['ben'])
  })
  it('are those of the chosen lists alone from the next read on, if contacts come with their lists [API-14]', async () => {
    const stored = await listsOfAda([], ['list-1'], ['newsletter', 'OPEN DAY'], ['elsewhere'])
    expect(stored).toEqual([['list-1', 'list-2'], ['list-1'], ['list-1', 'list-2'], []])
  })
})
