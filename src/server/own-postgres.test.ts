import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './platform/config.ts'
import { startCluster, type Cluster } from './platform/postgres/cluster.ts'
import { start, type Running } from './start.ts'
import { signInByPassword } from './testing/identity-client.ts'
import { demoPassword } from '../../db/seed/people.ts'

const folder = mkdtempSync(join(tmpdir(), 'tributary-own-'))
const port = 18_500
let cluster: Cluster

const asSuperuser = async (database: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ host: cluster.socketDir, port: cluster.port, user: 'app_owner', database })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const startOn = (user: string, roles: string, at: number): Promise<Running> => {
  const url = `postgres://${user}@localhost/tributary?host=${encodeURIComponent(cluster.socketDir)}&port=${cluster.port}`
  const ports = ['--port', String(at), '--sandbox-port', '0', '--metrics-port', '0']
  const read = readConfig([...ports, '--roles', roles, '--data', folder], {
    DATABASE_URL: url,
    PUBLIC_URL: `http://localhost:${port}`,
  })
  if ('show' in read) throw new Error(read.show)
  return start(read.config, pino({ level: 'silent' }))
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  cluster = await startCluster({ dataDir: join(folder, 'postgres'), durable: false })
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

describe('an operator brings their own PostgreSQL', () => {
  it('serves from several processes that start at the same time against one database', async () => {
    const [api, worker] = await Promise.all([
      startOn('tributary', 'api,identity', port),
      startOn('tributary', 'worker', port + 1),
    ])
    const { token } = await signInByPassword(`http://localhost:${port}`, 'priya@brightsmile.example.com', demoPassword)
    const stages = await fetch(`http://localhost:${port}/agencies-api/stages`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(((await stages.json()) as { total: number }).total).toBe(7)
    await Promise.all([api.close(), worker.close()])
  })

  it('says in a sentence what a user without the needed right lacks', async () => {
    await asSuperuser('postgres', 'create database elsewhere owner visitor')
    const url = `postgres://visitor@localhost/elsewhere?host=${encodeURIComponent(cluster.socketDir)}&port=${cluster.port}`
    const read = readConfig(['--port', String(port), '--roles', 'worker', '--data', folder], { DATABASE_URL: url })
    if ('show' in read) throw new Error(read.show)
    await expect(start(read.config, pino({ level: 'silent' }))).rejects.toThrow('needs BYPASSRLS')
  })
})
