// One account with very many concurrent calls waits for itself.
import { AppError } from '../errors.ts'
import { createRequestQueues, type RequestQueues } from './request-queues.ts'

/**
 * Concurrent calls in this process for one account. A write may hold rows that the next one waits for; a call that
 * waits for a vendor holds nothing of ours and blocks no other call. Streams are read in parts, one at a time.
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
