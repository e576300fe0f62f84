import type { exportAudit } from '#contract/audit.ts'
import type { Input } from '#contract/route.ts'
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

export const filterOf = (caller: Caller, query: AuditQuery): AuditFilter => {
  const { action, actor, object_type: objectType, object_id: objectId } = query
  const clientId = accountOf(caller, query.client_id)
  if (clientId === undefined && (objectType ?? objectId) !== undefined)
    throw new AppError('UNKNOWN_FILTER', { detail: 'Choose a client first: objects are looked for within one account.' })
  return {
    clientId,
    action,
    actor: actor === undefined ? undefined : kinds.has(actor) ? { kind: actor } : { id: actor },
    objectType,
    objectId,
    from: momentOf(query.from),
    to: momentOf(query.to),
  }
}
