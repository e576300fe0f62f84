import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { testDatabase } from '#server/testing/database/database.ts'
import { newId } from '../ids.ts'
import { createSealer, sealContext } from '../secrets.ts'
import { connectionOf } from './connection.ts'
import { resealEverything } from './reseal.ts'

const store = await testDatabase()
const owner = new pg.Client(connectionOf(store.location, 'owner'))
await owner.connect()
afterAll(async () => {
  await owner.end()
  await store.close()
})

const keyOf = (id: string) => ({ id, key: randomBytes(32) })

it('seals a row again by its primary key, without scanning the whole table', async () => {
  const [older, newer] = [keyOf('older'), keyOf('newer')]
  const sub = newId()
  const context = sealContext('pool.account', 'srp_verifier_sealed', sub)
  const address = 'maya@example.com'
  await owner.query(
    `insert into pool.account (sub, username, email_norm, attributes, status, srp_salt, srp_verifier_sealed, created_at, updated_at)
     values ($1, $1::uuid::text, $2, '{}', 'CONFIRMED', '', $3, now(), now())`,
    [sub, address, createSealer([older]).seal('verifier', context)],
  )
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const sealer = createSealer([newer, older])
  const done = await resealEverything(store.location, sealer)
  const update = query.mock.calls
    .map(([text]) => text as unknown)
    .find((text) => String(text).startsWith('update "pool"."account"'))
  query.mockRestore()
  expect(done).toContainEqual({ column: 'pool.account.srp_verifier_sealed', values: 1 })
  const { rows } = await owner.query<{ sealed: string }>('select srp_verifier_sealed as sealed from pool.account')
  expect(sealer.open(rows[0]?.sealed ?? '', context).toString()).toBe('verifier')
  expect(rows[0]?.sealed).toMatch(/^s1\.newer\./)

  await owner.query('set enable_seqscan = off')
  const plan = await owner.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${String(update)}`)
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: \(sub = /)
})
