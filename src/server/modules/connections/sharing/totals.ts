// How much is shared by channel, month, stage and outcome, as the agency may know it.
import type { SharedTotals, TotalsQuery } from '#contract/connections/totals.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { isReadable } from '../../crm/service.ts'
import { countTotals, groupedFrom, readTotals, recountTotals, type GroupedTotals } from '../../totals/service.ts'
import { criteriaOf } from '../agreements/show.ts'
import { findAgreed } from '../agreements/steps.ts'
import { findSeen } from '../sides.ts'
import { iso, refOf, type ConnectionRow } from '../model.ts'
import { lockConnection, noteOnConnection, selectConnection, selectEndedTotals } from '../queries.ts'

interface Today {
  totals: GroupedTotals
  /** Null: not counted yet. */
  at: Date | null
}

const day = 86_400_000

const storedOf = ({ totals, totals_at: at }: ConnectionRow): Today => ({ totals: groupedFrom(totals), at })

const isOfToday = ({ at }: Today): boolean => at !== null && Date.now() - at.getTime() < day

/** Whether the agency's rows are those of the version in force. */
const isProjected = async (tx: Tx, { id: connectionId, partner_id: clientId }: ConnectionRow): Promise<boolean> => {
  const company = clientId === null ? undefined : await selectConnection(tx, { clientId, connectionId })
  return company !== undefined && company.projected_version === company.version_in_force
}

/** What was told last, also under a connection of the two that has ended: what changed since may be a single record. */
const toldBefore = async (tx: Tx, agency: ConnectionRow): Promise<Today> => {
  const own = storedOf(agency)
  const former = own.at === null ? await selectEndedTotals(tx, agency) : undefined
  return former === undefined ? own : { totals: groupedFrom(former), at: null }
}

/**
 * Counted once a day, whatever version is in force, of the agency's row of a connection that shares totals only. Whoever
 * counts continues from what was told before, so one comes after the other.
 */
export const totalsOfToday = async (tx: Tx, agency: ConnectionRow): Promise<Today> => {
  if (isOfToday(storedOf(agency))) return storedOf(agency)
  const before = await toldBefore(tx, (await lockConnection(tx, refOf(agency))) ?? agency)
  if (isOfToday(before) || !(await isProjected(tx, agency))) return before
  const at = new Date()
  const totals = await recountTotals(tx, { clientId: agency.client_id, dataSourceId: agency.id }, before.totals, at)
  await noteOnConnection(tx, refOf(agency), { totals: jsonText(totals), totals_at: at })
  return { totals, at }
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
    if (row.kept_totals !== null) return protect(groupedFrom(row.kept_totals), row.ended_at)
    const agreed = await findAgreed(tx, row)
    const agency = await ofAgency(tx, row)
    if (!agreed || !agency || row.state !== 'ACTIVE' || row.health === 'subscription_hold') return nothing
    if (criteriaOf(agreed).type_of_data === 'COUNTS') {
      const { totals, at } = await totalsOfToday(tx, agency)
      return protect(totals, at)
    }
    const source = { clientId: agency.client_id, dataSourceId: connectionId }
    if (!(await isReadable(tx, source))) return nothing
    return { isProtected: false, countedAt: new Date().toISOString(), ...(await countTotals(tx, source, wanted)) }
  })
