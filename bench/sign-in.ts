// Signing in to our user pool: by password compared with cognito-local, and by the exchange that Amplify uses by
// default, with the server's own cost.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedPool } from '#server/embedded-pool.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { freePort } from '#server/testing/free-port.ts'
import { inFolder, type Bench, type Figure } from './bench.ts'
import { closeClient, rateOf, signInByPassword, signInBySrp, type Target } from './sign-in/client.ts'
import type { PoolOrder, PoolReport } from './sign-in/pool-process.ts'
import { startRival } from './sign-in/rival.ts'

const password = 'correct horse battery'
// cognito-local writes all users into one file at every sign-in, so the size of the pool matters to it: a small
// installation, and an almost empty pool.
const emails = Array.from({ length: 300 }, (_, number) => `person${number}@example.com`)
const fewEmails = emails.slice(0, 24)
const inTurn = 1
const together = 8

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const startPool = async (order: PoolOrder) => {
  const child = fork(new URL('./sign-in/pool-process.ts', import.meta.url))
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('The pool ended')))
  })
  // Checked only while waiting for an answer; at the end it has to end.
  ended.catch(() => {})
  const ask = async (question: PoolOrder | 'cpu'): Promise<number> => {
    child.send(question)
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [PoolReport]
    return report.cpu
  }
  await ask(order)
  return {
    cpu: () => ask('cpu'),
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Milliseconds of CPU of PostgreSQL and its processes, as Linux counts them: hundredths of a second. */
const databaseCpu = (postmaster: number): number => {
  const rows = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const ticksOf = (pid: string): number => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at] ?? 0)
      if (Number(pid) === postmaster) return user + system + endedUser + endedSystem
      return parent === postmaster ? user + system : 0
    } catch {
      // It ended meanwhile.
      return 0
    }
  }
  return rows.reduce((sum, pid) => sum + ticksOf(pid), 0) * 10
}

interface Targets {
  ours: Target
  theirs: Target
  /** cognito-local, almost empty. */
  theirsSmall: Target
}

/** In turns, so that other load on the machine affects all alike; the median of all rounds counts. */
const compare = async (targets: Targets, size: { rounds: number; times: number }, atOnce: number) => {
  const rates = { ours: [] as number[], theirs: [] as number[], theirsSmall: [] as number[] }
  const names = ['ours', 'theirs', 'theirsSmall'] as const
  for (let round = 0; round <= size.rounds; round += 1)
    for (const name of names) {
      const rate = await rateOf(targets[name], signInByPassword, { times: size.times, atOnce })
      // The first round only warms up.
      if (round > 0) rates[name].push(rate)
    }
  return { ours: median(rates.ours), theirs: median(rates.theirs), theirsSmall: median(rates.theirsSmall) }
}

type Rates = Awaited<ReturnType<typeof compare>>

interface Costs {
  rate: number
  server: number
  database: number
}

interface Cpu {
  server: () => Promise<number>
  database: () => number
}

const measure = async (target: Target, signIn: typeof signInBySrp, options: { times: number; cpu: Cpu }): Promise<Costs> => {
  const { times, cpu } = options
  const before = { server: await cpu.server(), database: cpu.database() }
  const rate = await rateOf(target, signIn, { times, atOnce: together })
  return {
    rate,
    server: ((await cpu.server()) - before.server) / times,
    database: (cpu.database() - before.database) / times,
  }
}

const measureRounds = async (
  target: Target,
  signIn: typeof signInBySrp,
  options: { times: number; rounds: number; cpu: Cpu },
) => {
  const all: Costs[] = []
  await rateOf(target, signIn, { times: options.times, atOnce: together })
  for (let round = 0; round < options.rounds; round += 1) all.push(await measure(target, signIn, options))
  const middle = (name: keyof Costs): number => median(all.map((costs) => costs[name]))
  return { rate: middle('rate'), server: middle('server'), database: middle('database') }
}

const higher = (name: string, value: number, target: number, unit = ''): Figure => ({
  name,
  value,
  unit,
  target,
  better: 'higher',
})
const lower = (name: string, value: number, target: number): Figure => ({ name, value, unit: 'ms', target, better: 'lower' })

const ratesAsFigures = (how: string, { ours, theirs, theirsSmall }: Rates): Figure[] => [
  higher(`password, ${how}: ours / cognito-local, ${emails.length} people each`, ours / theirs, 3),
  higher(`password, ${how}: ours / cognito-local with ${fewEmails.length} people`, ours / theirsSmall, 1),
  higher(`  ours`, Math.round(ours), 0, 'sign-ins/s'),
  higher(`  cognito-local, ${emails.length} people`, Math.round(theirs), 0, 'sign-ins/s'),
  higher(`  cognito-local, ${fewEmails.length} people`, Math.round(theirsSmall), 0, 'sign-ins/s'),
]

const costsAsFigures = (how: string, { rate, server, database }: Costs, leastRate: number): Figure[] => [
  lower(`${how}: CPU of the server`, server, 6),
  lower(`  CPU of PostgreSQL beside it`, database, 6),
  higher(`  ${together} at once`, Math.round(rate), leastRate, 'sign-ins/s'),
]

/** What was started last is stopped first. */
type Closers = (() => Promise<void>)[]

const startTargets = async (order: PoolOrder, closers: Closers): Promise<{ targets: Targets; cpu: () => Promise<number> }> => {
  const pool = await startPool(order)
  closers.push(pool.stop)
  const rivalOf = async (name: string, emailsThere: readonly string[]): Promise<Target> => {
    const folder = join(order.dataDir, name)
    mkdirSync(folder)
    const { target, stop } = await startRival(folder, { emails: emailsThere, password })
    closers.push(stop)
    return target
  }
  const { id, clientId } = embeddedPool
  const ours = { url: `http://localhost:${order.port}/idp`, poolName: id.split('_')[1] ?? '', clientId, emails, password }
  const targets = { ours, theirs: await rivalOf('rival', emails), theirsSmall: await rivalOf('small-rival', fewEmails) }
  return { targets, cpu: pool.cpu }
}

const run = async (dataDir: string, quick: boolean): Promise<Figure[]> => {
  const { cluster, location } = await startEmbedded(dataDir)
  const closers: Closers = [() => cluster.stop()]
  try {
    const { targets, cpu } = await startTargets({ location, dataDir, port: await freePort(), emails, password }, closers)
    const size = { rounds: quick ? 3 : 9, times: quick ? 100 : 240 }
    const costs = { ...size, cpu: { server: cpu, database: () => databaseCpu(cluster.pid) } }
    return [
      ...ratesAsFigures('one after the other', await compare(targets, size, inTurn)),
      ...ratesAsFigures(`${together} at once`, await compare(targets, size, together)),
      ...costsAsFigures('password sign-in', await measureRounds(targets.ours, signInByPassword, costs), 150),
      ...costsAsFigures('full SRP sign-in', await measureRounds(targets.ours, signInBySrp, costs), 62),
    ]
  } finally {
    closeClient()
    for (const close of closers.toReversed()) await close()
  }
}

export const signInBench: Bench = {
  about: 'Sign-ins/s by password against cognito-local, and what a full SRP sign-in costs the server',
  run: ({ quick }) => inFolder((dataDir) => run(dataDir, quick)),
}
