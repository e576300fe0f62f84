import type { FastifyInstance } from 'fastify'

export interface Health {
  /** False as soon as the process is on its way out: no new work should be sent here. */
  isReady(): boolean
  /** The database answers. */
  probe(): Promise<void>
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
