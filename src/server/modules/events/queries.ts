import type { Tx } from '#server/platform/db/scope.ts'

export interface NewEvent {
  clientId: string
  event: string
  origin: 'user' | 'schedule' | 'webhook' | 'system' | 'staff'
  actor?: string
  object?: string
}

export const insertEvent = async (tx: Tx, { clientId, event, origin, actor, object }: NewEvent): Promise<void> => {
  await tx
    .insertInto('event')
    .values({ client_id: clientId, event, origin, actor: actor ?? null, object: object ?? null })
    .execute()
}

interface EventPage {
  clientId: string
  skip: number
  limit: number
  sort: { field: 'created_at' | 'event' | 'origin'; direction: 'asc' | 'desc' }
  event?: string | undefined
  origin?: NewEvent['origin'] | undefined
}

/** Within one name or origin the newest comes first, read along the index; the other way round it is read backwards. */
const tieBreak = ({ field, direction }: EventPage['sort']): 'asc' | 'desc' => {
  if (field === 'created_at') return direction
  return direction === 'asc' ? 'desc' : 'asc'
}

export const selectEvents = async (tx: Tx, page: EventPage) => {
  const found = tx
    .selectFrom('event')
    .where('client_id', '=', page.clientId)
    .$if(page.event !== undefined, (query) => query.where('event', '=', page.event ?? ''))
    .$if(page.origin !== undefined, (query) => query.where('origin', '=', page.origin ?? ''))
  const items = await found
    .selectAll()
    .orderBy(page.sort.field, page.sort.direction)
    .orderBy('created_at', tieBreak(page.sort))
    .orderBy('id', tieBreak(page.sort))
    .offset(page.skip)
    .limit(page.limit)
    .execute()
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}
