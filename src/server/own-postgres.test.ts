import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '#server/testing/database/folder.ts'
import { readConfig } from './platform/config.ts'
import { BadSetting } from './platform/config/parse.ts'
import type { Tx } from './platform/db/scope.ts'
import { newId } from './platform/ids.ts'
import { startCluster, type Cluster } from './platform/postgres/cluster.ts'
import { withNewCluster } from './platform/postgres/testing.ts'
import { start, type Running } from './start.ts'
import { freePort } from './testing/free-port.ts'
import { signInByPassword } from './testing/identity-client.ts'
import { demoPassword } from '../../db/seed/users.ts'

const folder = newFolder('tributary-own-')
let port: number
let cluster: Cluster

const asSuperuser = async (database: string, ...statements: string[]): Promise<unknown[]> => {
  const client = new pg.Client({ host: cluster.socketDir, port: cluster.port, user: 'app_owner', database })
  await client.connect()
  let rows: unknown[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

const urlOf = (user: string, database = 'tributary'): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(cluster.socketDir)}&port=${cluster.port}`

const startOn = (roles: string, at: number, env: Record<string, string> = {}): Promise<Running> => {
  const ports = ['--port', String(at), '--sandbox-port', '0', '--metrics-port', '0']
  const read = readConfig([...ports, '--roles', roles, '--data', folder], {
    DATABASE_URL: urlOf('tributary'),
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: 'loopback',
    ...env,
  })
  if ('show' in read) throw new Error(read.show)
  return start(read.config, pino({ level: 'silent' }))
}

beforeAll(async () => {
  port = await freePort()
  cluster = await startCluster({ dataDir: withNewCluster(join(folder, 'postgres')), durable: false })
  await asSuperuser(
    'postgres',
    'create role tributary login createrole bypassrls',
    'create database tributary owner tributary',
    'create role visitor login',
  )
})
afterAll(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe("An operator's own PostgreSQL", () => {
  it('serves several processes that start at the same time against one database', async () => {
    const [api, worker] = await Promise.all([startOn('api,identity', port), startOn('worker', await freePort())])
    const { token } = await signInByPassword(`http://localhost:${port}`, 'priya@brightsmile.example.com', demoPassword)
    const stages = await fetch(`http://localhost:${port}/agencies-api/stages`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(((await stages.json()) as { total: number }).total).toBe(7)
    await Promise.all([api.close(), worker.close()])
  })

  it('reports in a sentence which right a user lacks', async () => {
    await asSuperuser('postgres', 'create database elsewhere owner visitor')
    const weak = startOn('worker', port, { DATABASE_URL: urlOf('visitor', 'elsewhere') })
    await expect(weak).rejects.toThrow('needs BYPASSRLS')
    await expect(weak).rejects.toBeInstanceOf(BadSetting)
  })

  it('reports in a sentence that the keys are not those of the database', async () => {
    const other = startOn('worker', port, { SEALING_KEY: `other:${randomBytes(32).toString('base64')}` })
    await expect(other).rejects.toThrow(/^The secrets of this database were sealed with the key k\w+, which is not among/)
    await expect(other).rejects.toBeInstanceOf(BadSetting)
  })
})

describe('The roles of its connections', () => {
  const one = async (tx: Tx, expression: string): Promise<string> =>
    (await sql<{ value: string }>`select ${sql.raw(expression)} as value`.execute(tx)).rows[0]?.value ?? ''

  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const limitsOf = async (tx: Tx): Promise<string[]> =>
    (await one(tx, limits.map((name) => `current_setting('${name}')`).join(` || ' ' || `))).split(' ')

  const running = async (env: Record<string, string>): Promise<Running> => {
    const product = await startOn('worker', port, env)
    onTestFinished(() => product.close())
    return product
  }

  it.each([
    ['taken by the owner', {}],
    ['logged in by themselves', { DATABASE_ROLES: 'login', DATABASE_ROLE_PASSWORD: "it's a secret" }],
  ])('are ours and have timeouts, %s', async (_how, env) => {
    const { database } = await running(env)
    expect(await database.inClient(newId(), (tx) => one(tx, 'current_user'))).toBe('app_rw')
    expect(await database.asStaff('test', (tx) => one(tx, 'current_user'))).toBe('app_staff')
    expect(await database.inClient(newId(), limitsOf)).toEqual(['30s', '10s', '1min'])
    expect(await database.asStaff('test', limitsOf)).toEqual(['30s', '10s', '1min'])
    expect(await database.asSystem('test', limitsOf)).toEqual(['5min', '10s', '1min'])
  })

  it('stay ours with any options in the address', async () => {
    const options = encodeURIComponent('-c statement_timeout=77s -c work_mem=7MB')
    const { database } = await running({ DATABASE_URL: `${urlOf('tributary')}&options=${options}` })
    const found = await database.inClient(newId(), async (tx) => [
      await one(tx, 'current_user'),
      await one(tx, `current_setting('work_mem')`),
      await one(tx, `current_setting('statement_timeout')`),
    ])
    expect(found).toEqual(['app_rw', '7MB', '30s'])
    expect(await database.inClient(newId(), (tx) => one(tx, `(select count(*) from client)`))).toBe(0)
  })

  it('cannot switch to the owner if they log in themselves', async () => {
    const { database } = await running({ DATABASE_ROLES: 'login', DATABASE_ROLE_PASSWORD: 'secret' })
    const left = await database.inClient(newId(), async (tx) => {
      await sql`set local role none`.execute(tx)
      return [await one(tx, 'current_user'), await one(tx, 'session_user')]
    })
    expect(left).toEqual(['app_rw', 'app_rw'])
    await expect(database.inClient(newId(), (tx) => sql`set local role tributary`.execute(tx))).rejects.toThrow(
      /permission denied/,
    )
    const passwords = await asSuperuser(
      'postgres',
      `select rolname from pg_authid where rolname like 'app\\_%' and rolpassword like 'SCRAM%' order by 1`,
    )
    expect(passwords).toEqual([{ rolname: 'app_rw' }, { rolname: 'app_staff' }, { rolname: 'app_system' }])
  })

  it('are checked on every new connection: one with another role is refused', async () => {
    await asSuperuser('tributary', 'alter role app_staff set role = app_rw', 'grant app_rw to app_staff')
    onTestFinished(async () => {
      await asSuperuser('tributary', 'alter role app_staff reset role', 'revoke app_rw from app_staff')
    })
    const { database } = await running({ DATABASE_ROLES: 'login' })
    await expect(database.asStaff('test', (tx) => one(tx, '1'))).rejects.toThrow(
      'A database connection that must serve as app_staff came up as app_rw and was refused.',
    )
  })

  it('end a statement that waits for a lock for too long', async () => {
    const { database } = await running({})
    let letGo = () => {}
    const holding = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let stuck: Promise<unknown> | undefined
    await database.asSystem('test: hold a table', async (tx) => {
      await sql`lock table stage`.execute(tx)
      stuck = database.inClient(newId(), (waiting) => sql`select 1 from stage`.execute(waiting)).finally(letGo)
      stuck.catch(() => undefined)
      await holding
    })
    await expect(stuck).rejects.toThrow(/lock timeout/)
  })
})
