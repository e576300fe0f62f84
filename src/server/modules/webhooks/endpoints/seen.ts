// One endpoint, if the caller sees its company.
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { seesCompany } from '../access.ts'
import { loadCompanies, type EndpointCompany } from './companies.ts'
import { toEndpoint } from './mapper.ts'
import * as queries from './queries.ts'

export interface SeenEndpoint {
  ref: queries.EndpointRef
  row: queries.EndpointRow
  company: EndpointCompany
}

/** Locked until the transaction ends. A version that is outdated is refused. */
export const lockSeen = async (tx: Tx, caller: Caller, endpointId: string, version?: number): Promise<SeenEndpoint> => {
  const ref = { clientId: caller.clientId, endpointId }
  const row = await queries.lockEndpoint(tx, ref)
  if (!row || !seesCompany(caller, row.company_id)) throw new AppError('NOT_FOUND')
  if (version !== undefined && version !== row.version) throw new AppError('STALE_VERSION')
  return { ref, row, company: (await loadCompanies(tx, caller.clientId)).of(row.company_id) }
}

export const showEndpoint = async (tx: Tx, { ref, company }: Pick<SeenEndpoint, 'ref' | 'company'>): Promise<WebhookEndpoint> => {
  const row = await queries.selectEndpoint(tx, ref)
  if (!row) throw new AppError('NOT_FOUND')
  return toEndpoint(row, company)
}

/** What is recorded of every act. Users who see some companies only know of a connected one by its connection. */
export const recordedOf = (caller: Caller, { ref, company }: Pick<SeenEndpoint, 'ref' | 'company'>) => ({
  clientId: ref.clientId,
  by: caller,
  object: { id: ref.endpointId, name: company.name },
  connectionId: company.connectionId ?? undefined,
})

export const factsOf = ({ name, connectionId }: EndpointCompany) => ({
  company: name,
  ...(connectionId === null ? {} : { connection: connectionId }),
})
