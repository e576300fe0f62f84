import type { exportAudit } from '#contract/audit.ts'
import type { Input } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { findSeenConnections } from '../connections/companies/service.ts'
import type { AuditFilter } from './queries.ts'

export type AuditQuery = Omit<Input<typeof exportAudit>['query'], 'format'>

const kinds = new Set(['key', 'system', 'staff'])

/** The requested account: the caller's own, or for staff any; undefined for all of them. */
export const accountOf = ({ clientId, isStaff }: Caller, clientIdParam: string | undefined): string | undefined => {
  if (!isStaff && clientIdParam !== undefined && clientIdParam !== clientId) throw new AppError('NOT_FOUND')
  return isStaff ? clientIdParam : clientId
}

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

/** Why a search is refused: it would have to scan all entries. */
const missingIn = ({ clientId, actor, objectType, objectId, from }: AuditFilter): string | undefined => {
  if (clientId === undefined && (objectType ?? objectId) !== undefined)
    return 'Choose a client first. You can search for objects in one account only.'
  if (objectId !== undefined && objectType === undefined) return 'Choose the type of object too.'
  if (clientId === undefined && actor && 'kind' in actor && from === undefined)
    return 'Choose a client or a start time first. You can search by type of actor within one account or one period.'
  return undefined
}

/** A user who sees some companies only reads no entries of other connections: these name them. */
export const limitTo = async (tx: Tx, caller: Caller, filter: AuditFilter): Promise<AuditFilter> => ({
  ...filter,
  seenConnections: await findSeenConnections(tx, caller),
})

export const filterOf = (caller: Caller, query: AuditQuery): AuditFilter => {
  const { action, actor, object_type: objectType, object_id: objectId } = query
  const filter: AuditFilter = {
    clientId: accountOf(caller, query.client_id),
    // Admins of our own account need not be staff: they do not see what staff did in other accounts.
    isOnce: caller.isInternal && !caller.isStaff,
    action,
    actor: actor === undefined ? undefined : kinds.has(actor) ? { kind: actor } : { id: actor, isStaffReading: caller.isStaff },
    objectType,
    objectId,
    from: momentOf(query.from),
    to: momentOf(query.to),
  }
  const detail = missingIn(filter)
  if (detail !== undefined) throw new AppError('UNKNOWN_FILTER', { detail })
  return filter
}
