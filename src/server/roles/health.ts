import type { FastifyInstance } from 'fastify'

export interface Health {
  /** False as soon as the process is on its way out: no new work should be sent here. */
  isReady(): boolean
  /** The database answers. */
  probe(): Promise<void>
}

/** Asks at most once in this time, whoever wants to know: a health check must be no way to load the database. */
export const askedEvery = (milliseconds: number, probe: Health['probe']): Health['probe'] => {
  let last: { at: number; answer: Promise<void> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= milliseconds) last = { at: now, answer: probe() }
    return last.answer
  }
}

/** /healthz: the process lives. /readyz: it can serve. */
export const registerHealth = (app: FastifyInstance, health: Health): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      if (!health.isReady()) throw new Error('stopping')
      await health.probe()
      return { status: 'ready' }
    } catch {
      return reply.status(503).send({ status: 'not ready' })
    }
  })
}
