// The lists of internal administration at the size of a large installation, compared with the same lists written by
// hand; and the audit log.
import { pino } from 'pino'
import { readConfig } from '#server/platform/config.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { start, type Running } from '#server/start.ts'
import { freePort } from '#server/testing/free-port.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { demoPassword, demoClients } from '../db/seed/users.ts'
import { measureAppends } from './admin/appends.ts'
import { startByHand } from './admin/by-hand.ts'
import { fill, type Size } from './admin/fill.ts'
import { inFolder, type Bench, type Figure } from './bench.ts'

const unlimited = { perAddress: 1e9, perUser: 1e9 }
const pageSize = 5
const warmUp = 30
const staffEmail = demoClients.find((tenant) => tenant.isInternal)?.people[0]?.email ?? ''

interface Case {
  name: string
  /** Our call, without its address. */
  ours: string
  byHand: string
}

const casesOf = ({ clients, usersPerClient }: Size): Case[] => {
  const users = clients * usersPerClient
  const list = (name: string, offset: number) => ({
    ours: `/users-api/${name}/?page=${offset / pageSize + 1}&size=${pageSize}`,
    byHand: `/${name}?offset=${offset}`,
  })
  const someone = `person${Math.floor(clients / 3)}.4@example.com`
  return [
    { name: 'clients, first page', ...list('clients', 0) },
    { name: 'clients, deep page', ...list('clients', clients * 0.9) },
    {
      name: 'clients, part of a name',
      ours: '/users-api/clients/?search=cedar%20roof',
      byHand: '/clients-search?search=cedar%20roof&offset=0',
    },
    { name: 'users, first page', ...list('users', 0) },
    { name: 'users, deep page', ...list('users', users * 0.9) },
    {
      name: 'users, an address',
      ours: `/users-api/users/?search=${someone}`,
      byHand: `/users-search?search=${someone}&offset=0`,
    },
  ]
}

const p95 = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

const timeOf = async (url: string, headers: Record<string, string>): Promise<number> => {
  const begun = performance.now()
  const response = await fetch(url, { headers })
  const { items } = (await response.json()) as { items?: unknown[] }
  if (!items?.length) throw new Error(`${url} answered ${response.status} without anything in it`)
  return performance.now() - begun
}

/** In turns, so that other load on the machine affects both alike. */
const compare = async (one: Case, places: { ours: string; byHand: string; token: string }, rounds: number): Promise<Figure[]> => {
  const headers = { authorization: `Bearer ${places.token}` }
  const times = { ours: [] as number[], byHand: [] as number[] }
  for (let round = -warmUp; round < rounds; round += 1) {
    const [ours, byHand] = [await timeOf(places.ours + one.ours, headers), await timeOf(places.byHand + one.byHand, {})]
    // The first rounds only warm up.
    if (round < 0) continue
    times.ours.push(ours)
    times.byHand.push(byHand)
  }
  return [
    { name: `${one.name}: p95 / by hand`, value: p95(times.ours) / p95(times.byHand), unit: '', target: 1.5, better: 'lower' },
    { name: `  ours, p95`, value: p95(times.ours), unit: 'ms', target: 250, better: 'lower' },
    { name: `  by hand, p95`, value: p95(times.byHand), unit: 'ms', target: 250, better: 'lower' },
  ]
}

const appendFigures = async ({ database }: Running, perWriter: number): Promise<Figure[]> => {
  const rows = await database.asSystem('bench: some accounts', (tx) =>
    tx.selectFrom('client').select('client_id').limit(8).execute(),
  )
  const { oneAccount, ownAccounts, withoutLog } = await measureAppends(
    database,
    rows.map((row) => row.client_id),
    perWriter,
  )
  const rate = (name: string, value: number, target: number): Figure => ({
    name,
    value: Math.round(value),
    unit: 'acts/s',
    target,
    better: 'higher',
  })
  return [
    rate('audit log, 8 writers in one account', oneAccount, 300),
    rate('audit log, 8 writers in 8 accounts', ownAccounts, 600),
    rate('  the same changes without the log', withoutLog, 0),
  ]
}

const run = async (dataDir: string, quick: boolean): Promise<Figure[]> => {
  const size = quick ? { clients: 10_000, usersPerClient: 10 } : { clients: 100_000, usersPerClient: 10 }
  const { cluster, location } = await startEmbedded(dataDir)
  const port = await freePort()
  const read = readConfig(
    ['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0', '--data', dataDir, '--roles', 'api,identity'],
    { TRUST_PROXY: 'loopback' },
  )
  if ('show' in read) throw new Error(read.show)
  const running = await start(read.config, pino({ level: 'silent' }), { location, limits: unlimited })
  const byHand = await startByHand(location)
  try {
    await fill(location, size)
    const url = `http://localhost:${port}`
    const { token } = await signInByPassword(url, staffEmail, demoPassword)
    await fetch(`${url}/users-api/users/email?email=${staffEmail}`, { headers: { authorization: `Bearer ${token}` } })
    const figures: Figure[] = []
    for (const one of casesOf(size))
      figures.push(...(await compare(one, { ours: url, byHand: byHand.url, token }, quick ? 30 : 100)))
    return [...figures, ...(await appendFigures(running, quick ? 50 : 250))]
  } finally {
    await byHand.close()
    await running.close()
    await cluster.stop()
  }
}

export const adminBench: Bench = {
  about: 'Lists of internal administration at 100,000 clients and 1,000,000 users against SQL by hand; audit entries/s',
  run: ({ quick }) => inFolder((dataDir) => run(dataDir, quick)),
}
