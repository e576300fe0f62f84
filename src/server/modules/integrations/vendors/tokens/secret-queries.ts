// Which grant a source uses, and the secret part of its webhook address.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../../model.ts'

export const selectSecret = (tx: Tx, { clientId, integrationId }: IntegrationRef) =>
  tx
    .selectFrom('integration_access')
    .innerJoin('integration_secret', (join) =>
      join
        .onRef('integration_secret.client_id', '=', 'integration_access.client_id')
        .onRef('integration_secret.id', '=', 'integration_access.grant_id'),
    )
    .select(['grant_id', 'access_sealed', 'refresh_sealed', 'expires_at', 'version', 'webhook_key'])
    .where('integration_access.client_id', '=', clientId)
    .where('integration_secret.client_id', '=', clientId)
    .where('integration_access.integration_id', '=', integrationId)
    .executeTakeFirst()

export const selectConnected = async (tx: Tx, clientId: string): Promise<Set<string>> => {
  const rows = await tx.selectFrom('integration_access').select('integration_id').where('client_id', '=', clientId).execute()
  return new Set(rows.map((row) => row.integration_id))
}

/** The source uses this grant from now on. Its webhook address stays unchanged. */
export const upsertSecret = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { grantId, webhookKey }: { grantId: string; webhookKey: string },
): Promise<void> => {
  await tx
    .insertInto('integration_access')
    .values({ client_id: clientId, integration_id: integrationId, grant_id: grantId, webhook_key: webhookKey })
    .onConflict((conflict) => conflict.columns(['client_id', 'integration_id']).doUpdateSet({ grant_id: sql`excluded.grant_id` }))
    .execute()
}

export const deleteSecretRow = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await tx
    .deleteFrom('integration_access')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .execute()
}

/** The integration whose secret webhook address was called. */
export const selectByHookKey = (tx: Tx, clientId: string, webhookKey: string) =>
  tx
    .selectFrom('integration_access')
    .innerJoin('integration', (join) =>
      join
        .onRef('integration.client_id', '=', 'integration_access.client_id')
        .onRef('integration.id', '=', 'integration_access.integration_id'),
    )
    .select(['integration.client_id', 'integration.id', 'integration.type', 'integration.hub_id'])
    .where('integration_access.client_id', '=', clientId)
    .where('integration.client_id', '=', clientId)
    .where('integration_access.webhook_key', '=', webhookKey)
    .executeTakeFirst()
