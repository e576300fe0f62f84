// What is around a ghost company: people that came by webhook, and the company that takes over what there is.
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { listClaims } from '../connections/companies/service.ts'
import { countRows } from '../crm/stored/service.ts'
import { listDataSources } from '../crm/service.ts'
import type { Around } from './mapper.ts'

/** By the id of the ghost company. */
export const loadAround = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<(id: string) => Around> => {
  const wanted = new Set(ids)
  const endpoints = (await listDataSources(tx, clientId)).flatMap(({ id, kind, company_id: companyId }) =>
    kind === 'webhook_endpoint' && companyId !== null && wanted.has(companyId) ? [{ id, companyId }] : [],
  )
  const counted = await countRows(tx, { clientId, ids: endpoints.map(({ id }) => id) })
  const arrived = new Map(endpoints.map(({ id, companyId }) => [companyId, counted.get(id)]))
  const claims = await listClaims(tx, clientId, ids)
  const claimOf = (id: string): GhostCompany['claim'] => {
    const claim = claims.get(id)
    return claim ? { connection_id: claim.connectionId, state: claim.state, since: claim.since.toISOString() } : null
  }
  return (id) => ({
    people: arrived.get(id)?.contacts ?? 0,
    opportunities: arrived.get(id)?.opportunities ?? 0,
    claim: claimOf(id),
  })
}
