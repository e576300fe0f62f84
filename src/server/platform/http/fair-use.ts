// One account that asks for very much at once waits for itself.
import { AppError } from '../errors.ts'
import { createRequestQueues, type RequestQueues } from './request-queues.ts'

/**
 * At the same time, in this process, for one account. Whoever writes may hold rows that the next one waits for; whoever waits for a vendor
 * holds nothing of ours and keeps nobody else of the account waiting. What streams is read in parts, and of those one at a time.
 */
const atOnce = { reads: 6, writes: 2, vendors: 6, streams: 1 }
const inLineMax = 200
const comeBackAfter = 5

const refuse = (): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    detail: `Your account is sending too many requests at once. Try again in ${comeBackAfter} s.`,
    retryAfter: comeBackAfter,
  })

export type FairUse = RequestQueues<keyof typeof atOnce>

export const createFairUse = (lineMax = inLineMax): FairUse => createRequestQueues({ atOnce, lineMax, refuse })
