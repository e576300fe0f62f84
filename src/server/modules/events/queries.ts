import { sql } from 'kysely'
import type { EventOrigin } from '#contract/events/events.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { NewEvent } from './model.ts'

const requestOf = (requestedFor: NewEvent['requestedFor']) => ({
  requested_for: requestedFor?.name ?? null,
  requested_for_id: requestedFor?.userId ?? null,
})

const rowOf = ({ clientId, event, origin, actor, object, requestedFor, counts, error, technical, connectionId }: NewEvent) => ({
  client_id: clientId,
  event,
  origin,
  actor: actor ?? null,
  object: object ?? null,
  ...requestOf(requestedFor),
  counts: counts ? jsonText(counts) : null,
  error: error ?? null,
  technical: technical ?? null,
  connection_id: connectionId ?? null,
})

export const insertEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  await tx.insertInto('event').values(events.map(rowOf)).execute()
}

export interface EventPage {
  /** Absent: all accounts. */
  clientId?: string | undefined
  skip: number
  limit: number
  sort: { field: 'created_at' | 'event' | 'origin'; direction: 'asc' | 'desc' }
  event?: string | undefined
  origin?: EventOrigin | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** Absent: of all connections. */
  seenConnections?: readonly string[] | undefined
}

/** Within one name or origin the newest comes first, read along the index; the other way round it is read backwards. */
const tieBreak = ({ field, direction }: EventPage['sort']): 'asc' | 'desc' => {
  if (field === 'created_at') return direction
  return direction === 'asc' ? 'desc' : 'asc'
}

/** Events of a connection, of a ghost company, and some others, name the other account. */
const ofSeen = (connectionIds: readonly string[]) =>
  sql<boolean>`((connection_id is null and not starts_with(event, 'connection.') and not starts_with(event, 'ghost_company.'))
    or connection_id = any(${connectionIds}::uuid[]))`

const matching = (tx: Tx, { clientId, event, origin, from, to, seenConnections }: EventPage) =>
  tx
    .selectFrom('event')
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .$if(seenConnections !== undefined, (query) => query.where(ofSeen(seenConnections ?? [])))
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(origin !== undefined, (query) => query.where('origin', '=', origin ?? ''))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date()))
    .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? new Date()))

export const selectEvents = async (tx: Tx, page: EventPage) => {
  const items = await matching(tx, page)
    .selectAll()
    .orderBy(page.sort.field, page.sort.direction)
    .orderBy('created_at', tieBreak(page.sort))
    .orderBy('id', tieBreak(page.sort))
    .offset(page.skip)
    .limit(page.limit)
    .execute()
  const { total } = await matching(tx, page)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}
