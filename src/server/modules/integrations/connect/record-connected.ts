import { objectsOf } from '#server/connectors/kit/connector.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { recordEvent } from '../../events/service.ts'
import { needsOf, titleOf, type IntegrationRow } from '../service.ts'
import { markStep } from '../../onboarding/service.ts'

/** A source without its ad account, location or table is not connected yet: its setup has only started. */
export const recordConnected = async (tx: Tx, row: IntegrationRow, actor: string): Promise<void> => {
  const clientId = row.client_id
  const isReady = needsOf(row) === null
  const connector = connectorOf(row.type)
  const bringsContacts = connector !== undefined && objectsOf(connector).includes('contact')
  if (isReady && bringsContacts) await markStep(tx, clientId, 'connect_crm')
  const event = isReady ? 'integration_connected' : 'integration_setup_started'
  await recordEvent(tx, { clientId, event, origin: 'user', actor, object: titleOf(row) })
}
