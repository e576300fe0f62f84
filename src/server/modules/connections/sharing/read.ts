import type { Receipt, Shared } from '#contract/connections/sharing.ts'
import type { SharedTotals, TotalsQuery } from '#contract/connections/totals.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { hasFinishedSync, readIntegration } from '../../integrations/service.ts'
import { countShared } from '../../projection/service.ts'
import { listReceipts } from '../../receipts/service.ts'
import { countTotals, readKeptTotals, type KeptTotals } from '../../totals/service.ts'
import { findAgreed } from '../agreements/steps.ts'
import { criteriaOf, largeEnough } from '../agreements/show.ts'
import { isSeenBy, type ConnectionRow } from '../model.ts'
import { selectConnection } from '../queries.ts'

export const findSeen = async (tx: Tx, { caller }: Context, connectionId: string): Promise<ConnectionRow> => {
  const row = await selectConnection(tx, { clientId: caller.clientId, connectionId })
  if (!row || !isSeenBy(caller, row)) throw new AppError('NOT_FOUND')
  return row
}

export const agencyOf = ({ side, client_id: clientId, partner_id: partnerId }: ConnectionRow): string | null =>
  side === 'AGENCY' ? clientId : partnerId

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

/** How much is shared now. An agency that gets only counts reads none of fewer records. */
export const getShared = (context: Context, connectionId: string): Promise<Shared> =>
  context.asSystem('connections: how much is shared', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    const agreed = await findAgreed(tx, row)
    const companyId = row.side === 'COMPANY' ? row.client_id : row.partner_id
    if (!agreed || companyId === null || row.state === 'CANCELED') return nothing
    const counts = await countShared(tx, { clientId: companyId, connectionId })
    const { integration_id: integrationId, type_of_data: type } = criteriaOf(agreed)
    const isProtected = type === 'COUNTS' && row.side === 'AGENCY'
    const tell = (count: number): number | null => (isProtected ? largeEnough(count) : count)
    return {
      // The totals include those that left: the agency could work out how many these are.
      contacts: tell(isProtected ? counts.contacts + counts.withdrawn : counts.contacts),
      opportunities: tell(isProtected ? counts.opportunities + counts.withdrawnOpportunities : counts.opportunities),
      withdrawn: isProtected ? null : counts.withdrawn,
      ...(await progressOf(tx, companyId, integrationId)),
    }
  })

const noTotals: SharedTotals = { isProtected: false, total: 0, isExact: true, items: [], notShown: 0 }

/** Both sides see the same. */
export const getTotals = (context: Context, connectionId: string, wanted: TotalsQuery): Promise<SharedTotals> =>
  context.asSystem('connections: totals of what is shared', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    if (row.kept_totals !== null) return readKeptTotals(row.kept_totals as unknown as KeptTotals, wanted)
    const agreed = await findAgreed(tx, row)
    const agencyId = row.side === 'AGENCY' ? row.client_id : row.partner_id
    if (!agreed || agencyId === null || row.state !== 'ACTIVE' || row.health === 'subscription_hold') return noTotals
    const isProtected = criteriaOf(agreed).type_of_data === 'COUNTS'
    return countTotals(tx, { clientId: agencyId, dataSourceId: connectionId }, wanted, isProtected)
  })

export const getReceipts = (context: Context, connectionId: string): Promise<{ items: Receipt[]; total: number }> =>
  context.asSystem('connections: receipts, with the names of users of the agency', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    const agencyId = agencyOf(row)
    if (agencyId === null) return { items: [], total: 0 }
    const items = await listReceipts(tx, { clientId: row.client_id, connectionId, agencyId })
    return { items, total: items.length }
  })
