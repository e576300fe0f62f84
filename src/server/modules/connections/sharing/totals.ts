// How much is shared by channel, month, stage and outcome, as the agency may know it.
import type { SharedTotals, TotalsQuery } from '#contract/connections/totals.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { countTotals, groupTotals, readTotals, type GroupedTotals } from '../../totals/service.ts'
import { criteriaOf } from '../agreements/show.ts'
import { findAgreed } from '../agreements/steps.ts'
import { findSeen } from '../sides.ts'
import { iso, refOf, type ConnectionRow } from '../model.ts'
import { noteOnConnection, selectConnection } from '../queries.ts'

interface Today {
  totals: GroupedTotals
  at: Date
}

const day = 86_400_000

/** Counted once a day and version, of the agency's row of a connection that shares totals only. */
export const totalsOfToday = async (tx: Tx, agency: ConnectionRow, version: number): Promise<Today> => {
  const stored = agency.totals as unknown as (GroupedTotals & { version: number }) | null
  const at = agency.totals_at
  if (stored && at && stored.version === version && Date.now() - at.getTime() < day) return { totals: stored, at }
  const totals = await groupTotals(tx, { clientId: agency.client_id, dataSourceId: agency.id })
  const now = new Date()
  await noteOnConnection(tx, refOf(agency), { totals: jsonText({ version, ...totals }), totals_at: now })
  return { totals, at: now }
}

const nothing: SharedTotals = { isProtected: false, countedAt: null, total: 0, isExact: true, items: [], notShown: 0 }

const ofAgency = async (tx: Tx, row: ConnectionRow): Promise<ConnectionRow | undefined> =>
  row.side === 'AGENCY' || row.partner_id === null
    ? row
    : selectConnection(tx, { clientId: row.partner_id, connectionId: row.id })

/** Both sides see the same. */
export const getTotals = (context: Context, connectionId: string, wanted: TotalsQuery): Promise<SharedTotals> =>
  context.asSystem('connections: totals of what is shared', async (tx) => {
    const row = await findSeen(tx, context, connectionId)
    const protect = (totals: GroupedTotals, at: Date | null): SharedTotals => ({
      isProtected: true,
      countedAt: iso(at),
      ...readTotals(totals, wanted),
    })
    if (row.kept_totals !== null) return protect(row.kept_totals as unknown as GroupedTotals, row.ended_at)
    const agreed = await findAgreed(tx, row)
    const agency = await ofAgency(tx, row)
    if (!agreed || !agency || row.state !== 'ACTIVE' || row.health === 'subscription_hold') return nothing
    if (criteriaOf(agreed).type_of_data === 'COUNTS') {
      const { totals, at } = await totalsOfToday(tx, agency, agreed.version)
      return protect(totals, at)
    }
    const source = { clientId: agency.client_id, dataSourceId: connectionId }
    return { isProtected: false, countedAt: new Date().toISOString(), ...(await countTotals(tx, source, wanted)) }
  })
