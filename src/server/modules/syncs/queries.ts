import { sql } from 'kysely'
import { deleteSomeOf } from '#server/platform/db/statements/delete-some.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { storable } from '#server/platform/db/statements/storable.ts'
import type { IntegrationRef } from '../integrations/model.ts'

/** Enough to find the fault in a row. */
const payloadShown = 20_000

export const selectRejects = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  page: { skip: number; limit: number; runId?: string | undefined },
) => {
  const of = tx
    .selectFrom('sync_reject')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .$if(page.runId !== undefined, (query) => query.where('run_id', '=', page.runId ?? ''))
  const items = await of
    .select(['object', 'external_id', 'code', 'reason', 'attempts', 'first_at', 'last_at', 'parked_at', 'run_id'])
    .select(sql<string | null>`left(payload, ${payloadShown})`.as('payload'))
    .orderBy('last_at', 'desc')
    .orderBy('object')
    // Row numbers and numeric ids in their own order, before all others.
    .orderBy(sql`case when external_id ~ '^[0-9]{1,18}$' then external_id::bigint end`)
    .orderBy('external_id')
    .offset(page.skip)
    .limit(page.limit)
    .execute()
  const { total } = await of.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}

export const countRejectsByObject = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('sync_reject')
    .select(['object', (row) => row.fn.countAll<number>().as('total')])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .groupBy('object')
    .execute()
  return new Map(rows.map(({ object, total }) => [object, total]))
}

export const selectCounts = (tx: Tx, { clientId, integrationId }: IntegrationRef) =>
  tx
    .selectFrom('sync_stream')
    .select(['stream', 'vendor_count', 'own_count', 'counted_at', 'missing', 'held', 'kept_at'])
    .select(sql<number>`cardinality(kept_ids)`.as('kept'))
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('stream', 'in', ['contact', 'opportunity'])
    .orderBy('stream')
    .execute()

interface NewWebhookEvent {
  key: string
  kind: string
  object: string
  externalId: string
  detail: unknown
  occurredAt: string
}

/** Returns how many events were new. */
export const insertWebhookEvents = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  events: readonly NewWebhookEvent[],
): Promise<number> => {
  const rows = [...new Map(events.map((event) => [event.key, event])).values()]
  if (rows.length === 0) return 0
  const made = await tx
    .insertInto('webhook_event')
    .values(
      rows.map(({ key, kind, object, externalId, detail, occurredAt }) => ({
        client_id: clientId,
        integration_id: integrationId,
        key: storable(key),
        kind,
        object,
        external_id: storable(externalId),
        detail: jsonText(detail),
        occurred_at: occurredAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute()
  return made.length
}

export const deleteOldWebhookEvents = async (tx: Tx): Promise<void> => {
  await sql`delete from webhook_event where received_at < now() - interval '30 days'`.execute(tx)
}

/** Deletes the cells of old rejected rows. The reason stays. */
export const forgetRejectedPayloads = async (tx: Tx): Promise<void> => {
  await sql`update sync_reject set payload = null, reason = regexp_replace(reason, '“[^“”]*”', '“…”', 'g') where last_at < now() - interval '90 days' and payload is not null`.execute(
    tx,
  )
}

/** Deletes up to `limit` rejects or webhook events of a source. 0: nothing is left. */
export const eraseSome = (tx: Tx, source: IntegrationRef, limit: number): Promise<number> =>
  deleteSomeOf(tx, ['webhook_event', 'sync_reject'], source, limit)
