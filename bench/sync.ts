// A large portal synced for the first time, again without a change, and again with some: compared with COPY and with
// the vendor's own speed.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { finishConnect, startConnect } from '#contract/integrations/integrations.ts'
import { listRuns, startRun, type Run } from '#contract/syncs/runs.ts'
import { giveConsent } from '#server/connectors/testing/bench.ts'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { start } from '#server/start.ts'
import { freePort } from '#server/testing/free-port.ts'
import { signUpOn, type TestUser } from '#server/testing/world.ts'
import { inFolder, type Bench, type Figure } from './bench.ts'
import { comeToRest, copyAgain } from './sync/copy.ts'

const run = promisify(execFile)
const unlimited = { perAddress: 1e9, perUser: 1e9 }

interface Size {
  people: number
  deals: number
}

const spawnUntil = async (args: string[], word: string, env: Record<string, string> = {}): Promise<ChildProcess> => {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(word)) resolve()
    })
    child.once('exit', () => reject(new Error(`${args[0]} ended: ${output}`)))
  })
  return child
}

const post = async (url: string, body: unknown, method = 'POST'): Promise<Record<string, unknown>> => {
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

const memoryOf = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const urlOf = (location: DatabaseLocation): string => {
  if (location.kind !== 'embedded') return location.url
  const { socketDir, port, database } = location
  return `postgres://app_owner@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
}

interface Watched {
  run: Run
  seconds: number
  memory: number[]
}

const newestRun = async (user: TestUser, integrationId: string): Promise<Run | undefined> =>
  (await user.call(listRuns, { params: { integration_id: integrationId }, query: { size: 1 } })).body.items[0]

const looksPerQuestion = 8

/**
 * Waits for the newest run, and measures the worker's memory meanwhile. Polls rarely, because every request affects the
 * measurement.
 */
const watch = async (user: TestUser, integrationId: string, worker: ChildProcess): Promise<Watched> => {
  const memory: number[] = []
  for (;;) {
    const newest = await newestRun(user, integrationId)
    if (newest?.finished_at && newest.started_at) {
      if (newest.status !== 'done') throw new Error(`The run ended as ${newest.status}: ${newest.error_text}`)
      return { run: newest, seconds: (Date.parse(newest.finished_at) - Date.parse(newest.started_at)) / 1000, memory }
    }
    for (let look = 0; look < looksPerQuestion; look += 1) {
      memory.push(memoryOf(worker))
      await new Promise((done) => setTimeout(done, 250))
    }
  }
}

const connect = async (user: TestUser, account: string): Promise<string> => {
  const started = await user.call(startConnect, { params: { type: 'hubspot' }, body: {} })
  const back = await giveConsent(started.body.oauth_url ?? '', account)
  const body = { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
  return (await user.call(finishConnect, { params: { type: 'hubspot' }, body })).body.integration.id
}

const again = async (user: TestUser, integrationId: string, kind: Run['kind'], worker: ChildProcess): Promise<Watched> => {
  const answer = await user.call(startRun, { params: { integration_id: integrationId }, body: { kind } })
  if (answer.status !== 202) throw new Error(answer.error.detail)
  return watch(user, integrationId, worker)
}

/** Returns seconds. */
const nullSink = async (sandboxUrl: string, account: string): Promise<number> => {
  const { stdout } = await run(process.execPath, ['bench/sync/null-sink.ts', sandboxUrl, account], { cwd: projectRoot })
  return (JSON.parse(stdout) as { seconds: number }).seconds
}

/** The machine is not always equally fast: what is compared is done in turns, twice. */
const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length

const higher = (name: string, value: number, target: number, unit = ''): Figure => ({
  name,
  value,
  unit,
  target,
  better: 'higher',
})
const lower = (name: string, value: number, target: number, unit = ''): Figure => ({ name, value, unit, target, better: 'lower' })

const measure = async (parts: {
  user: TestUser
  sandboxUrl: string
  location: DatabaseLocation
  worker: ChildProcess
  size: Size
}): Promise<Figure[]> => {
  const { user, sandboxUrl, location, worker, size } = parts
  const admin = `${sandboxUrl}/__admin/hubspot`
  const account = String((await post(`${admin}/accounts`, { name: 'A large portal' }))['id'])
  await post(`${admin}/limits`, { on: false }, 'PUT')
  await post(`${admin}/accounts/${account}/fill`, { ...size, seed: 7 })
  const rows = size.people + size.deals
  const integrationId = await connect(user, account)
  const first = await watch(user, integrationId, worker)
  const copies = [await copyAgain(location)]
  await comeToRest(location)
  const unchanged = [await again(user, integrationId, 'full', worker)]
  const drained = [await nullSink(sandboxUrl, account), await nullSink(sandboxUrl, account)]
  unchanged.push(await again(user, integrationId, 'full', worker))
  await post(`${admin}/accounts/${account}/touch`, { share: 0.05, seed: 9 })
  const changed = await again(user, integrationId, 'full', worker)
  copies.push(await copyAgain(location))
  const copied = rows / mean(copies)
  const memory = [first, ...unchanged, changed].flatMap((one) => one.memory)
  const unchangedRate = rows / mean(unchanged.map(({ seconds }) => seconds))
  const drainedRate = rows / mean(drained)
  const half = Math.floor(memory.length / 2)
  const peak = (list: number[]): number => Math.max(...list)
  return [
    higher('first sync / COPY of the same rows', rows / first.seconds / copied, 0.4),
    higher('re-sync, unchanged / pages into nothing', unchangedRate / drainedRate, 0.8),
    higher('  first sync', Math.round(rows / first.seconds), 0, 'rows/s'),
    higher('  COPY', Math.round(copied), 0, 'rows/s'),
    higher('  re-sync, unchanged', Math.round(unchangedRate), 0, 'rows/s'),
    higher('  pages into nothing', Math.round(drainedRate), 0, 'rows/s'),
    higher('  re-sync, 5 % changed', Math.round(rows / changed.seconds), 0, 'rows/s'),
    higher('    rows written by it', changed.run.changed + changed.run.created, 1, 'rows'),
    lower("worker's memory, highest", peak(memory), 300, 'MB'),
    lower('  second half against first half', peak(memory.slice(half)) / peak(memory.slice(0, half)), 1.15),
  ]
}

const runIn = async (dataDir: string, quick: boolean): Promise<Figure[]> => {
  const size = quick ? { people: 20_000, deals: 6000 } : { people: 200_000, deals: 60_000 }
  const { cluster, location } = await startEmbedded(dataDir)
  const [port, sandboxPort, workerPort] = [await freePort(), await freePort(), await freePort()]
  const sandbox = await spawnUntil(['bench/sync/sandbox-process.ts', String(sandboxPort)], 'ready')
  const common = ['--sandbox-port', String(sandboxPort), '--metrics-port', '0', '--data', dataDir, '--demo', 'off']
  const read = readConfig(['--port', String(port), ...common, '--roles', 'api,identity'], {
    VENDOR_LIMITS: 'off',
    TRUST_PROXY: 'loopback',
  })
  if ('show' in read) throw new Error(read.show)
  const running = await start(read.config, pino({ level: 'silent' }), { location, limits: unlimited })
  const worker = await spawnUntil(
    ['src/server/main.ts', '--port', String(workerPort), ...common, '--roles', 'worker'],
    'Metrics',
    {
      DATABASE_URL: urlOf(location),
      PUBLIC_URL: `http://localhost:${port}`,
      VENDOR_LIMITS: 'off',
    },
  )
  try {
    const user = await signUpOn(`http://localhost:${port}`, { company: 'Large Ltd', name: 'Lea' })
    return await measure({ user, sandboxUrl: `http://localhost:${sandboxPort}`, location, worker, size })
  } finally {
    worker.kill('SIGTERM')
    sandbox.kill('SIGTERM')
    await running.close()
    await cluster.stop()
  }
}

export const syncBench: Bench = {
  about:
    '200,000 contacts and 60,000 opportunities with history: first sync, unchanged, 5 % changed; against COPY and the vendor’s own pace',
  run: ({ quick }) => inFolder((dataDir) => runIn(join(dataDir), quick)),
}
