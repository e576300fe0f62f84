import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { connectionOf } from './connection.ts'
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

it('analyzes a table that has grown manyfold, and only then', async () => {
  await look()
  expect(await believed()).toBe(-1)
  await fill(1, 10_000)
  await look()
  expect(await believed()).toBe(10_000)
  await fill(10_001, 12_000)
  await look()
  expect(await believed()).toBe(10_000)
})

it('judges a distributed table by its rows on all nodes, not by the empty one of the coordinator', async () => {
  const other = await testDatabase()
  const owner = new pg.Client(connectionOf(other.location, 'owner'))
  await owner.connect()
  // The functions of the extension that are used here.
  await owner.query(
    'create table pg_dist_partition as select oid::regclass as logicalrelid from pg_class where relname = $$contact$$',
  )
  await owner.query('grant select on pg_dist_partition to app_system')
  const holds = (bytes: number) =>
    owner.query(`create or replace function citus_relation_size(regclass) returns bigint language sql return ${bytes}`)
  const isLookedAt = async (): Promise<boolean> => {
    await owner.query(`update pg_class set reltuples = -1 where oid = 'contact'::regclass`)
    await other.database.asSystem('a test', (tx) => analyzeGrown(tx, ['contact']))
    const { rows } = await owner.query(`select reltuples >= 0 as "isLookedAt" from pg_class where oid = 'contact'::regclass`)
    return rows[0].isLookedAt
  }
  await holds(100_000)
  expect(await isLookedAt()).toBe(false)
  await holds(1_000_000)
  expect(await isLookedAt()).toBe(true)
  await holds(4_000_000)
  expect(await isLookedAt()).toBe(false)
  await holds(6_000_000)
  expect(await isLookedAt()).toBe(true)
  await owner.end()
  await other.close()
})
