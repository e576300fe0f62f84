// What begins and ends with an agreement: the agency's rows of the company, and what keeps them equal.
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { addTarget, recordChanges } from '../../changes/service.ts'
import { createSharedSource, setReadable } from '../../crm/service.ts'
import { beginReceipt } from '../../receipts/service.ts'
import { selectVersion } from '../agreements/queries.ts'
import { criteriaOf } from '../agreements/show.ts'
import { purgeJob } from '../job-names.ts'
import type { ConnectionRow } from '../model.ts'
import { isSharing, projectionName } from './share.ts'

interface Work {
  tx: Tx
  dispatcher: Dispatcher
}

interface BothRows {
  company: ConnectionRow
  agency: ConnectionRow
}

/** The agency accepted criteria for the first time: its rows are built. Users see them once they are complete. */
export const startSharing = async ({ tx, dispatcher }: Work, { company, agency }: BothRows): Promise<void> => {
  const source = { clientId: agency.client_id, dataSourceId: agency.id }
  await createSharedSource(tx, source, { companyId: company.client_id, isReadable: false })
  await addTarget(tx, dispatcher, { clientId: company.client_id, name: projectionName, target: company.id })
}

/** Another version is in force: all records are evaluated again. */
export const applyVersion = async (
  { tx, dispatcher }: Work,
  { company, agency }: BothRows,
  criteria: Criteria,
): Promise<void> => {
  if (criteria.type_of_data === 'COUNTS') await setReadable(tx, { clientId: agency.client_id, dataSourceId: agency.id }, false)
  const source = { clientId: company.client_id, dataSourceId: criteria.integration_id }
  await recordChanges(tx, dispatcher, source, [{ object: 'connection', kind: 'changed', ids: [company.id] }])
}

/** So many seconds the agency keeps what it has, by the criteria in force. Nothing of an account that closes. */
const keptFor = async (tx: Tx, company: ConnectionRow, ending: string | undefined): Promise<number> => {
  const { version_in_force: version, client_id: clientId, id: connectionId } = company
  if (ending === 'partner_closed' || version === null) return 0
  const agreed = await selectVersion(tx, { clientId, connectionId }, version)
  return agreed ? criteriaOf(agreed).retention_days_after_end * 86_400 : 0
}

/**
 * Nothing is shared any longer: users of the agency see nothing at once, and the rows are erased soon. Where criteria let
 * the agency keep them for some days, both come later, and until then no row changes.
 */
export const endSharing = async (
  { tx, dispatcher }: Work,
  { own, other }: { own: ConnectionRow; other: ConnectionRow | undefined },
  { at, ending }: { at: Date; ending: string | undefined },
): Promise<void> => {
  const [company, agency] = own.side === 'COMPANY' ? [own, other] : [other, own]
  if (!company || !agency || !isSharing(company)) return
  const { id: connectionId } = company
  const seconds = await keptFor(tx, company, ending)
  if (seconds === 0) await setReadable(tx, { clientId: agency.client_id, dataSourceId: connectionId }, false)
  const clientIds = [company.client_id, agency.client_id]
  const begun = { connectionId, clientIds, kind: 'ended', version: null, at: new Date(at.getTime() + seconds * 1000) } as const
  const receiptId = await beginReceipt(tx, begun)
  const data = { connectionId, companyId: company.client_id, agencyId: agency.client_id, receiptId }
  const options = { clientId: agency.client_id, key: connectionId, startAfterSeconds: seconds }
  await dispatcher.enqueue(tx, purgeJob, data, options)
}
