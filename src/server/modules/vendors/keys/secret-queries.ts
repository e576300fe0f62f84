import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Place } from '../../integrations/service.ts'

export interface Secret {
  accessSealed: string | null
  refreshSealed: string | null
  expiresAt: Date | null
}

export const selectSecret = (tx: Tx, { clientId, integrationId }: Place) =>
  tx
    .selectFrom('integration_secret')
    .select(['access_sealed', 'refresh_sealed', 'expires_at', 'version', 'hook_key'])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst()

export const selectConnected = async (tx: Tx, clientId: string): Promise<Set<string>> => {
  const rows = await tx.selectFrom('integration_secret').select('integration_id').where('client_id', '=', clientId).execute()
  return new Set(rows.map((row) => row.integration_id))
}

export const upsertSecret = async (
  tx: Tx,
  { clientId, integrationId }: Place,
  secret: Secret & { hookKey: string },
): Promise<void> => {
  await tx
    .insertInto('integration_secret')
    .values({
      client_id: clientId,
      integration_id: integrationId,
      access_sealed: secret.accessSealed,
      refresh_sealed: secret.refreshSealed,
      expires_at: secret.expiresAt,
      hook_key: secret.hookKey,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'integration_id']).doUpdateSet({
        access_sealed: sql`excluded.access_sealed`,
        refresh_sealed: sql`excluded.refresh_sealed`,
        expires_at: sql`excluded.expires_at`,
        version: sql`integration_secret.version + 1`,
        renewing_until: null,
      }),
    )
    .execute()
}

export const deleteSecret = async (tx: Tx, { clientId, integrationId }: Place): Promise<void> => {
  await tx
    .deleteFrom('integration_secret')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .execute()
}

/** The right to renew, for longer than a turn and an answer of the vendor can take; nobody else gets it meanwhile. */
export const claimRenewal = async (tx: Tx, { clientId, integrationId }: Place, version: number): Promise<boolean> => {
  const claimed = await tx
    .updateTable('integration_secret')
    .set({ renewing_until: sql`now() + interval '2 minutes'` })
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('version', '=', version)
    .where((or) => or.or([or('renewing_until', 'is', null), or('renewing_until', '<', sql<Date>`now()`)]))
    .returning('version')
    .executeTakeFirst()
  return claimed !== undefined
}

export const storeRenewal = async (
  tx: Tx,
  { clientId, integrationId }: Place,
  { version, ...secret }: Secret & { version: number },
) => {
  await tx
    .updateTable('integration_secret')
    .set({
      access_sealed: secret.accessSealed,
      refresh_sealed: secret.refreshSealed,
      expires_at: secret.expiresAt,
      version: sql`version + 1`,
      renewing_until: null,
    })
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('version', '=', version)
    .execute()
}

export const releaseRenewal = async (tx: Tx, { clientId, integrationId }: Place, version: number): Promise<void> => {
  await tx
    .updateTable('integration_secret')
    .set({ renewing_until: null })
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('version', '=', version)
    .execute()
}

/** The integration whose unguessable address was called. */
export const selectByHookKey = (tx: Tx, clientId: string, hookKey: string) =>
  tx
    .selectFrom('integration_secret')
    .innerJoin('integration', (join) =>
      join
        .onRef('integration.client_id', '=', 'integration_secret.client_id')
        .onRef('integration.id', '=', 'integration_secret.integration_id'),
    )
    .select(['integration.client_id', 'integration.id', 'integration.type', 'integration.hub_id'])
    .where('integration_secret.client_id', '=', clientId)
    .where('integration.client_id', '=', clientId)
    .where('integration_secret.hook_key', '=', hookKey)
    .executeTakeFirst()
