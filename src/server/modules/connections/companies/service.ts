// Which companies an agency is connected to, for modules that connections themselves depend on.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Criteria, TypeOfData } from '#contract/criteria/criteria.ts'
import { selectCompanies } from '../queries.ts'
import { selectAgreements } from './queries.ts'

export const areConnected = async (tx: Tx, agencyId: string, companyIds: readonly string[]): Promise<boolean> =>
  companyIds.length === 0 || (await selectCompanies(tx, agencyId, companyIds)).length === new Set(companyIds).size

interface SharedSource {
  id: string
  companyId: string
  company: string
  typeOfData: TypeOfData
  /** When each version came into force, newest first. */
  versions: { version: number; from: Date }[]
}

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
      const { type_of_data: typeOfData } = newest.criteria as unknown as Criteria
      return [[id, { id, companyId: newest.partner_id, company: newest.partner_name, typeOfData, versions }]]
    }),
  )
}
