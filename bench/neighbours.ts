// A quiet account beside one that floods: how much longer its calls take, against the same calls in calm.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '#server/platform/config.ts'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { start } from '#server/start.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { demoPassword, demoTenants } from '../db/seed/people.ts'
import { inFolder, type Bench, type Figure } from './bench.ts'

const port = 18_480
const url = `http://localhost:${port}`
const connections = 40
/** Everybody may ask as often as they like: only what one account may have at the same time protects the others. */
const unlimited = { perAddress: 1e9, perUser: 1e9 }

const emailOf = (tenant: number): string => demoTenants[tenant]?.people[0]?.email ?? ''
const [flooder, quiet] = [emailOf(0), emailOf(1)]

type Ask = () => Promise<Response>

const asker =
  (token: string) =>
  (path: string, body?: object): Ask =>
  () =>
    fetch(url + path, {
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })

const read = async (ask: Ask): Promise<number> => {
  const response = await ask()
  await response.arrayBuffer()
  return response.status
}

/** Lists and invitations, over so many connections, as fast as they are answered. */
const flood = (token: string) => {
  const ask = asker(token)
  const seen = new Map<number, number>()
  const flooding = new AbortController()
  const line = async (index: number): Promise<void> => {
    for (let round = 0; !flooding.signal.aborted; round += 1) {
      const emails = Array.from({ length: 20 }, (_, one) => `f${index}.${round}.${one}@flood.example.com`)
      const call = index % 2 === 0 ? ask('/users-api/users/') : ask('/users-api/users/invitations', { emails, role: 'user' })
      const status = await read(call)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
  }
  const lines = Array.from({ length: connections }, (_, index) => line(index))
  return async () => {
    flooding.abort()
    await Promise.all(lines)
    return seen
  }
}

/** The first start reads the demo's sources, which is no calm. */
const untilCalm = async (location: DatabaseLocation): Promise<void> => {
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  try {
    for (let calm = 0, tries = 0; calm < 5 && tries < 300; tries += 1) {
      await pause(1000)
      const { rows } = await client.query(
        `select 1 from pgboss.job where state = 'active' or (state in ('created', 'retry') and start_after < now()) limit 1`,
      )
      calm = rows.length === 0 ? calm + 1 : 0
    }
  } finally {
    await client.end()
  }
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN

/** One call after the other, as somebody who looks at a screen makes them. */
const measure = async (ask: Ask, seconds: number): Promise<number> => {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const started = performance.now()
    const status = await read(ask)
    if (status !== 200) throw new Error(`The quiet account was answered with ${status}`)
    times.push(performance.now() - started)
  }
  return p95(times)
}

const figuresOf = (calm: Record<string, number>, flooded: Record<string, number>, failed: number): Figure[] => [
  ...Object.keys(calm).flatMap((name): Figure[] => [
    {
      name: `${name}: p95 beside a flood / in calm`,
      value: (flooded[name] ?? 0) / (calm[name] ?? 1),
      unit: '',
      target: 2,
      better: 'lower',
    },
    { name: `${name}: p95 beside a flood`, value: flooded[name] ?? 0, unit: 'ms', target: 1000, better: 'lower' },
  ]),
  { name: 'answers 5xx to the account that floods', value: failed, unit: '', target: 0, better: 'lower' },
]

export const neighboursBench: Bench = {
  about: 'Waiting time of a quiet account beside one that floods, against calm',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const set = readConfig(['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0', '--data', `${folder}/data`], {
        TRUST_PROXY: 'loopback',
      })
      if ('show' in set) throw new Error(set.show)
      const { cluster, location } = await startEmbedded(`${folder}/data`)
      const running = await start(set.config, pino({ level: 'silent' }), { location, limits: unlimited })
      try {
        const ask = asker((await signInByPassword(url, quiet, demoPassword)).token)
        const loud = (await signInByPassword(url, flooder, demoPassword)).token
        const calls: Record<string, Ask> = {
          'a list': ask('/users-api/users/'),
          'a sign-in': async () => {
            await signInByPassword(url, quiet, demoPassword)
            return new Response()
          },
        }
        const seconds = quick ? 5 : 20
        const all = async (): Promise<Record<string, number>> => {
          const found: Record<string, number> = {}
          for (const [name, call] of Object.entries(calls)) found[name] = await measure(call, seconds)
          return found
        }
        await untilCalm(location)
        await measure(ask('/users-api/users/'), 3)
        const calm = await all()
        const stop = flood(loud)
        const flooded = await all()
        const seen = await stop()
        const failed = [...seen].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)
        return figuresOf(calm, flooded, failed)
      } finally {
        await running.close()
        await cluster.stop()
      }
    }),
}
