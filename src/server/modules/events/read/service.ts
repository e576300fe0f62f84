import type { Event, listEvents as listEventsRoute } from '#contract/events/events.ts'
import type { Input } from '#contract/kit/route.ts'
import { selectClientNames } from '#server/platform/db/client-queries.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { maskAddress, maskName } from '#server/platform/masks.ts'
import { recordStaffView } from '../../audit/staff-views/service.ts'
import { findSeenConnections } from '../../connections/companies/service.ts'
import { selectEvents, type EventPage } from '../queries.ts'

type EventQuery = Input<typeof listEventsRoute>['query']
type EventRow = Awaited<ReturnType<typeof selectEvents>>['items'][number]
interface EventList {
  items: Event[]
  total: number
}

const pageOf = ({ client_id: clientId, from, to, ...query }: EventQuery): EventPage => ({
  ...query,
  clientId,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

const toEvent = ({
  technical: _technical,
  requested_for_id: _userId,
  connection_id: _connectionId,
  ...row
}: EventRow): Event => ({
  ...row,
  client_name: null,
  event: row.event as Event['event'],
  origin: row.origin as Event['origin'],
  counts: row.counts as Event['counts'],
  created_at: row.created_at.toISOString(),
})

/** An account sees staff as one. */
const forMembers = (event: Event): Event => (event.origin === 'staff' ? { ...event, actor: 'Tributary staff' } : event)

const isAboutUser = ({ event }: Event): boolean => event.startsWith('user.') || event === 'client.owner_changed'

/** Staff see each other as actors, and the technical detail. The name of a source may be an email address: it stays masked. */
const forStaff = (event: Event, technical: string | null, isMasked: boolean): Event => ({
  ...event,
  technical,
  actor: isMasked && event.origin !== 'staff' ? maskAddress(event.actor) : event.actor,
  object: isMasked || !isAboutUser(event) ? maskAddress(event.object) : event.object,
  requested_for: isMasked && event.requested_for !== null ? maskName(event.requested_for) : event.requested_for,
})

const listEverywhere = (context: Context, query: EventQuery): Promise<EventList> =>
  context.asStaff('list events', async (tx) => {
    if (query.client_id !== undefined) await recordStaffView(tx, context, query.client_id)
    const { items, total } = await selectEvents(tx, pageOf(query))
    const names = await selectClientNames(
      tx,
      items.map((row) => row.client_id),
    )
    return {
      total,
      items: items.map((row) => ({
        ...forStaff(toEvent(row), row.technical, context.masks(row.client_id)),
        client_name: names.get(row.client_id) ?? null,
      })),
    }
  })

export const listEvents = async (context: Context, query: EventQuery): Promise<EventList> => {
  const { clientId, isStaff } = context.caller
  if (isStaff) return listEverywhere(context, query)
  if (query.client_id !== undefined && query.client_id !== clientId) throw new AppError('NOT_FOUND')
  const { items, total } = await context.inClient(async (tx) => {
    const seenConnections = await findSeenConnections(tx, context.caller)
    return selectEvents(tx, { ...pageOf({ ...query, client_id: clientId }), seenConnections })
  })
  return { total, items: items.map((row) => forMembers(toEvent(row))) }
}
