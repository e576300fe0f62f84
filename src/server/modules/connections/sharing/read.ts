import type { Shared } from '#contract/connections/sharing.ts'
import type { Counted } from '#contract/connections/totals.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { isReadable } from '../../crm/service.ts'
import { hasFinishedSync, isErased, readIntegrations } from '../../integrations/service.ts'
import { countShared } from '../../projection/service.ts'
import { readTotals } from '../../totals/service.ts'
import { findAgreed } from '../agreements/steps.ts'
import { criteriaOf } from '../agreements/show.ts'
import { agencyOf, findSeen } from '../sides.ts'
import type { ConnectionRow } from '../model.ts'
import { totalsOfToday } from './totals.ts'

const nothing: Shared = {
  contacts: 0,
  opportunities: 0,
  withdrawn: 0,
  lastSyncAt: null,
  isSourceErased: false,
  syncPercent: null,
  isPreparing: false,
}

/** The company's source, which the agency does not see itself. */
const progressOf = async (
  tx: Tx,
  clientId: string,
  integrationId: string,
): Promise<Pick<Shared, 'lastSyncAt' | 'isSourceErased' | 'syncPercent'>> => {
  const [source] = await readIntegrations(tx, clientId, [integrationId])
  if (!source || (await isErased(tx, { clientId, integrationId })))
    return { lastSyncAt: null, isSourceErased: true, syncPercent: null }
  const isComplete = await hasFinishedSync(tx, { clientId, integrationId })
  const percent = isComplete ? null : (source.last_run?.percent ?? 0)
  return { lastSyncAt: source.last_success_at, isSourceErased: false, syncPercent: percent }
}

const untold = { contacts: null, opportunities: null, withdrawn: null }

/** Where only totals are shared: those of the day. */
const toldOf = async (tx: Tx, agency: ConnectionRow): Promise<Pick<Shared, 'contacts' | 'opportunities' | 'withdrawn'>> => {
  if (agency.state !== 'ACTIVE') return untold
  const { totals } = await totalsOfToday(tx, agency)
  const of = (counted: Counted): number | null => readTotals(totals, { of: counted, by: 'channel' }).total
  return { contacts: of('contacts'), opportunities: of('opportunities'), withdrawn: null }
}

/** Another version is in force, and the agency's rows are not as it says yet. Of counts no rows are read. */
const isInPreparation = async (tx: Tx, row: ConnectionRow, type: Criteria['type_of_data']): Promise<boolean> => {
  const agencyId = agencyOf(row)
  if (row.state !== 'ACTIVE' || type === 'COUNTS' || agencyId === null) return false
  return !(await isReadable(tx, { clientId: agencyId, dataSourceId: row.id }))
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
    const isPreparing = await isInPreparation(tx, row, type)
    const told = type === 'COUNTS' && row.side === 'AGENCY' ? await toldOf(tx, row) : counts
    const { contacts, opportunities, withdrawn } = isPreparing ? untold : told
    return { contacts, opportunities, withdrawn, isPreparing, ...(await progressOf(tx, companyId, integrationId)) }
  })
