import type { AuditEntry } from '#contract/audit.ts'
import { selectClientNames } from '#server/platform/db/client-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { maskAddress } from '#server/platform/masks.ts'
import { titleOf } from '../integrations/model.ts'
import { filterOf, limitTo, type AuditQuery } from './filter.ts'
import { actorName } from './names.ts'
import {
  countEntries,
  hasLog,
  selectEntries,
  selectNames,
  selectSources,
  selectStaffActors,
  type AuditFilter,
} from './queries.ts'
import { recordStaffView, recordStaffViews } from './staff-views/service.ts'

/** Checked before anything is returned or written: an unknown id must not start a log of its own. */
export const checkLog = async (tx: Tx, clientId: string | undefined): Promise<void> => {
  if (clientId !== undefined && !(await hasLog(tx, clientId))) throw new AppError('NOT_FOUND')
}

/** Staff search all accounts, other users their own. */
export const looking = <T>(context: Context, work: ScopedWork<T>): Promise<T> =>
  context.caller.isStaff ? context.asStaff('read the audit log', work) : context.inClient(work)

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** The account in which something was done. */
const clientOf = (row: EntryRow): string => row.on_behalf_of ?? row.client_id

const isAboutUser = (row: EntryRow): boolean => row.object_type === 'user'

interface ActorRef {
  clientId: string
  id: string
}

/** Where to look up the actor: the log of staff knows which staff user acted in an account. Only staff see that. */
const actorsOf = async (tx: Tx, { caller }: Context, rows: readonly EntryRow[]) => {
  const isOfStaff = (row: EntryRow): boolean => row.actor_kind === 'staff'
  const unnamed = caller.isStaff ? rows.filter((row) => isOfStaff(row) && row.actor_id === null) : []
  const known = await selectStaffActors(
    tx,
    unnamed.flatMap((row) => row.request_id ?? []),
  )
  const byRequest = new Map(known.map((staff) => [staff.request_id, { clientId: staff.client_id, id: staff.actor_id }]))
  return (row: EntryRow): ActorRef | undefined => {
    if (isOfStaff(row) && !caller.isStaff) return undefined
    const { clientId, id } = (row.actor_id === null && byRequest.get(row.request_id)) || {
      clientId: isOfStaff(row) ? caller.clientId : row.client_id,
      id: row.actor_id,
    }
    return id === null ? undefined : { clientId, id }
  }
}

/** The actors and the affected users. */
const usersOf = async (tx: Tx, context: Context, rows: readonly EntryRow[]) => {
  const actorOf = await actorsOf(tx, context, rows)
  const known = await selectNames(tx, [
    ...rows.flatMap((row) => (row.actor_kind === 'key' ? [] : (actorOf(row) ?? []))),
    ...rows.flatMap((row) => (isAboutUser(row) && row.object_id !== null ? { clientId: clientOf(row), id: row.object_id } : [])),
  ])
  const users = new Map(known.map((user) => [`${user.client_id} ${user.id}`, user]))
  return {
    actorOf: (row: EntryRow) => {
      const ref = actorOf(row)
      return { id: ref?.id ?? null, user: ref && users.get(`${ref.clientId} ${ref.id}`) }
    },
    objectOf: (row: EntryRow) => users.get(`${clientOf(row)} ${row.object_id}`),
  }
}

/** The name of a source may be an email address: it stays masked for staff. */
const sourcesOf = async (tx: Tx, { caller }: Context, rows: readonly EntryRow[]) => {
  const about = rows.flatMap((row) =>
    row.object_type === 'integration' && row.object_id !== null ? [{ clientId: clientOf(row), id: row.object_id }] : [],
  )
  const sources = await selectSources(tx, about)
  const nameOf = (source: (typeof sources)[number]) => (caller.isStaff ? maskAddress(titleOf(source)) : titleOf(source))
  const names = new Map(sources.map((source) => [`${source.client_id} ${source.id}`, nameOf(source)]))
  return (row: EntryRow) => names.get(`${clientOf(row)} ${row.object_id}`) ?? null
}

const clientsOf = async (tx: Tx, context: Context, rows: readonly EntryRow[]) => {
  if (!context.caller.isStaff) return () => null
  const ids = rows.flatMap((row) => [row.client_id, clientOf(row)])
  const names = await selectClientNames(tx, ids)
  return (clientId: string | null) => (clientId === null ? null : (names.get(clientId) ?? null))
}

interface OwnAct {
  clientId: string
  action: string
  userId: string
  integrationId: string
  from: Date
}

/** When a user last did this to an integration, from their account's log. */
export const lastActAt = async (tx: Tx, { clientId, action, userId, integrationId, from }: OwnAct): Promise<Date | undefined> => {
  const filter = {
    clientId,
    action,
    actor: { id: userId, isStaffReading: false },
    objectType: 'integration',
    objectId: integrationId,
    from,
  }
  const [last] = await selectEntries(tx, filter, { skip: 0, limit: 1 })
  return last?.at
}

/** How often this was done in an account since then, from its log. */
export const countActs = (tx: Tx, act: { clientId: string; action: string; from: Date }): Promise<number> => countEntries(tx, act)

/** A user of the account may have written names into a reason. Staff need the reasons of each other. */
export const isReasonHidden = (context: Context, row: Pick<EntryRow, 'actor_kind' | 'client_id' | 'on_behalf_of' | 'reason'>) =>
  row.reason !== null &&
  (row.actor_kind === 'user' || row.actor_kind === 'key') &&
  context.masks(row.on_behalf_of ?? row.client_id)

const hiddenReason = '•••••'

/** The rows as the caller may see them, with the names of actors and affected users. */
export const describe = async (tx: Tx, context: Context, rows: readonly EntryRow[]): Promise<AuditEntry[]> => {
  const { actorOf, objectOf } = await usersOf(tx, context, rows)
  const clientNameOf = await clientsOf(tx, context, rows)
  const sourceNameOf = await sourcesOf(tx, context, rows)
  return rows.map((row) => {
    const kind = row.actor_kind as AuditEntry['actorKind']
    const reader = { isMasked: context.masks(clientOf(row)) }
    const { id: actorId, user } = actorOf(row)
    return {
      clientId: row.client_id,
      clientName: clientNameOf(row.client_id),
      actedInId: row.on_behalf_of,
      actedInName: clientNameOf(row.on_behalf_of),
      seq: row.seq,
      at: row.at.toISOString(),
      actorKind: kind,
      actorId,
      actorName: actorName({ kind, id: actorId, user }, reader),
      action: row.action,
      objectType: row.object_type,
      objectId: row.object_id,
      objectName: isAboutUser(row)
        ? actorName({ kind: 'user', id: row.object_id, user: objectOf(row) }, reader)
        : sourceNameOf(row),
      diff: row.diff as AuditEntry['diff'],
      reason: isReasonHidden(context, row) ? hiddenReason : row.reason,
      requestId: row.request_id,
      hash: row.hash,
    }
  })
}

/** Whether the result would contain acts of staff twice: in their own log and in the account's. */
const hasCopies = ({ clientId, actor }: AuditFilter): boolean =>
  clientId === undefined && (actor === undefined || 'kind' in actor)

/** The log of one account, or the entries of one user in all of them. What staff did is in their own log. */
export const recordLogViews = async (
  tx: Tx,
  context: Context,
  { filter: { clientId, actor }, rows }: { filter: AuditFilter; rows: readonly EntryRow[] },
): Promise<void> => {
  if (clientId !== undefined) return recordStaffView(tx, context, clientId)
  if (!actor || 'kind' in actor) return
  const ofUsers = rows.filter((row) => row.actor_kind === 'user')
  await recordStaffViews(tx, context, new Set(ofUsers.map((row) => row.client_id)))
}

export const listAudit = async (
  context: Context,
  query: AuditQuery & { skip: number; limit: number },
): Promise<{ items: AuditEntry[]; total: number }> => {
  const requested = filterOf(context.caller, query)
  return looking(context, async (tx) => {
    const filter = await limitTo(tx, context.caller, hasCopies(requested) ? { ...requested, isOnce: true } : requested)
    await checkLog(tx, filter.clientId)
    const rows = await selectEntries(tx, filter, query)
    await recordLogViews(tx, context, { filter, rows })
    return { items: await describe(tx, context, rows), total: await countEntries(tx, filter) }
  })
}
