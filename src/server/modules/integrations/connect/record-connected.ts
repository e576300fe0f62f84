import { objectsOf } from '#server/connectors/kit/connector.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { needsOf, titleOf, type IntegrationRow } from '../model.ts'
import { markStep } from '../../onboarding/service.ts'

/** A source without its ad account, location or table is not connected yet: only its setup is recorded. */
export const recordConnected = async (tx: Tx, row: IntegrationRow, actor: string): Promise<void> => {
  const clientId = row.client_id
  const isReady = needsOf(row) === null
  const connector = connectorOf(row.type)
  const bringsContacts = connector !== undefined && objectsOf(connector).includes('contact')
  if (isReady && bringsContacts) await markStep(tx, clientId, 'connect_crm')
  const act = isReady ? acts['integration.ready'] : acts['integration.setup_started']
  await record(tx, act, { clientId, by: { origin: 'user', actor }, object: { name: titleOf(row) } })
}
