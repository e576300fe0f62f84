import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { insertIntegration } from '#server/testing/vendors/integrations.ts'
import { selectReadersWith } from '../../queries.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const clientId = newId()
beforeAll(() =>
  database.asSystem('test: many who have connected', async (tx) => {
    await sql`insert into client (client_id, name, type) values (${clientId}, 'Harbor Light', 'COMPANY')`.execute(tx)
    await sql`with source as (
        insert into data_source (client_id, kind) select ${clientId}, 'integration' from generate_series(1, 3000) returning id)
      insert into integration (client_id, id, type, name, status, facts)
      select ${clientId}, id, 'facebook', 'Ads', 'active', jsonb_build_object('login_id', 'user ' || row_number() over ()) from source
      on conflict do nothing`.execute(tx)
    const others = [
      { type: 'google', name: 'Ads of Maya', status: 'active', facts: '{"login_id":"maya"}', manager_account_id: 'a manager' },
      { type: 'googlesheet', name: 'Sheet of Maya', status: 'error', facts: '{"login_id":"maya"}' },
      { type: 'google', name: 'Ads of before', status: 'disconnected', facts: '{"login_id":"maya"}' },
      { type: 'hubspot', name: 'Portal of Maya', status: 'active', facts: '{"login_id":"maya"}' },
      { type: 'google', name: 'Ads of Jonah', status: 'active', facts: '{}', manager_account_id: 'jonah' },
    ]
    for (const other of others) await insertIntegration(tx, { client_id: clientId, ...other })
  }),
)

describe('Other sources that use a login [SYNC-06]', () => {
  const google = ['google', 'googlesheet']

  it.each([
    ['maya', 2],
    ['jonah', 1],
    ['nobody', 0],
  ])('are found by the login itself: %s', async (login, others) => {
    const found = await database.asSystem('test: others', (tx) => selectReadersWith(tx, google, login).execute())
    expect(found).toHaveLength(others)
  })

  it('are found by an index, regardless of their number', async () => {
    const plan = await database.asSystem('test: how they are found', (tx) =>
      sql`explain (format json) ${selectReadersWith(tx, ['facebook'], 'user 7')}`.execute(tx),
    )
    expect(JSON.stringify(plan.rows)).toContain('"Index Name":"integration_login"')
    expect(JSON.stringify(plan.rows)).toMatch(/"Index Cond":"[^"]*'user 7'/)
  })
})
