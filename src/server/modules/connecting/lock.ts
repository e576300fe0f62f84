import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { IntegrationRow, Place } from '../integrations/service.ts'
import { lockIntegration } from './queries.ts'

/** The row as it is now, and as it stays until this transaction is over; or nothing here for this tenant. */
export const lockExisting = async (tx: Tx, place: Place): Promise<IntegrationRow> => {
  const locked = await lockIntegration(tx, place)
  if (!locked) throw new AppError('NOT_FOUND')
  return locked.row
}
