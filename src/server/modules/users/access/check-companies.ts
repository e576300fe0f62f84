import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { areConnected } from '../../connections/companies/service.ts'

/** Users of an agency see all companies that it is connected to, or chosen ones of them. */
export const checkCompanies = async (
  tx: Tx,
  { client_id: clientId, type }: { client_id: string; type: string },
  companies: 'all' | readonly string[] | undefined,
): Promise<void> => {
  if (companies === undefined || companies === 'all') return
  const refuse = (detail: string) => new AppError('VALIDATION_FAILED', { detail, field: 'companies' })
  if (type !== 'AGENCY') throw refuse('Only agency users can be limited to companies.')
  if (!(await areConnected(tx, clientId, companies))) throw refuse("Your agency isn't connected to this company.")
}
