// The companies whose leads can arrive at an endpoint, and the names of those that have one.
import type { Tx } from '#server/platform/db/scope.ts'
import { readClient } from '../../clients/service.ts'
import { listConnectedCompanies } from '../../connections/companies/service.ts'
import { selectGhostCompanies } from './ghost-company-queries.ts'

export interface EndpointCompany {
  /** Null: the agency itself. */
  id: string | null
  name: string
  kind: 'ghost' | 'connected' | null
  /** By which users who see some companies only know of a connected company. */
  connectionId: string | null
  /** It is a ghost company, or connected: it can get an endpoint. */
  isOpen: boolean
}

/** The agency itself, its ghost companies, and the companies that are or were connected. */
const listCompanies = async (tx: Tx, clientId: string): Promise<EndpointCompany[]> => {
  const ghosts = await selectGhostCompanies(tx, clientId)
  const connected = await listConnectedCompanies(tx, clientId)
  return [
    { id: null, name: (await readClient(tx, clientId)).name, kind: null, connectionId: null, isOpen: true },
    ...ghosts.map((ghost) => ({ ...ghost, kind: 'ghost' as const, connectionId: ghost.id })),
    ...connected.map(({ companyId, company, connectionId, isSharing }) => ({
      id: companyId,
      name: company,
      kind: 'connected' as const,
      connectionId,
      isOpen: isSharing,
    })),
  ]
}

/** A ghost company that was erased, or an account that was closed. */
const unknown = (id: string | null): EndpointCompany => ({
  id,
  name: 'A company that was removed',
  kind: 'ghost',
  connectionId: null,
  isOpen: false,
})

export interface Companies {
  all: readonly EndpointCompany[]
  of: (companyId: string | null) => EndpointCompany
}

export const loadCompanies = async (tx: Tx, clientId: string): Promise<Companies> => {
  const all = await listCompanies(tx, clientId)
  const byId = new Map(all.map((company) => [company.id, company]))
  return { all, of: (companyId) => byId.get(companyId) ?? unknown(companyId) }
}
