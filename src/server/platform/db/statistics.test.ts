import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { analyzeGrown } from './statistics.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const believed = async (): Promise<number | undefined> => {
  const { rows } = await db.database.asSystem('a test', (tx) =>
    sql<{ reltuples: number }>`select reltuples from pg_class where oid = 'contact'::regclass`.execute(tx),
  )
  return rows[0]?.reltuples
}

const look = () => db.database.asSystem('a test', (tx) => analyzeGrown(tx, ['contact']))

const fill = (from: number, to: number) =>
  db.database.asSystem('a test', async (tx) => {
    await sql`with place as (
        insert into client (name, type) values (${`Grown ${from}`}, 'COMPANY') returning client_id
      ), source as (
        insert into data_source (client_id, kind) select client_id, 'integration' from place returning client_id, id
      ) select 1 from source`.execute(tx)
    await sql`insert into contact (client_id, data_source_id, external_id, created_at, content_hash, run_id)
      select i.client_id, i.id, n::text, now(), '', i.id from generate_series(${from}::int, ${to}::int) as n,
        (select client_id, id from data_source order by created_at desc limit 1) as i`.execute(tx)
  })

it('the database looks again at a table that has grown manyfold, and only then', async () => {
  await look()
  expect(await believed()).toBe(-1)
  await fill(1, 10_000)
  await look()
  expect(await believed()).toBe(10_000)
  await fill(10_001, 12_000)
  await look()
  expect(await believed()).toBe(10_000)
})
