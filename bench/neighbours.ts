// A quiet account next to one that floods: how much longer its calls take, compared with the same calls without the
// flood.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { readConfig } from '#server/platform/config.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { start } from '#server/start.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { demoPassword, demoClients } from '../db/seed/users.ts'
import { inFolder, type Bench, type Figure } from './bench.ts'

/** No rate limits: only the limit of concurrent calls per account protects the others. */
const unlimited = { perAddress: 1e9, perUser: 1e9 }

const emailOf = (tenant: number): string => demoClients[tenant]?.people[0]?.email ?? ''
const [flooder, quiet] = [emailOf(0), emailOf(1)]

const startCaller = (name: string, args: readonly string[]): ChildProcess =>
  fork(new URL(`./neighbours/${name}.ts`, import.meta.url), args)

/** What a caller reports before it ends; one that ends without a report failed. */
const reportOf = async <T>(caller: ChildProcess): Promise<Record<string, T>> => {
  const ended = once(caller, 'exit').then(() => Promise.reject(new Error('A caller ended without a report')))
  const [report] = (await Promise.race([once(caller, 'message'), ended])) as [Record<string, T>]
  ended.catch(() => {})
  return report
}

type Times = Record<string, number[]>

const besideFlood = async (url: string, round: number, measure: () => Promise<Times>): Promise<{ times: Times; seen: Seen }> => {
  const { token } = await signInByPassword(url, flooder, demoPassword)
  const flood = startCaller('flood-process', [url, token, `round${round}`])
  try {
    const times = await measure()
    const counts = reportOf<number>(flood)
    flood.send('stop')
    return { times, seen: await counts }
  } finally {
    flood.kill()
  }
}

const p95 = (times: readonly number[] = []): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN

type Seen = Record<string, number>

const ofStatus = (all: readonly Seen[], from: number, to: number): number =>
  all
    .flatMap((seen) => Object.entries(seen))
    .filter(([status]) => Number(status) >= from && Number(status) < to)
    .reduce((sum, [, count]) => sum + count, 0)

interface Round {
  calm: Times
  flooded: Times
  seen: Seen
}

const figuresOf = (rounds: readonly Round[]): Figure[] => {
  const names = Object.keys(rounds[0]?.calm ?? {})
  const p95Of = (name: string, when: 'calm' | 'flooded') => p95(rounds.flatMap((round) => round[when][name] ?? []))
  const seen = rounds.map((round) => round.seen)
  return [
    ...names.flatMap((name): Figure[] => [
      {
        name: `${name}: p95 beside a flood / in calm`,
        value: p95Of(name, 'flooded') / p95Of(name, 'calm'),
        unit: '',
        target: 2,
        better: 'lower',
      },
      { name: `${name}: p95 beside a flood`, value: p95Of(name, 'flooded'), unit: 'ms', target: 1000, better: 'lower' },
    ]),
    { name: 'answers to the account that floods', value: ofStatus(seen, 0, 600), unit: '', target: 1, better: 'higher' },
    { name: 'answers 5xx to the account that floods', value: ofStatus(seen, 500, 600), unit: '', target: 0, better: 'lower' },
  ]
}

/** Calm and flood take turns, so that other load on the machine affects both. */
const takeTurns = async (url: string, { turns, seconds }: { turns: number; seconds: number }): Promise<Round[]> => {
  const measure = (time = seconds) => reportOf<number[]>(startCaller('quiet-process', [url, quiet, String(time)]))
  await measure(2)
  const rounds: Round[] = []
  while (rounds.length < turns) {
    const calm = await measure()
    const { times: flooded, seen } = await besideFlood(url, rounds.length, measure)
    rounds.push({ calm, flooded, seen })
  }
  return rounds
}

export const neighboursBench: Bench = {
  about: 'Waiting time of a quiet account beside one that floods, against calm',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const port = await freePort()
      const flags = ['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0', '--demo', 'people']
      const set = readConfig([...flags, '--data', `${folder}/data`], { TRUST_PROXY: 'loopback' })
      if ('show' in set) throw new Error(set.show)
      const { cluster, location } = await startEmbedded(`${folder}/data`)
      const running = await start(set.config, pino({ level: 'silent' }), { location, limits: unlimited })
      try {
        const turns = quick ? { turns: 2, seconds: 3 } : { turns: 6, seconds: 4 }
        return figuresOf(await takeTurns(`http://localhost:${port}`, turns))
      } finally {
        await running.close()
        await cluster.stop()
      }
    }),
}
