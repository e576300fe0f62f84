// What begins and ends with an agreement: the agency's rows of the company, and what keeps them equal.
import type { Criteria } from '#contract/criteria/criteria.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { addTarget, recordChanges } from '../../changes/service.ts'
import { createSharedSource, setReadable } from '../../crm/service.ts'
import { beginReceipt } from '../../receipts/service.ts'
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

/** Whether everything that was shared is still shared. */
const keepsAll = (before: Criteria, { purpose, allow_audiences, allow_export, ...next }: Criteria): boolean => {
  const same = { purpose, allow_audiences, allow_export }
  return compareCriteria({ ...next, ...same }, { ...before, ...same }).direction !== 'wide'
}

/** Another version is in force: all records are evaluated again. If it may take records or fields away, nothing is read until then. */
export const applyVersion = async (
  { tx, dispatcher }: Work,
  { company, agency }: BothRows,
  { criteria, before }: { criteria: Criteria; before: Criteria },
): Promise<void> => {
  if (!keepsAll(before, criteria) || criteria.type_of_data === 'COUNTS')
    await setReadable(tx, { clientId: agency.client_id, dataSourceId: agency.id }, false)
  const source = { clientId: company.client_id, dataSourceId: criteria.integration_id }
  await recordChanges(tx, dispatcher, source, [{ object: 'connection', kind: 'changed', ids: [company.id] }])
}

/** Nothing is shared any longer: users of the agency see nothing at once, and the rows are erased soon. */
export const endSharing = async (
  { tx, dispatcher }: Work,
  { own, other }: { own: ConnectionRow; other: ConnectionRow | undefined },
  at: Date,
): Promise<void> => {
  const [company, agency] = own.side === 'COMPANY' ? [own, other] : [other, own]
  if (!company || !agency || !isSharing(company)) return
  const { id: connectionId } = company
  await setReadable(tx, { clientId: agency.client_id, dataSourceId: connectionId }, false)
  const clientIds = [company.client_id, agency.client_id]
  const receiptId = await beginReceipt(tx, { connectionId, clientIds, kind: 'ended', version: null, at })
  const data = { connectionId, companyId: company.client_id, agencyId: agency.client_id, receiptId }
  await dispatcher.enqueue(tx, purgeJob, data, { clientId: agency.client_id, key: connectionId })
}
