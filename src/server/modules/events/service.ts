import type { Tx } from '#server/platform/db/scope.ts'
import { publish } from '#server/platform/live/hub.ts'
import type { NewEvent } from './model.ts'
import { insertEvents } from './queries.ts'

/** Records events of one account in one statement, in the transaction in which they happen; open screens load them. */
export const recordEvents = async (tx: Tx, clientId: string, events: readonly Omit<NewEvent, 'clientId'>[]): Promise<void> => {
  if (events.length === 0) return
  await insertEvents(
    tx,
    events.map((event) => ({ ...event, clientId })),
  )
  await publish(tx, clientId, 'events')
}
