import type { Receipt, Shared } from '#contract/connections/sharing.ts'
import type { Counted } from '#contract/connections/totals.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { hasFinishedSync, readIntegration } from '../../integrations/service.ts'
import { countShared } from '../../projection/service.ts'
import { listReceipts } from '../../receipts/service.ts'
import { readTotals } from '../../totals/service.ts'
import { findAgreed } from '../agreements/steps.ts'
import { criteriaOf } from '../agreements/show.ts'
import { agencyOf, findSeen } from '../sides.ts'
import type { ConnectionRow } from '../model.ts'
import { totalsOfToday } from './totals.ts'

const nothing: Shared = { contacts: 0, opportunities: 0, withdrawn: 0, lastSyncAt: null, syncPercent: null }

/** The company's source, which the agency does not see itself. */
const progressOf = async (
  tx: Tx,
  clientId: string,
  integrationId: string,
): Promise<Pick<Shared, 'lastSyncAt' | 'syncPercent'>> => {
  const { last_success_at: lastSyncAt, last_run: run } = await readIntegration(tx, { clientId, integrationId })
  const isComplete = await hasFinishedSync(tx, { clientId, integrationId })
  return { lastSyncAt, syncPercent: isComplete ? null : (run?.percent ?? 0) }
}

/** Where only totals are shared: those of the day. */
const toldOf = async (
  tx: Tx,
  agency: ConnectionRow,
  version: number,
): Promise<Pick<Shared, 'contacts' | 'opportunities' | 'withdrawn'>> => {
  if (agency.state !== 'ACTIVE') return { contacts: null, opportunities: null, withdrawn: null }
  const { totals } = await totalsOfToday(tx, agency, version)
  const of = (counted: Counted): number | null => readTotals(totals, { of: counted, by: 'channel' }).total
  return { contacts: of('contacts'), opportunities: of('opportunities'), withdrawn: null }
}

/** How much is shared now. An agency that gets only counts reads none of fewer records. */
export const getShared = (context: Context, connectionId: string): Promise<Shared> =>
  context.asSystem('connections: how much is shared', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    const agreed = await findAgreed(tx, row)
    const companyId = row.side === 'COMPANY' ? row.client_id : row.partner_id
    if (!agreed || companyId === null || row.state === 'CANCELED') return nothing
    const counts = await countShared(tx, { clientId: companyId, connectionId })
    const { integration_id: integrationId, type_of_data: type } = criteriaOf(agreed)
    const told = type === 'COUNTS' && row.side === 'AGENCY' ? await toldOf(tx, row, agreed.version) : counts
    const { contacts, opportunities, withdrawn } = told
    return { contacts, opportunities, withdrawn, ...(await progressOf(tx, companyId, integrationId)) }
  })

export const getReceipts = (
  context: Context,
  connectionId: string,
  page: { page: number; size: number },
): Promise<{ items: Receipt[]; total: number }> =>
  context.asSystem('connections: receipts, with the names of users of the agency', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    const agencyId = agencyOf(row)
    if (agencyId === null) return { items: [], total: 0 }
    return listReceipts(tx, { clientId: row.client_id, connectionId, agencyId }, page)
  })
