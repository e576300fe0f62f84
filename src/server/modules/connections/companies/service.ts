// Which companies an agency is connected to, for modules that connections themselves depend on.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Caller } from '#server/platform/http/context.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { fieldsOf } from '#contract/criteria/fields.ts'
import { selectCompanies } from '../queries.ts'
import type { ClaimOfGhost, ConnectedCompany, SharedSource } from './model.ts'
import { selectAccepted, selectAgreements, selectClaims, selectSeen } from './queries.ts'

export const areConnected = async (tx: Tx, agencyId: string, companyIds: readonly string[]): Promise<boolean> =>
  companyIds.length === 0 || (await selectCompanies(tx, agencyId, companyIds)).length === new Set(companyIds).size

/** The connections and ghost companies that a user who sees some companies only may know of. Undefined: all of them. */
export const findSeenConnections = async (
  tx: Tx,
  caller: Pick<Caller, 'clientId' | 'companies' | 'userId' | 'email'>,
): Promise<string[] | undefined> =>
  caller.companies === 'all'
    ? undefined
    : [...(await selectSeen(tx, caller.clientId, caller)).map(({ id }) => id), ...caller.companies]

/** What companies share with an agency, for these connections. */
export const describeSources = async (
  tx: Tx,
  agencyId: string,
  connectionIds: readonly string[],
): Promise<Map<string, SharedSource>> => {
  const rows = await selectAgreements(tx, agencyId, connectionIds)
  const byConnection = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...byConnection].flatMap(([id, [newest, ...older]]) => {
      if (!newest || newest.partner_id === null) return []
      const versions = [newest, ...older].map(({ version, in_force_from: from }) => ({ version, from: from ?? newest.at }))
      const criteria = newest.criteria as unknown as Criteria
      const about = {
        typeOfData: criteria.type_of_data,
        fields: new Set(fieldsOf(criteria)),
        allowsExport: criteria.allow_export,
        versionInForce: newest.version,
      }
      return [[id, { id, companyId: newest.partner_id, company: newest.partner_name, ...about, versions }]]
    }),
  )
}

/** By the ghost company: who is invited to take it over, or has done so. */
export const listClaims = async (tx: Tx, agencyId: string, ghostIds: readonly string[]): Promise<Map<string, ClaimOfGhost>> => {
  const rows = ghostIds.length === 0 ? [] : await selectClaims(tx, agencyId, ghostIds)
  return new Map(
    rows.map((row) => {
      const state = (row.state ?? 'invited') as ClaimOfGhost['state']
      const since = row.chosen_at ?? row.opened_at ?? row.sent_at
      return [row.ghost_id ?? '', { connectionId: row.id, state, since }]
    }),
  )
}

const sharingStates = new Set(['ACTIVE', 'IN_PROCESS'])

/** The companies that are or were connected to an agency, each with its newest connection: one that shares, if there is one. */
export const listConnectedCompanies = async (tx: Tx, agencyId: string): Promise<ConnectedCompany[]> => {
  const rows = await selectAccepted(tx, agencyId)
  return [...Map.groupBy(rows, ({ partner_id: id }) => id)].flatMap(([companyId, connections]) => {
    const sharing = connections.find(({ state }) => sharingStates.has(state))
    const shown = sharing ?? connections[0]
    if (companyId === null || !shown) return []
    return [{ companyId, company: shown.partner_name, connectionId: shown.id, isSharing: sharing !== undefined }]
  })
}
