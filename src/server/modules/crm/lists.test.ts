import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { ListRecord } from '#server/connectors/kit/records.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { saveRecords } from './service.ts'

const [clientId, integrationId, runId] = [newId(), newId(), newId()]
let store: TestDatabase

beforeAll(async () => {
  store = await testDatabase()
  await store.database.asSystem('test: an account with a source', async (tx) => {
    await sql`insert into client (client_id, name, type) values (${clientId}, 'Brightsmile', 'COMPANY')`.execute(tx)
    await sql`insert into integration (client_id, id, type, name, status)
      values (${clientId}, ${integrationId}, 'hubspot', 'HubSpot', 'active')`.execute(tx)
  })
})
afterAll(() => store.close())

const list = (externalId: string, name: string): ListRecord => ({ externalId, kind: 'list', name, size: null, updatedAt: null })

/** Who is in which list after a reading in which only some lists were wanted. */
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
      next: null,
    }
    await saveRecords(tx, { clientId, integrationId, runId, at: new Date() }, page, { historyComesApart: false, lists })
    const rows = await tx.selectFrom('crm_list_member').select('contact_external_id').where('client_id', '=', clientId).execute()
    return rows.map((row) => row.contact_external_id).toSorted()
  })

describe('the members of lists', () => {
  it('are noted for every list that we know', async () => {
    expect(await membersOf([])).toEqual(['ada', 'ben'])
  })

  it('are noted for the chosen lists alone, by id or by name [API-14]', async () => {
    expect(await membersOf(['7'])).toEqual(['ada'])
    expect(await membersOf([' open DAY '])).toEqual(['ben'])
  })
})
