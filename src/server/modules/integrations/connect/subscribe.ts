import type { ProviderType } from '#contract/integrations/providers.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { selectIntegration } from '../queries.ts'
import type { IntegrationRef } from '../model.ts'
import { openVendorSession } from '../vendors/service.ts'
import type { VendorApps } from '../vendors/model.ts'
import { selectSecret } from '../vendors/tokens/secret-queries.ts'

/** The webhook address for a vendor without signatures: the secret in the address authenticates the vendor. */
const hookAddress = (publicUrl: string, { type, clientId, key }: { type: ProviderType; clientId: string; key: string }): string =>
  `${publicUrl}/hooks/${slugOf(type)}/${clientId}/${key}`

export const subscribeToHooks = async (vendors: VendorApps, ref: IntegrationRef): Promise<void> => {
  const found = await vendors.database.asSystem('connecting: where a vendor is to tell us', async (tx) => {
    const row = await selectIntegration(tx, ref)
    const secret = await selectSecret(tx, ref)
    return row && secret?.webhook_key ? { row, key: secret.webhook_key } : undefined
  })
  if (!found || found.row.status === 'disconnected') return
  const { connector, session } = openVendorSession(vendors, found.row)
  const { type } = found.row
  await connector.webhook?.subscribe?.(session, hookAddress(vendors.publicUrl, { type, clientId: ref.clientId, key: found.key }))
}
