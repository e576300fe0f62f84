import type { exportAudit } from '#contract/audit.ts'
import type { Input } from '#contract/kit/route.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import type { AuditFilter } from './queries.ts'

export type AuditQuery = Omit<Input<typeof exportAudit>['query'], 'format'>

const kinds = new Set(['key', 'system', 'staff'])

/** The account that is asked for: one's own, or for our own people any; undefined for all of them. */
export const accountOf = ({ clientId, isStaff }: Caller, asked: string | undefined): string | undefined => {
  if (!isStaff && asked !== undefined && asked !== clientId) throw new AppError('NOT_FOUND')
  return isStaff ? asked : clientId
}

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

/** Why something cannot be looked for: there would be no other way than through everything. */
const missingIn = ({ clientId, actor, objectType, objectId, from }: AuditFilter): string | undefined => {
  if (clientId === undefined && (objectType ?? objectId) !== undefined)
    return 'Choose a client first. You can search for objects in one account only.'
  if (objectId !== undefined && objectType === undefined) return 'Choose the type of object too.'
  if (clientId === undefined && actor && 'kind' in actor && from === undefined)
    return 'Choose a client or a start time first. You can search by type of actor within one account or one period.'
  return undefined
}

export const filterOf = (caller: Caller, query: AuditQuery): AuditFilter => {
  const { action, actor, object_type: objectType, object_id: objectId } = query
  const filter: AuditFilter = {
    clientId: accountOf(caller, query.client_id),
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
