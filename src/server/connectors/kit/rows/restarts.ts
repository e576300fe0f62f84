// If we lose our position in a table, it is read from the beginning: immediately a few times, and then after a pause.
import { z } from 'zod'
import { ConnectorFailure } from '../failures.ts'

const pauseMs = 5 * 60_000

/** Part of the cursor. */
export const restartsShape = {
  restarts: z.number(),
  /** No request is made before this time. */
  notBefore: z.string().optional(),
}

export interface Restarts {
  restarts: number
  notBefore?: string | undefined
}

export const restarted = ({ restarts }: Restarts, max: number, now: Date): Restarts =>
  restarts < max ? { restarts: restarts + 1 } : { restarts: 0, notBefore: new Date(now.getTime() + pauseMs).toISOString() }

/** Defers the run for the rest of the pause. */
export const assertRested = ({ notBefore }: Restarts, now: Date, why: string): void => {
  const retryAfterMs = Date.parse(notBefore ?? '') - now.getTime()
  if (retryAfterMs > 0) throw new ConnectorFailure('unavailable', why, { retryAfterMs })
}
