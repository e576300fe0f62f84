import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { areConnected } from '../../connections/companies/service.ts'
import { listNames } from '../../ghost-companies/companies/service.ts'

type Companies = 'all' | readonly string[]

/** A user who sees some companies only cannot let others see more. */
const sees = ({ companies: own }: Pick<Caller, 'companies'>, companies: Companies): boolean =>
  own === 'all' || (companies !== 'all' && companies.every((id) => own.includes(id)))

/** Users of an agency see all companies that it is connected to and its ghost companies, or chosen ones of them. */
export const checkCompanies = async (
  tx: Tx,
  caller: Pick<Caller, 'companies'>,
  { client_id: clientId, type }: { client_id: string; type: string },
  companies: Companies | undefined,
): Promise<void> => {
  if (companies === undefined) return
  const refuse = (detail: string) => new AppError('VALIDATION_FAILED', { detail, field: 'companies' })
  if (!sees(caller, companies)) throw refuse('Choose from the companies that you see yourself.')
  if (companies === 'all') return
  if (type !== 'AGENCY') throw refuse('Only agency users can be limited to companies.')
  const ghosts = await listNames(tx, clientId)
  const connected = companies.filter((id) => !ghosts.has(id))
  if (!(await areConnected(tx, clientId, connected))) throw refuse("Your agency isn't connected to this company.")
}
