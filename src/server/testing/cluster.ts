// One throw-away PostgreSQL for a whole test run, with a migrated template that every test file copies in milliseconds.
import { mkdtempSync, readdirSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startCluster } from '#server/platform/postgres/cluster.ts'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startQueue } from '#server/platform/jobs/queue.ts'

const prefix = 'tributary-test-'
const template = 'tributary_template'

export interface TestCluster {
  socketDir: string
  port: number
  stop(): Promise<void>
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Folders of runs that were killed. */
const removeLeftovers = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

export const databaseOf = (cluster: { socketDir: string; port: number }, database: string): DatabaseLocation => ({
  kind: 'embedded',
  socketDir: cluster.socketDir,
  port: cluster.port,
  database,
  // On a machine that others use too, a free connection may take long to come.
  connectWithinMs: 200_000,
})

const query = async (location: DatabaseLocation, text: string): Promise<void> => {
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

export const startTestCluster = async (): Promise<TestCluster> => {
  removeLeftovers()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  const cluster = await startCluster({ dataDir: join(folder, 'postgres'), durable: false })
  await query(databaseOf(cluster, 'postgres'), `create database ${template}`)
  const location = databaseOf(cluster, template)
  await migrate(location)
  const queue = await startQueue({ location, log: pino({ level: 'silent' }), jobs: [], work: false, alone: false })
  await queue.stop()
  return {
    socketDir: cluster.socketDir,
    port: cluster.port,
    async stop() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const createFromTemplate = async (
  cluster: { socketDir: string; port: number },
  name: string,
): Promise<DatabaseLocation> => {
  await query(databaseOf(cluster, 'postgres'), `create database ${name} template ${template} strategy file_copy`)
  return databaseOf(cluster, name)
}
