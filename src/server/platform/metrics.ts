import { fastify, type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

interface Answered {
  route: string
  method: string
  status: number
  seconds: number
}

export interface Metrics {
  request(answered: Answered): void
  /** A figure that is asked for whenever the metrics are read. */
  gauge(name: string, help: string, read: () => Promise<{ labels: Record<string, string>; value: number }[]>): void
  text(): Promise<string>
  contentType: string
}

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tributary_' })
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
    gauge(name, help, read) {
      const labelNames = ['role', 'job', 'state']
      const gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          this.reset()
          for (const { labels, value } of await read()) this.set(labels, value)
        },
      })
      registry.registerMetric(gauge)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** /metrics on an address of its own, away from the public one. */
export const createMetricsApp = (metrics: Metrics): FastifyInstance => {
  const app = fastify()
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  return app
}
