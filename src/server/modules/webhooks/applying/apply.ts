// The job of a data source: applies what waits until nothing does.
import type { Database } from '#server/platform/db/scope.ts'
import { isContended, isDatabaseAway } from '#server/platform/db/transient-fault.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Log } from '#server/platform/log.ts'
import type { DataSourceRef } from '../../crm/model.ts'
import { analyzeFilledTables } from '../../crm/service.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { applyBatch, setAsideFirst } from './apply-batch.ts'
import * as queries from './queries.ts'

export interface ApplyingParts {
  database: Database
  dispatcher: Pick<Dispatcher, 'enqueue'>
  log: Log
}

const eventsAtOnce = 500

/** 'gone': the endpoint was deleted, or has ended. */
const applyNext = (parts: ApplyingParts, source: DataSourceRef, limit: number): Promise<'some' | 'none' | 'gone'> =>
  parts.database.asSystem('webhooks: apply events', async (tx) => {
    if (!(await queries.lockEndpoint(tx, source))) return 'gone'
    const { count } = await applyBatch(tx, parts, source, limit)
    if (count === 0) return 'none'
    await record(tx, acts['webhook_event.applied'], { clientId: source.clientId })
    return 'some'
  })

const isPassing = (error: unknown): boolean => isContended(error) || isDatabaseAway(error)

/** Events are tried one by one, and the one that fails is rejected: what follows it must not wait for ever. */
const applyEach = async (parts: ApplyingParts, source: DataSourceRef, signal: AbortSignal): Promise<void> => {
  for (let tried = 0; tried < eventsAtOnce; tried += 1) {
    signal.throwIfAborted()
    try {
      if ((await applyNext(parts, source, 1)) !== 'some') return
    } catch (error) {
      if (isPassing(error)) throw error
      parts.log.error({ err: error, clientId: source.clientId }, 'a webhook event could not be applied')
      await parts.database.asSystem('webhooks: put an event aside', (tx) => setAsideFirst(tx, source))
    }
  }
}

/** A call that is about to commit found our job still waiting, and so enqueued no other one. */
const hasNoMore = async ({ database }: ApplyingParts, source: DataSourceRef): Promise<boolean> =>
  database.asSystem('webhooks: who is arriving', async (tx) => {
    await queries.awaitCalls(tx, source)
    return (await queries.selectWaiting(tx, source, 1)).length === 0
  })

export const applyWaiting = async (parts: ApplyingParts, source: DataSourceRef, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted()
    try {
      const applied = await applyNext(parts, source, eventsAtOnce)
      if (applied === 'gone') return
      if (applied === 'some') continue
    } catch (error) {
      if (isPassing(error)) throw error
      parts.log.warn({ err: error, clientId: source.clientId }, 'a batch of webhook events failed: they are tried one by one')
      await applyEach(parts, source, signal)
      continue
    }
    if (await hasNoMore(parts, source)) break
  }
  await parts.database.asSystem('webhooks: statistics', (tx) => analyzeFilledTables(tx))
}
