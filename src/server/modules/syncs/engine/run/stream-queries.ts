import { sql } from 'kysely'
import { recordObjects, type Json, type RecordObject, type RejectedRecord } from '#server/connectors/kit/records.ts'
import { jsonText } from '#server/platform/db/json.ts'
import { isToReplace, replacedIn, type Replacing } from '#server/platform/db/statements/replaced.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../../../crm/model.ts'
import type { IntegrationRef } from '../../../integrations/model.ts'

export const selectStreams = async (tx: Tx, { clientId, integrationId }: IntegrationRef) => {
  const rows = await tx
    .selectFrom('sync_stream')
    .select(['stream', 'watermark', 'columns', 'completed_at', 'swept_at', 'vendor_count', 'own_count', 'counted_at'])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .execute()
  return new Map(rows.map((row) => [row.stream, row]))
}

interface Completed {
  stream: string
  watermark: Json | undefined
  columns?: Readonly<Record<string, string>> | undefined
  isSwept: boolean
}

/** The stream was read to its end. The next read starts from this watermark. */
export const completeStream = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { stream, watermark, columns, isSwept }: Completed,
): Promise<void> => {
  const jsonOrNull = (value: Json | undefined) => (value === undefined ? null : jsonText(value))
  await sql`
    insert into sync_stream (client_id, integration_id, stream, watermark, columns, completed_at, swept_at)
    values (${clientId}, ${integrationId}, ${stream}, ${jsonOrNull(watermark)}, ${jsonOrNull(columns)}, now(), ${isSwept ? sql`now()` : sql`null`})
    on conflict (client_id, integration_id, stream) do update set
      watermark = coalesce(excluded.watermark, sync_stream.watermark),
      columns = coalesce(excluded.columns, sync_stream.columns), completed_at = excluded.completed_at,
      swept_at = coalesce(excluded.swept_at, sync_stream.swept_at)`.execute(tx)
}

/** Objects that are counted at the vendor and here. */
type CountedObject = RecordObject | 'campaign_day'

/** The next run reads list memberships again, even if they were read today. */
export const forgetMembersRead = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await sql`update sync_stream set completed_at = null where client_id = ${clientId} and integration_id = ${integrationId}
    and stream = 'memberships'`.execute(tx)
}

export interface Counted {
  object: CountedObject
  vendorCount: number | null
  ownCount: number
  /** Absent: unchanged since the ids were last compared. */
  missing: readonly string[] | undefined
  /** Filters apply: the counts cannot tell which records are left out. */
  isPart: boolean
}

/** Stored under its own name, because the other count is compared with the vendor's count. */
const runCountOf = (object: CountedObject): string => `${object}_in_run`

/** After a full count, the count of the run is obsolete. */
const forgetRunCount = async (tx: Tx, { clientId, integrationId }: IntegrationRef, object: CountedObject): Promise<void> => {
  await sql`update sync_stream set own_count = 0 where client_id = ${clientId} and integration_id = ${integrationId}
    and stream = ${runCountOf(object)}`.execute(tx)
}

/** Stored under the object's own name, next to the streams. It clears a pending removal, unless only a read can do that. */
export const storeCount = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { object, vendorCount, ownCount, missing, isPart }: Counted,
) => {
  const isHeld = isPart ? sql`sync_stream.held ->> 'from' = 'read'` : sql`false`
  await sql`
    insert into sync_stream (client_id, integration_id, stream, vendor_count, own_count, counted_at, missing)
    values (${clientId}, ${integrationId}, ${object}, ${vendorCount}, ${ownCount}, now(), ${missing ?? []}::text[])
    on conflict (client_id, integration_id, stream) do update set
      vendor_count = excluded.vendor_count, own_count = excluded.own_count, counted_at = excluded.counted_at,
      held = case when ${isHeld} then sync_stream.held end, held_ids = case when ${isHeld} then sync_stream.held_ids else '{}' end,
      missing = ${missing === undefined ? sql`sync_stream.missing` : sql`excluded.missing`}`.execute(tx)
  await forgetRunCount(tx, { clientId, integrationId }, object)
}

/** Our own count, without asking the vendor. */
export const storeOwnCount = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  object: RecordObject,
  ownCount: number,
) => {
  await sql`
    insert into sync_stream (client_id, integration_id, stream, own_count)
    values (${clientId}, ${integrationId}, ${object}, ${ownCount})
    on conflict (client_id, integration_id, stream) do update set own_count = excluded.own_count`.execute(tx)
  await forgetRunCount(tx, { clientId, integrationId }, object)
}

/** Adds what the running run has saved to the last count, so that screens need not count rows. */
export const addToCounts = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  growth: Readonly<Record<RecordObject, number>>,
): Promise<void> => {
  for (const object of recordObjects) {
    if (growth[object] === 0) continue
    await sql`
      insert into sync_stream (client_id, integration_id, stream, own_count)
      values (${clientId}, ${integrationId}, ${runCountOf(object)}, ${growth[object]})
      on conflict (client_id, integration_id, stream) do update
        set own_count = sync_stream.own_count + excluded.own_count`.execute(tx)
  }
}

const payloadMax = 64 * 1024

const payloadOf = (raw: unknown): string | null => {
  const text = raw === undefined ? null : jsonText(raw)
  return text === null || text.length > payloadMax ? null : text
}

export const upsertRejects = async (
  tx: Tx,
  { clientId, integrationId, runId }: IntegrationRef & { runId: string },
  rejected: readonly RejectedRecord[],
): Promise<void> => {
  if (rejected.length === 0) return
  const unique = [...new Map(rejected.map((row) => [`${row.object} ${row.externalId}`, row])).values()]
  const rows = unique.map(({ object, externalId, code, reason, raw }) => ({
    object,
    external_id: externalId.slice(0, 500),
    code,
    reason: reason.slice(0, 1000),
    payload: payloadOf(raw),
  }))
  await sql`
    insert into sync_reject as known (client_id, integration_id, run_id, object, external_id, code, reason, payload, first_at, last_at)
    select ${clientId}, ${integrationId}, ${runId}, object, external_id, code, reason, payload, now(), now()
    from json_to_recordset(${jsonText(rows)}::json) as r(object text, external_id text, code text, reason text, payload text)
    on conflict (client_id, integration_id, object, external_id) do update set
      run_id = excluded.run_id, code = excluded.code, reason = excluded.reason, payload = excluded.payload,
      attempts = known.attempts + 1, last_at = excluded.last_at`.execute(tx)
}

/** Records that were saved are no longer rejected. */
export const clearRejects = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  object: RecordObject,
  ids: readonly string[],
) => {
  if (ids.length === 0) return
  await sql`delete from sync_reject where client_id = ${clientId} and integration_id = ${integrationId} and object = ${object}
    and external_id = any(${ids}::text[])`.execute(tx)
}

export const selectRejectedIds = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  object: RecordObject,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('sync_reject')
    .select('external_id')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('object', '=', object)
    .execute()
  return rows.map((row) => row.external_id)
}

/** Rejected days of spend. The ids of their rows end with the day. */
export const countRejectedDays = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { from, until }: { from: string; until: string },
): Promise<number> => {
  const { total } = await tx
    .selectFrom('sync_reject')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('object', '=', 'spend')
    .where(sql<string>`right(external_id, 10)`, '>=', from)
    .where(sql<string>`right(external_id, 10)`, '<=', until)
    .executeTakeFirstOrThrow()
  return total
}

export const hasRejects = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<boolean> => {
  const one = await tx
    .selectFrom('sync_reject')
    .select('external_id')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** Rejected rows that are still retried: for a week, later only when a user asks. */
export const selectRetryable = (tx: Tx, { clientId, integrationId }: IntegrationRef, limit: number) =>
  tx
    .selectFrom('sync_reject')
    .select(['object', 'external_id', 'payload'])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('parked_at', 'is', null)
    .where('payload', 'is not', null)
    .orderBy('last_at')
    .limit(limit)
    .execute()

export const parkOld = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await sql`update sync_reject set parked_at = now() where client_id = ${clientId} and integration_id = ${integrationId}
    and parked_at is null and first_at < now() - interval '7 days'`.execute(tx)
}

export const unpark = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await sql`update sync_reject set parked_at = null, first_at = now() where client_id = ${clientId} and integration_id = ${integrationId}
    and parked_at is not null`.execute(tx)
}

const unusedEvents = (tx: Tx, { clientId, integrationId }: IntegrationRef) =>
  tx
    .selectFrom('webhook_event')
    .select(['key', 'kind', 'object', 'external_id', 'detail', 'occurred_at'])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('used_at', 'is', null)
    .orderBy('occurred_at')
    .orderBy('received_at')

/**
 * A stage event that was received after the run began waits for the next run: only a record that was read later can
 * tell whether it is new.
 */
export const selectWebhookEvents = (tx: Tx, ref: IntegrationRef, { runStart, limit }: { runStart: Date; limit: number }) =>
  unusedEvents(tx, ref)
    .where((or) => or.or([or('kind', '<>', 'stage'), or('received_at', '<', runStart)]))
    .limit(limit)
    .execute()
export type WebhookEventRow = Awaited<ReturnType<typeof selectWebhookEvents>>[number]

export const hasWebhookEvents = async (tx: Tx, ref: IntegrationRef): Promise<boolean> =>
  (await unusedEvents(tx, ref).limit(1).execute()).length > 0

/** Stage events for these opportunities that were received before the run began. */
export const selectAnnouncedStages = (
  tx: Tx,
  ref: IntegrationRef,
  { runStart, ids }: { runStart: Date; ids: readonly string[] },
) =>
  unusedEvents(tx, ref)
    .where('kind', '=', 'stage')
    .where('received_at', '<', runStart)
    .where((row) => sql<boolean>`${row.ref('external_id')} = any(${ids}::text[])`)
    .execute()

export const useWebhookEvents = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  keys: readonly string[],
): Promise<void> => {
  await sql`update webhook_event set used_at = now() where client_id = ${clientId} and integration_id = ${integrationId}
    and key = any(${keys}::text[])`.execute(tx)
}

/** Deletions that are older than the record's last change. */
export const selectOutdated = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  object: RecordObject,
  events: readonly WebhookEventRow[],
) => {
  const rows = events.map((event) => ({ external_id: event.external_id, at: event.occurred_at }))
  const { rows: found } = await sql<{ external_id: string }>`
    select held.external_id from ${sql.table(object)} held
    join json_to_recordset(${jsonText(rows)}::json) as r(external_id text, at timestamptz) on r.external_id = held.external_id
    where held.client_id = ${clientId} and held.data_source_id = ${dataSourceId} and held.updated_at > r.at`.execute(tx)
  return new Set(found.map((row) => row.external_id))
}

/** Replaces addresses in the watermarks of vendors. */
export const moveWatermarks = async (tx: Tx, replacing: Replacing): Promise<void> => {
  await sql`update sync_stream set watermark = ${replacedIn('watermark', replacing)}::jsonb
    where ${isToReplace('watermark', replacing)}`.execute(tx)
}

/** The next run reads everything from the beginning. */
export const deleteStreams = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await tx.deleteFrom('sync_stream').where('client_id', '=', clientId).where('integration_id', '=', integrationId).execute()
}
