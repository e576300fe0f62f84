import { isIPv6 } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { meantForUs } from './http/hosts.ts'

interface Answered {
  route: string
  method: string
  status: number
  seconds: number
}

type Reading = () => Promise<{ labels: Record<string, string>; value: number }[]>

export interface Metrics {
  request(answered: Answered): void
  /** A value that is read whenever the metrics are read. */
  gauge(name: string, help: string, read: Reading): void
  text(): Promise<string>
  contentType: string
}

/** Shorter than a scraper waits for the whole answer. */
const readWithin = 5000

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('This took too long')), readWithin)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Gauges are read independently: if one fails the others are still answered, and `tributary_gauge_up` shows it. */
const createReadings = (registry: Registry) => {
  const up = new Gauge({
    name: 'tributary_gauge_up',
    help: 'Whether a figure could be read',
    labelNames: ['gauge'],
    registers: [registry],
  })
  const readings: (() => Promise<void>)[] = []
  return {
    add(name: string, help: string, read: Reading): void {
      const gauge = new Gauge({ name, help, labelNames: ['role', 'job', 'state'], registers: [registry] })
      readings.push(async () => {
        const figures = await inTime(read()).catch(() => undefined)
        gauge.reset()
        figures?.forEach(({ labels, value }) => gauge.set(labels, value))
        up.set({ gauge: name }, figures === undefined ? 0 : 1)
      })
    },
    refresh: () => Promise.all(readings.map((refresh) => refresh())),
  }
}

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tributary_' })
  const readings = createReadings(registry)
  const requests = new Counter({
    name: 'tributary_http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'tributary_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['route', 'method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    request({ route, method, status, seconds: took }) {
      requests.inc({ route, method, status: String(status) })
      seconds.observe({ route, method }, took)
    },
    gauge: (name, help, read) => readings.add(name, help, read),
    async text() {
      await readings.refresh()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** /metrics on its own address, separate from the public one. If that is this machine alone, only its own names are answered. */
export const createMetricsApp = (
  metrics: Metrics,
  { host, trustProxy }: { host: string; trustProxy: string | undefined },
): FastifyInstance => {
  const app = fastify()
  const checkRequest = meantForUs({ publicUrl: `http://${isIPv6(host) ? `[${host}]` : host}`, apis: {}, trustProxy })
  app.addHook('onRequest', async (request) => checkRequest(request.raw))
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  return app
}
