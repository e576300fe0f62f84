// Which companies an agency is connected to, for modules that connections themselves depend on.
import type { Tx } from '#server/platform/db/scope.ts'
import { selectCompanies } from '../queries.ts'

export const areConnected = async (tx: Tx, agencyId: string, companyIds: readonly string[]): Promise<boolean> =>
  companyIds.length === 0 || (await selectCompanies(tx, agencyId, companyIds)).length === new Set(companyIds).size
