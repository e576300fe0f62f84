// What the product costs while it is idle: all demo sources connected, nothing happening.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from '#server/platform/config.ts'
import { findRunningCluster } from '#server/platform/postgres/cluster.ts'
import { freePort } from '#server/testing/free-port.ts'
import { inFolder, type Bench } from './bench.ts'

const ticksPerSecond = 100
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const startProduct = async (args: readonly string[]): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['src/server/main.ts', '--metrics-port', '0', ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Tributary ')) resolve()
    })
    child.once('exit', () => reject(new Error(`The product ended: ${output}`)))
  })
  return child
}

const stopProduct = async (child: ChildProcess): Promise<void> => {
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGTERM')
  await gone
}

const clusterOf = (dataDir: string) => {
  const cluster = findRunningCluster(join(dataDir, 'postgres'))
  if (!cluster) throw new Error('The database is not running')
  return cluster
}

const isQuiet = `
  select (select count(*) from integration) > 5
     and not exists (select from sync_run where status in ('queued', 'running', 'partial'))
     and not exists (select from integration i where not exists (
           select from sync_run r where r.client_id = i.client_id and r.integration_id = i.id)) as quiet`

/** Waits until every source of the demo has been synced, and for some seconds none was. */
const untilQuiet = async (dataDir: string): Promise<void> => {
  const { socketDir, port } = clusterOf(dataDir)
  const client = new pg.Client({ host: socketDir, port, user: 'app_system', database: 'tributary' })
  await client.connect()
  try {
    for (let quietFor = 0, asked = 0; quietFor < 5; asked += 1) {
      if (asked > 1200) throw new Error('The demo did not come to rest')
      await pause(1000)
      const { rows } = await client.query<{ quiet: boolean }>(isQuiet)
      quietFor = rows[0]?.quiet ? quietFor + 1 : 0
    }
  } finally {
    await client.end()
  }
}

interface ProcessTimes {
  parent: number
  own: number
  ofEndedChildren: number
}

const timesOf = (pid: number | string): ProcessTimes => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)
  const secondsAt = (index: number) => ((fields[index] ?? 0) + (fields[index + 1] ?? 0)) / ticksPerSecond
  return { parent: fields[1] ?? 0, own: secondsAt(11), ofEndedChildren: secondsAt(13) }
}

/** Of the server and its processes, also of those that have ended meanwhile. */
const databaseSeconds = (postmaster: number): number => {
  const { own, ofEndedChildren } = timesOf(postmaster)
  const children = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [timesOf(name)] : []
    } catch {
      return []
    }
  })
  const living = children.filter(({ parent }) => parent === postmaster).reduce((sum, child) => sum + child.own, 0)
  return own + ofEndedChildren + living
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const measure = async (child: ChildProcess, dataDir: string, seconds: number) => {
  const pid = child.pid ?? 0
  const database = clusterOf(dataDir).pid
  await pause(30_000)
  const before = { node: timesOf(pid).own, database: databaseSeconds(database) }
  await pause(seconds * 1000)
  const share = (now: number, then: number) => (100 * (now - then)) / seconds
  return {
    node: share(timesOf(pid).own, before.node),
    database: share(databaseSeconds(database), before.database),
    memory: memoryOf(pid),
  }
}

export const restBench: Bench = {
  about: 'Processor time and memory while nothing happens, with all demo sources connected',
  async run({ quick }) {
    if (!existsSync('/proc/self/stat')) throw new Error('This is read from /proc, which only Linux has')
    return inFolder(async (dataDir) => {
      const args = ['--port', String(await freePort()), '--sandbox-port', String(await freePort()), '--data', dataDir]
      const first = await startProduct(args)
      await untilQuiet(dataDir)
      await stopProduct(first)
      // Without the sandboxes nothing changes the demo.
      const resting = await startProduct([...args, '--roles', 'web,api,worker,identity'])
      try {
        const { node, database, memory } = await measure(resting, dataDir, quick ? 20 : 120)
        return [
          { name: 'node, of one core', value: node, unit: '%', target: 1, better: 'lower' },
          { name: 'PostgreSQL, of one core', value: database, unit: '%', target: 1, better: 'lower' },
          { name: 'both, of one core', value: node + database, unit: '%', target: 1, better: 'lower' },
          { name: 'memory of node', value: memory, unit: 'MB', target: 250, better: 'lower' },
        ]
      } finally {
        await stopProduct(resting)
      }
    })
  },
}
