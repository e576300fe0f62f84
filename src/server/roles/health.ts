import type { FastifyInstance } from 'fastify'
import { awaySeconds, isNodeAway } from '#server/platform/db/transient-fault.ts'

export interface Health {
  /** False as soon as the process is stopping: no new requests should be sent here. */
  isReady(): boolean
  /** The database answers, with every node that has rows. */
  probe(): Promise<void>
}

const reasonOf = (error: unknown): string =>
  isNodeAway(error) ? 'A node of the database cannot be reached.' : 'The database cannot be reached.'

/** Probes at most once in this time, for all callers: a health check must not load the database. */
export const askedEvery = (milliseconds: number, probe: Health['probe']): Health['probe'] => {
  let last: { at: number; answer: Promise<void> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= milliseconds) last = { at: now, answer: probe() }
    return last.answer
  }
}

/** /healthz: the process is alive. /readyz: it can serve. */
export const registerHealth = (app: FastifyInstance, health: Health): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const refuse = (reason: string) => reply.status(503).header('retry-after', awaySeconds).send({ status: 'not ready', reason })
    if (!health.isReady()) return refuse('The process is stopping.')
    try {
      await health.probe()
      return { status: 'ready' }
    } catch (error) {
      return refuse(reasonOf(error))
    }
  })
}
