// The product with its own PostgreSQL, further workers, and the vendors: everything but the vendors can be killed.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { projectRoot } from '#server/platform/config.ts'
import { createDatabase, type Database } from '#server/platform/db/scope.ts'
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import { findRunningCluster } from '#server/platform/postgres/cluster.ts'
import { findEmbedded } from '#server/platform/postgres/embedded.ts'
import { freePort } from '../free-port.ts'
import { eventually } from '../world.ts'
import type { ProcessOrder } from './product-process.ts'

export type Victim = 'worker' | 'product' | 'postmaster'

interface Settings {
  dataDir: string
  workers: number
  leaseSeconds: number
  /** How long a vendor takes for an answer. */
  answerMs: number
  /** A file that exports the followers of the change log; absent: all of them. */
  followers?: string
}

export interface Installation {
  url: string
  sandbox: Sandbox
  /** Our own connection, to check. */
  database: Database
  location: DatabaseLocation
  /**
   * Returns when it was killed, in milliseconds since 1970; undefined: no process of that kind is up. A killed process
   * is restarted.
   */
  kill: (victim: Victim) => number | undefined
  /** Resolves when the product and its database answer. */
  serves: () => Promise<void>
  /** The same, and all workers are up. */
  ready: () => Promise<void>
  /** Processes that were up and ended without being killed. */
  endedByThemselves: () => number
  close: () => Promise<void>
}

const program = join(import.meta.dirname, 'product-process.ts')

const launch = (order: ProcessOrder): { child: ChildProcess; ready: Promise<unknown> } => {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    // A process that starts without a database reports that, and is restarted.
    stdio: ['ignore', 'ignore', process.env['KILLS_LOG'] === undefined ? 'ignore' : 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/compile') },
  })
  const died = once(child, 'exit').then(() => undefined)
  return { child, ready: Promise.race([once(child, 'message'), died]) }
}

/** One process that is restarted whenever it dies, until it is stopped. */
const keepAlive = (order: ProcessOrder) => {
  let isStopped = false
  let isUp = false
  let ownEnds = 0
  let current = launch(order)
  const follow = async ({ child, ready }: ReturnType<typeof launch>): Promise<void> => {
    const ended = once(child, 'exit')
    isUp = (await ready) !== undefined
    await ended
    if (isUp && !isStopped) ownEnds += 1
    isUp = false
    if (isStopped) return
    current = launch(order)
    void follow(current)
  }
  void follow(current)
  return {
    isUp: () => isUp,
    ownEnds: () => ownEnds,
    kill: (): number => {
      isUp = false
      current.child.kill('SIGKILL')
      return Date.now()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      const ended = once(current.child, 'exit')
      if (current.child.exitCode === null && current.child.kill('SIGKILL')) await ended
    },
  }
}

const urlOf = ({ socketDir, port, database }: Extract<DatabaseLocation, { kind: 'embedded' }>): string =>
  `postgres://app_owner@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`

/** Slow vendors without rate limits and webhooks. */
const startVendors = async (answerMs: number): Promise<Sandbox> => {
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
  for (const { faults, sender } of sandbox.installed) {
    faults.limitsAreOn = false
    faults.add({ kind: 'slow', ms: answerMs })
    sender.faults.areLost = true
  }
  return sandbox
}

type Kept = ReturnType<typeof keepAlive>

const killersOf = (product: Kept, workers: Kept[], dataDir: string): Record<Victim, () => number | undefined> => ({
  worker: () => {
    // The one that was up longest has the most to lose.
    const victim = workers.find(({ isUp }) => isUp())
    if (!victim) return undefined
    workers.push(...workers.splice(workers.indexOf(victim), 1))
    return victim.kill()
  },
  product: () => (product.isUp() ? product.kill() : undefined),
  postmaster: () => {
    const pid = product.isUp() ? findRunningCluster(join(dataDir, 'postgres'))?.pid : undefined
    if (pid === undefined) return undefined
    process.kill(pid, 'SIGKILL')
    return Date.now()
  },
})

const startProcesses = async (settings: Settings, sandboxUrl: string) => {
  const { dataDir, leaseSeconds } = settings
  const shared = { leaseSeconds, ...(settings.followers === undefined ? {} : { followers: settings.followers }) }
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandboxPort = new URL(sandboxUrl).port
  const common = [
    '--port',
    String(port),
    '--sandbox-port',
    sandboxPort,
    '--metrics-port',
    '0',
    '--data',
    dataDir,
    '--demo',
    'off',
  ]
  const env = { VENDOR_LIMITS: 'off', TRUST_PROXY: 'loopback' }
  const product = keepAlive({ args: [...common, '--roles', 'api,identity,worker'], env, ...shared })
  await eventually(async () => product.isUp() || undefined)
  const location = findEmbedded(dataDir)
  if (location?.kind !== 'embedded') throw new Error('There is no embedded database')
  const workers = Array.from({ length: settings.workers }, () =>
    keepAlive({
      args: [...common, '--roles', 'worker'],
      env: { ...env, DATABASE_URL: urlOf(location), PUBLIC_URL: url },
      ...shared,
    }),
  )
  return { url, location, product, workers }
}

export const install = async (settings: Settings): Promise<Installation> => {
  const sandbox = await startVendors(settings.answerMs)
  const { url, location, product, workers } = await startProcesses(settings, sandbox.url)
  const killers = killersOf(product, workers, settings.dataDir)
  const database = createDatabase(location, pino({ level: 'silent' }), { app_rw: 1, app_staff: 1, app_system: 2 })
  const answers = async (): Promise<boolean> => {
    await database.asSystem('test: does it answer', (tx) => sql`select 1`.execute(tx))
    return product.isUp() && (await fetch(`${url}/readyz`)).ok
  }
  const serves = async (): Promise<void> => {
    await eventually(async () => (await answers().catch(() => false)) || undefined)
  }
  return {
    url,
    sandbox,
    database,
    location,
    kill: (victim) => killers[victim](),
    serves,
    ready: async () => {
      await eventually(async () => workers.every(({ isUp }) => isUp()) || undefined)
      await serves()
    },
    endedByThemselves: () => [product, ...workers].reduce((sum, { ownEnds }) => sum + ownEnds(), 0),
    close: async () => {
      await database.close()
      await Promise.all(workers.map(({ stop }) => stop()))
      await product.stop()
      await sandbox.close()
    },
  }
}
