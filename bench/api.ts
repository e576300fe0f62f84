// The cost of our layers: an authenticated, client-scoped list compared with a bare Fastify route that sends the same
// statements on the same kind of pool.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { fastify } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '#server/platform/config.ts'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { start } from '#server/start.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { demoPassword, demoClients } from '../db/seed/users.ts'
import type { Bench, Figure } from './bench.ts'

const port = 18_470
const barePort = 18_475
const unlimited = { perAddress: 1e9, perUser: 1e9 }
/** A single account with as many connections would wait in its own queue, so several share them. */
const emails = demoClients.slice(0, 4).flatMap(({ people: [owner] }) => (owner ? [owner.email] : []))
const connections = 16

const listSql = `select id, name, description, color, order_index, is_final_stage, outcome, version from stage where client_id = $1 order by order_index`

const clientIdOf = async (email: string, token: string): Promise<string> => {
  const response = await fetch(`http://localhost:${port}/users-api/users/email?email=${email}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { clientId: string }).clientId
}

/** The same statements, hand-written, nothing around them; and one plain select as the lower bound of the database's cost. */
const startBare = async (location: DatabaseLocation, clientId: string) => {
  const scoped = new pg.Pool({ ...connectionOf(location, 'app_rw'), max: 10 })
  const owner = new pg.Pool({ ...connectionOf(location, 'owner'), max: 10 })
  const app = fastify()
  app.get('/scoped', async () => {
    const client = await scoped.connect()
    try {
      await client.query(`begin; select enter_client('${clientId}')`)
      const { rows } = await client.query(listSql, [clientId])
      await client.query('commit')
      return { items: rows, total: rows.length }
    } finally {
      client.release()
    }
  })
  app.get('/plain', async () => {
    const { rows } = await owner.query(listSql, [clientId])
    return { items: rows, total: rows.length }
  })
  await app.listen({ host: '127.0.0.1', port: barePort })
  return async () => {
    await app.close()
    await Promise.all([scoped.end(), owner.end()])
  }
}

/** Requests per second of all accounts together, each with its part of the connections. */
const rateOf = async (url: string, seconds: number, tokens: readonly string[]): Promise<number> => {
  const load = { url, connections: connections / tokens.length, duration: seconds, workers: 1 }
  const results = await Promise.all(tokens.map((token) => autocannon({ ...load, headers: { authorization: `Bearer ${token}` } })))
  const refused = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (refused > 0) throw new Error(`${url} refused ${refused} requests`)
  return results.reduce((sum, { requests }) => sum + requests.average, 0)
}

/** In turns, so that other load on the machine affects all three alike. */
const compare = async (
  tokens: readonly string[],
  rounds: number,
  seconds: number,
): Promise<{ ours: number; scoped: number; plain: number }> => {
  const sums = { ours: 0, scoped: 0, plain: 0 }
  const ours = () => rateOf(`http://localhost:${port}/agencies-api/stages`, seconds, tokens)
  await ours()
  for (let round = 0; round < rounds; round += 1) {
    sums.scoped += await rateOf(`http://127.0.0.1:${barePort}/scoped`, seconds, tokens)
    sums.ours += await ours()
    sums.plain += await rateOf(`http://127.0.0.1:${barePort}/plain`, seconds, tokens)
  }
  return { ours: sums.ours / rounds, scoped: sums.scoped / rounds, plain: sums.plain / rounds }
}

const figuresOf = ({ ours, scoped, plain }: { ours: number; scoped: number; plain: number }): Figure[] => [
  { name: 'list route / bare route with the same statements', value: ours / scoped, unit: '', target: 0.7, better: 'higher' },
  { name: 'list route', value: Math.round(ours), unit: 'requests/s', target: 1000, better: 'higher' },
  {
    name: 'bare route, same statements (begin, scope, select, commit)',
    value: Math.round(scoped),
    unit: 'requests/s',
    target: 1000,
    better: 'higher',
  },
  {
    name: 'list route / bare route with one plain select and no tenant scope',
    value: ours / plain,
    unit: '',
    target: 0.3,
    better: 'higher',
  },
]

export const apiBench: Bench = {
  about: 'Requests/s of a tenant-scoped list route against a bare Fastify route',
  async run({ quick }) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tributary-bench-'))
    chmodSync(dataDir, 0o755)
    const read = readConfig(
      ['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0', '--data', dataDir, '--roles', 'api,identity'],
      { TRUST_PROXY: 'loopback' },
    )
    if ('show' in read) throw new Error(read.show)
    const { cluster, location } = await startEmbedded(dataDir)
    const running = await start(read.config, pino({ level: 'silent' }), { location, limits: unlimited })
    try {
      const signIns = await Promise.all(emails.map((email) => signInByPassword(`http://localhost:${port}`, email, demoPassword)))
      const tokens = signIns.map(({ token }) => token)
      const closeBare = await startBare(location, await clientIdOf(emails[0] ?? '', tokens[0] ?? ''))
      const rates = await compare(tokens, quick ? 2 : 5, quick ? 4 : 6)
      await closeBare()
      return figuresOf(rates)
    } finally {
      await running.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
