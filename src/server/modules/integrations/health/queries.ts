// The health of sources: when their access expires, and when their vendor last answered.
import { sql } from 'kysely'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../model.ts'

/** New access: the vendor answered a moment ago, and no warning about the expiry has been sent. */
export const setAccessEnd = async (tx: Tx, { clientId, integrationId }: IntegrationRef, endsAt: Date | null): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({ access_ends_at: endsAt, access_warned_at: null, answered_at: sql`now()`, failing_since: null, failures_in_row: 0 })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}

export const markAnswered = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({ answered_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}

/** Sources whose vendor has not answered for this many hours, the longest first. */
export const selectSilent = (tx: Tx, { hours, limit }: { hours: number; limit: number }) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'id'])
    .where('status', '=', 'active')
    .where((or) =>
      or.or([or('answered_at', 'is', null), or('answered_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)]),
    )
    .orderBy('answered_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute()

/** Sources whose access expires within this many days, and whose admins have not been warned. */
export const selectEnding = (tx: Tx, { days, limit }: { days: number; limit: number }) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'id'])
    .where('status', '=', 'active')
    .where('access_warned_at', 'is', null)
    .where('access_ends_at', '>', sql<Date>`now()`)
    .where('access_ends_at', '<', sql<Date>`now() + make_interval(days => ${days})`)
    .orderBy('access_ends_at')
    .limit(limit)
    .execute()

/** The caller that marks it sends the warning. Undefined: another one did, or the source was reconnected meanwhile. */
export const markWarned = async (tx: Tx, { clientId, integrationId }: IntegrationRef) => {
  const marked = await tx
    .updateTable('integration')
    .set({ access_warned_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .where('status', '=', 'active')
    .where('access_warned_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return marked?.access_ends_at ? { row: marked, endsAt: marked.access_ends_at } : undefined
}

export const selectStagesToSettle = (tx: Tx, limit: number) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'id'])
    .where('stages_settled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

export const markStagesSettled = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({ stages_settled_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}

/** The type of the source if its status has changed, so that users are notified once. Undefined: unchanged. */
export const setStatus = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { status, reason }: { status: 'active' | 'error'; reason: string | null },
): Promise<ProviderType | undefined> => {
  const changed = await tx
    .updateTable('integration')
    .set({ status, status_reason: reason, status_since: sql`now()`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .where('status', '<>', status)
    .where('status', '<>', 'disconnected')
    .returning('type')
    .executeTakeFirst()
  return changed?.type
}
