import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { connectionOf } from './connection.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await testDatabase()
})
afterAll(() => store.close())

it('a connection that breaks while it is new fails the query, and no process', async () => {
  const uncaught: Error[] = []
  const note = (error: Error): void => void uncaught.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  const pool = new pg.Pool(connectionOf(store.location, 'app_system'))
  pool.on('error', () => {})
  // As when PostgreSQL is killed at this moment.
  pool.once('connect', (client) => {
    const { connection } = client as unknown as { connection: { stream: { destroy: (error: Error) => void } } }
    connection.stream.destroy(new Error('write EPIPE'))
  })
  await expect(pool.query('select 1')).rejects.toThrow('write EPIPE')
  await turn()
  expect(uncaught).toEqual([])
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})
