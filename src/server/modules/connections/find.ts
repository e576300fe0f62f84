import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { isSeenBy, type ConnectionRow } from './model.ts'
import { selectConnection } from './queries.ts'

/** A connection of the caller's account. One that they do not see does not exist for them. */
export const findSeen = async (tx: Tx, { caller }: Context, connectionId: string): Promise<ConnectionRow> => {
  const row = await selectConnection(tx, { clientId: caller.clientId, connectionId })
  if (!row || !isSeenBy(caller, row)) throw new AppError('NOT_FOUND')
  return row
}

export const agencyOf = ({ side, client_id: clientId, partner_id: partnerId }: ConnectionRow): string | null =>
  side === 'AGENCY' ? clientId : partnerId
