import type { Event } from '#contract/events.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { insertEvent, selectEvents, type NewEvent } from './queries.ts'

/** Notes what happened, in the transaction in which it happens, and tells the open screens. */
export const recordEvent = async (tx: Tx, event: NewEvent): Promise<void> => {
  await insertEvent(tx, event)
  await publish(tx, event.clientId, 'events')
}

interface EventQuery {
  client_id?: string | undefined
  skip: number
  limit: number
  sort: { field: 'created_at' | 'event' | 'origin'; direction: 'asc' | 'desc' }
  event?: string | undefined
  origin?: NewEvent['origin'] | undefined
}

export const listEvents = async (context: Context, query: EventQuery): Promise<{ items: Event[]; total: number }> => {
  const { clientId } = context.caller
  if (query.client_id !== undefined && query.client_id !== clientId) throw new AppError('NOT_FOUND')
  const { items, total } = await context.inClient((tx) => selectEvents(tx, { ...query, clientId }))
  return {
    total,
    items: items.map((row) => ({ ...row, origin: row.origin as Event['origin'], created_at: row.created_at.toISOString() })),
  }
}
