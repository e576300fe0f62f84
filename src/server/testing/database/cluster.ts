// One temporary PostgreSQL for a whole test run, with a migrated template that every test file copies in milliseconds.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createKeys } from '#server/identity/tokens/keys.ts'
import { systemClock } from '#server/platform/clock.ts'
import { serverAccount } from '#server/platform/postgres/account.ts'
import { findBinaries } from '#server/platform/postgres/binaries.ts'
import { startCluster } from '#server/platform/postgres/cluster.ts'
import { initialise } from '#server/platform/postgres/initialise.ts'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createDatabase } from '#server/platform/db/scope.ts'
import { startQueue } from '#server/platform/jobs/queue.ts'
import { createSealer } from '#server/platform/secrets.ts'
import { newFolder, testFolders } from './folder.ts'

const prefix = 'tributary-test-'

/** What a new database starts with: migrated, and if the product signs tokens on it, with the keys for that. */
const templates = { empty: 'tributary_template', 'with keys': 'tributary_template_with_keys' } as const
export type Template = keyof typeof templates

export interface TestCluster {
  socketDir: string
  port: number
  /** A folder with a new cluster that was never started, to be copied. */
  initialised: string
  sealingKey: string
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
  for (const name of readdirSync(testFolders)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(testFolders, name), { recursive: true, force: true })
  }
}

export const databaseOf = (cluster: { socketDir: string; port: number }, database: string): DatabaseLocation => ({
  kind: 'embedded',
  socketDir: cluster.socketDir,
  port: cluster.port,
  database,
  // On a shared machine, a free connection may take long to come.
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

/** Owners and modes stay as they are: PostgreSQL is strict about both. */
export const copyFolder = (from: string, to: string): void => {
  execFileSync('cp', ['-a', from, to])
}

const settings = {
  // Each worker of the test run has its own products, and some of them several.
  max_connections: '300',
  // With hundreds of short-lived databases it would do little else than start workers.
  autovacuum: 'off',
}

const initialiseIn = async (folder: string): Promise<string> => {
  const account = serverAccount()
  const dataDir = join(folder, 'initialised')
  await initialise({ dataDir, binaries: await findBinaries(account), account, durable: false })
  return dataDir
}

const log = pino({ level: 'silent' })

/** Creating signing keys takes longer than everything else about a database: all share those created here. */
const addKeys = async (location: DatabaseLocation): Promise<string> => {
  const key = randomBytes(32)
  const database = createDatabase(location, log)
  await createKeys({ database, sealer: createSealer([{ id: 'test', key }]), clock: systemClock }).ring()
  await database.close()
  return `test:${key.toString('base64')}`
}

export const startTestCluster = async (): Promise<TestCluster> => {
  removeLeftovers()
  const folder = newFolder(`${prefix}${process.pid}-`)
  const initialised = await initialiseIn(folder)
  const dataDir = join(folder, 'postgres')
  copyFolder(initialised, dataDir)
  const cluster = await startCluster({ dataDir, durable: false, settings })
  await query(databaseOf(cluster, 'postgres'), `create database ${templates.empty}`)
  const location = databaseOf(cluster, templates.empty)
  await migrate(location)
  const queue = await startQueue({ location, log, jobs: [], work: false, alone: false })
  await queue.stop()
  const sealingKey = await addKeys(await createFromTemplate(cluster, templates['with keys'], 'empty'))
  return {
    socketDir: cluster.socketDir,
    port: cluster.port,
    initialised,
    sealingKey,
    async stop() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const dropDatabase = (cluster: { socketDir: string; port: number }, name: string): Promise<void> =>
  query(databaseOf(cluster, 'postgres'), `drop database if exists ${name} with (force)`)

export const createFromTemplate = async (
  cluster: { socketDir: string; port: number },
  name: string,
  template: Template,
): Promise<DatabaseLocation> => {
  await query(databaseOf(cluster, 'postgres'), `create database ${name} template ${templates[template]} strategy file_copy`)
  return databaseOf(cluster, name)
}
