// A write that is sent twice with one Idempotency-Key happens once; the second call gets the first answer.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../db/scope.ts'
import { AppError } from '../../errors.ts'
import { defineJob, handleJob, type BoundJob } from '../../jobs/define-job.ts'
import { deleteOldKeys, insertKey, releaseKey, selectKey, storeReply, takeOverKey, type KeyRef } from './queries.ts'

export interface StoredReply {
  status: number
  body: unknown
}

const keptHours = 24
/** Statements and answers end after 30 s: a process that held the key this long has died. */
const abandonedAfter = 60_000

export const hashRequest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const answerAgain = async (database: Database, ref: KeyRef, hash: string): Promise<StoredReply | undefined> =>
  database.inClient(ref.clientId, async (tx) => {
    const known = await selectKey(tx, ref)
    if (known === undefined) throw new AppError('IDEMPOTENCY_IN_PROGRESS')
    if (known.request_hash !== hash) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (known.status !== null) return { status: known.status, body: JSON.parse(known.reply ?? 'null') }
    const isAbandoned = await takeOverKey(tx, ref, new Date(Date.now() - abandonedAfter))
    if (!isAbandoned) throw new AppError('IDEMPOTENCY_IN_PROGRESS')
    if (known.committed) throw new AppError('IDEMPOTENCY_ANSWER_LOST')
    return undefined
  })

/** `work` marks the key in its own transaction, so that it never runs a second time after a crash. */
export const runOnce = async (
  database: Database,
  request: { ref: KeyRef; hash: string },
  work: () => Promise<StoredReply>,
): Promise<StoredReply> => {
  const { ref, hash } = request
  const isFirst = await database.inClient(ref.clientId, (tx) => insertKey(tx, ref, hash))
  const earlier = isFirst ? undefined : await answerAgain(database, ref, hash)
  if (earlier) return earlier
  try {
    const reply = await work()
    await database.inClient(ref.clientId, (tx) => storeReply(tx, ref, reply))
    return reply
  } catch (error) {
    await database.inClient(ref.clientId, (tx) => releaseKey(tx, ref))
    throw error
  }
}

const cleanKeys = defineJob({ name: 'idempotency.clean', data: z.object({}), retries: 2, retryDelay: 60 })

export const idempotencyJobs = (database: Database): BoundJob[] => [
  handleJob(
    cleanKeys,
    () =>
      database.asSystem('idempotency: forget old keys', (tx) => deleteOldKeys(tx, new Date(Date.now() - keptHours * 3_600_000))),
    '41 * * * *',
  ),
]
