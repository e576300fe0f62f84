import autocannon from 'autocannon'
import { fastify } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { createWebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { readConfig } from '#server/platform/config.ts'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { newId } from '#server/platform/ids.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { start } from '#server/start.ts'
import { freePort } from '#server/testing/free-port.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import { demoClients, demoPassword } from '../../db/seed/users.ts'
import type { Figure } from '../bench.ts'
import { batchFrom } from './events.ts'

const connections = 16

/** The same rows in the same tables, hand-written, in one transaction that is durable when the answer is sent. */
const startBare = async (location: DatabaseLocation, { clientId, endpointId }: { clientId: string; endpointId: string }) => {
  const pool = new pg.Pool({ ...connectionOf(location, 'app_system'), max: 8 })
  const app = fastify({ bodyLimit: 262_144 })
  app.post('/take', async (request, reply) => {
    const items = request.body as { event: string; event_id: string }[]
    const client = await pool.connect()
    try {
      await client.query('begin')
      const ids = items.map(() => newId())
      await client.query({
        name: 'take',
        text: `insert into webhook_delivery (client_id, endpoint_id, data_source_id, received_at, id, position, event, event_id, payload, state)
          select $1, $2, $2, now(), id, position, event, event_id, payload, 'applied'
          from unnest($3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::jsonb[]) as r(id, position, event, event_id, payload)`,
        values: [
          clientId,
          endpointId,
          ids,
          items.map((_, index) => index),
          items.map(({ event }) => event),
          items.map(({ event_id: eventId }) => eventId),
          items.map((item) => JSON.stringify(item)),
        ],
      })
      await client.query({
        name: 'seen',
        text: `insert into webhook_seen (client_id, endpoint_id, key, delivery_id, expires_at)
          select $1, $2, sha256(convert_to(event_id, 'UTF8')), id, now() + interval '30 days'
          from unnest($3::uuid[], $4::text[]) as r(id, event_id) on conflict do nothing`,
        values: [clientId, endpointId, ids, items.map(({ event_id: eventId }) => eventId)],
      })
      await client.query('commit')
    } finally {
      client.release()
    }
    return reply.status(202).send({ accepted: items.length, duplicates: 0, rejected: [] })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `${url}/take`,
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}

interface Load {
  url: string
  size: number
  seconds: number
  /** Calls per second; absent: as many as are answered. */
  rate?: number
}

/** Each call has events that were never sent before. */
const createSender = () => {
  let next = 0
  return async ({ url, size, seconds, rate }: Load) => {
    const fresh = (): string => {
      next += size * 10
      return batchFrom(next, size)
    }
    const result = await autocannon({
      url,
      connections,
      duration: seconds,
      ...(rate === undefined ? {} : { overallRate: rate }),
      requests: [
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          setupRequest: (request) => ({ ...request, body: fresh() }),
        },
      ],
    })
    if (result.non2xx + result.errors > 0) throw new Error(`${url} refused ${result.non2xx + result.errors} calls`)
    return result
  }
}

/** As an admin of the demo: nobody could sign up without a worker, which sends the code. */
const openEndpoint = async (base: string): Promise<{ url: string; clientId: string; endpointId: string }> => {
  const email = demoClients.find(({ name }) => name === 'Northlight Growth')?.people[0]?.email ?? ''
  const { token } = await signInByPassword(base, email, demoPassword)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const user = await fetch(`${base}/users-api/users/email?email=${email}`, { headers })
  const { clientId } = (await user.json()) as { clientId: string }
  const response = await fetch(`${base}/agencies-api${createWebhookEndpoint.path}`, { method: 'POST', headers, body: '{}' })
  if (response.status !== 201) throw new Error(`There is no endpoint: ${await response.text()}`)
  const { url, endpoint } = (await response.json()) as { url: string; endpoint: { id: string } }
  return { url, clientId, endpointId: endpoint.id }
}

interface Rates {
  ours: number
  bare: number
  /** In milliseconds, while as many calls arrive as 80 % of what is possible. */
  p99: number
}

const measure = async (
  send: ReturnType<typeof createSender>,
  urls: { ours: string; bare: string },
  { size, rounds, seconds }: { size: number; rounds: number; seconds: number },
): Promise<Rates> => {
  const sums = { ours: 0, bare: 0 }
  await send({ url: urls.ours, size, seconds: 2 })
  // In turns, so that other load on the machine affects both alike.
  for (let round = 0; round < rounds; round += 1) {
    sums.bare += (await send({ url: urls.bare, size, seconds })).requests.average
    sums.ours += (await send({ url: urls.ours, size, seconds })).requests.average
  }
  const rate = Math.max(1, Math.floor((0.8 * sums.ours) / rounds))
  const { latency } = await send({ url: urls.ours, size, seconds: seconds * 2, rate })
  return { ours: (sums.ours / rounds) * size, bare: (sums.bare / rounds) * size, p99: latency.p99 }
}

const figuresOf = (size: number, { ours, bare, p99 }: Rates): Figure[] => {
  const what = size === 1 ? 'one event a call' : `${size} events a call`
  return [
    { name: `${what}: taken / bare route with the same insert`, value: ours / bare, unit: '', target: 0.6, better: 'higher' },
    { name: `${what}: taken`, value: Math.round(ours), unit: 'events/s', target: size === 1 ? 300 : 2000, better: 'higher' },
    { name: `${what}: answer at 80 % load, p99`, value: p99, unit: 'ms', target: 250, better: 'lower' },
  ]
}

/** The web process takes events; no worker applies them meanwhile, as on an installation with workers of their own. */
export const takingFigures = async (dataDir: string, quick: boolean): Promise<Figure[]> => {
  const port = await freePort()
  const read = readConfig(
    ['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0', '--data', dataDir, '--roles', 'api,identity'],
    { TRUST_PROXY: 'loopback' },
  )
  if ('show' in read) throw new Error(read.show)
  const { cluster, location } = await startEmbedded(dataDir)
  const unlimited = { perAddress: 1e9, perUser: 1e9, perEndpoint: { perMinute: 1e9, burst: 1e9 } }
  const running = await start(read.config, pino({ level: 'silent' }), { location, limits: unlimited })
  try {
    const { url, clientId, endpointId } = await openEndpoint(`http://localhost:${port}`)
    const bare = await startBare(location, { clientId, endpointId })
    const send = createSender()
    const how = { rounds: quick ? 2 : 4, seconds: quick ? 3 : 5 }
    const figures: Figure[] = []
    for (const size of [1, 25, 100])
      figures.push(...figuresOf(size, await measure(send, { ours: url, bare: bare.url }, { size, ...how })))
    await bare.close()
    return figures
  } finally {
    await running.close()
    await cluster.stop()
  }
}
