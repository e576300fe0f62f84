import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database.ts'
import { selectReadersWith } from '../../integrations/service.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const clientId = newId()
beforeAll(() =>
  database.asSystem('test: many who have connected', async (tx) => {
    await sql`insert into client (client_id, name, type) values (${clientId}, 'Harbor Light', 'COMPANY')`.execute(tx)
    await sql`insert into integration (client_id, type, name, status, facts)
      select ${clientId}, 'facebook', 'Ads', 'active', jsonb_build_object('login_id', 'user ' || n) from generate_series(1, 3000) n
      on conflict do nothing`.execute(tx)
    await sql`insert into integration (client_id, type, name, status, facts, manager_account_id) values
      (${clientId}, 'google', 'Ads of Maya', 'active', '{"login_id":"maya"}', 'a manager'),
      (${clientId}, 'googlesheet', 'Sheet of Maya', 'error', '{"login_id":"maya"}', null),
      (${clientId}, 'google', 'Ads of before', 'disconnected', '{"login_id":"maya"}', null),
      (${clientId}, 'hubspot', 'Portal of Maya', 'active', '{"login_id":"maya"}', null),
      (${clientId}, 'google', 'Ads of Jonah', 'active', '{}', 'jonah')`.execute(tx)
  }),
)

describe('whoever else reads with a login [SYNC-06]', () => {
  const google = ['google', 'googlesheet']

  it.each([
    ['maya', 2],
    ['jonah', 1],
    ['nobody', 0],
  ])('is told by the login itself: %s', async (login, others) => {
    const found = await database.asSystem('test: others', (tx) => selectReadersWith(tx, google, login).execute())
    expect(found).toHaveLength(others)
  })

  it('is found by an index, however many have connected', async () => {
    const plan = await database.asSystem('test: how they are found', (tx) =>
      sql`explain (format json) ${selectReadersWith(tx, ['facebook'], 'user 7')}`.execute(tx),
    )
    expect(JSON.stringify(plan.rows)).toContain('"Index Name":"integration_login"')
    expect(JSON.stringify(plan.rows)).toMatch(/"Index Cond":"[^"]*'user 7'/)
  })
})
