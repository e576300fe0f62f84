// Removals that wait for approval, and records that an admin decided to keep.
import type { RecordObject } from '#server/connectors/kit/records.ts'
import { jsonText } from '#server/platform/db/json.ts'
import { textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { sql } from 'kysely'
import type { RemovalCause } from '../run/plan.ts'
import type { IntegrationRef } from '../../../integrations/model.ts'

/** A removal that was found, and the counts on both sides at that time, without records that are kept. */
export interface PendingRemovalRow {
  vendor: number | null
  own: number
  vanished: number
  at: string
  /** When it was first found. Absent: the same time. */
  since?: string
  /** Whether it was found by comparing ids or by a full read. */
  from?: 'ids' | 'read'
  cause?: RemovalCause
  /** The run that may remove this many records, because an admin approved it. */
  agreed_run?: string
}

/** The pending or declined removal of one object, in counts. */
export interface RemovalState {
  object: RecordObject
  held: PendingRemovalRow | null
  /** How many of the pending records are known by id: none if they were found before ids were stored. */
  named: number
  kept: number
  keptAt: Date | null
  vendorCount: number | null
  ownCount: number | null
}

const heldStates = (tx: Tx, { clientId, integrationId }: IntegrationRef) =>
  tx
    .selectFrom('sync_stream')
    .select(['stream', 'held', 'kept_at', 'vendor_count', 'own_count'])
    .select([sql<number>`cardinality(held_ids)`.as('named'), sql<number>`cardinality(kept_ids)`.as('kept')])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where((or) => or.or([or('held', 'is not', null), or('kept_at', 'is not', null)]))
    .orderBy('stream')

const toState = (row: Awaited<ReturnType<ReturnType<typeof heldStates>['execute']>>[number]): RemovalState => ({
  object: row.stream as RecordObject,
  held: row.held as unknown as PendingRemovalRow | null,
  named: row.named,
  kept: row.kept,
  keptAt: row.kept_at,
  vendorCount: row.vendor_count,
  ownCount: row.own_count,
})

export const selectRemovalStates = async (tx: Tx, ref: IntegrationRef): Promise<RemovalState[]> =>
  (await heldStates(tx, ref).execute()).map(toState)

/** Locks them until the transaction that decides about them ends. */
export const lockRemovalStates = async (tx: Tx, ref: IntegrationRef): Promise<RemovalState[]> =>
  (await heldStates(tx, ref).forUpdate().execute()).map(toState)

/** Blocks other decisions until this transaction ends. */
export const lockKept = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  object: RecordObject,
): Promise<{ held: PendingRemovalRow | null; kept: ReadonlySet<string> }> => {
  const row = await tx
    .selectFrom('sync_stream')
    .select(['held', 'kept_ids'])
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('stream', '=', object)
    .forUpdate()
    .executeTakeFirst()
  return { held: (row?.held ?? null) as unknown as PendingRemovalRow | null, kept: new Set(row?.kept_ids) }
}

/** A removal that was found again is not approved. */
export const storePendingRemoval = async (
  tx: Tx,
  ref: IntegrationRef,
  object: RecordObject,
  { ids, ...held }: PendingRemovalRow & { ids: readonly string[] },
): Promise<void> => {
  const { clientId, integrationId } = ref
  const before = (await lockKept(tx, ref, object)).held
  const found = jsonText({ ...held, since: before?.since ?? before?.at ?? held.at })
  await sql`
    insert into sync_stream (client_id, integration_id, stream, held, held_ids)
    values (${clientId}, ${integrationId}, ${object}, ${found}, ${textArray(ids)}::text[])
    on conflict (client_id, integration_id, stream) do update set held = excluded.held, held_ids = excluded.held_ids`.execute(tx)
}

/** `butRead`: a removal that was found by a read stays, because only another read can clear it. */
export const clearPendingRemoval = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  object: RecordObject,
  { butRead = false } = {},
): Promise<void> => {
  await sql`update sync_stream set held = null, held_ids = '{}'
    where client_id = ${clientId} and integration_id = ${integrationId} and stream = ${object} and held is not null
      and (${!butRead} or held ->> 'from' is distinct from 'read')`.execute(tx)
}

/** Of the kept records, only these are still missing at the vendor. */
export const narrowKept = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  object: RecordObject,
  ids: readonly string[],
): Promise<void> => {
  await sql`update sync_stream set kept_ids = ${textArray(ids)}::text[], kept_at = ${ids.length === 0 ? sql`null` : sql`kept_at`}
    where client_id = ${clientId} and integration_id = ${integrationId} and stream = ${object}`.execute(tx)
}

/** Allows one run to remove the pending records, and no more. */
export const approveRemoval = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { object, held }: { object: RecordObject; held: PendingRemovalRow },
  runId: string,
): Promise<void> => {
  await sql`update sync_stream set held = ${jsonText({ ...held, agreed_run: runId })}
    where client_id = ${clientId} and integration_id = ${integrationId} and stream = ${object}`.execute(tx)
}

/** Kept records are pending again. */
export const unkeep = async (tx: Tx, { clientId, integrationId }: IntegrationRef, object: RecordObject): Promise<void> => {
  await sql`update sync_stream set held_ids = kept_ids, kept_ids = '{}', kept_at = null
    where client_id = ${clientId} and integration_id = ${integrationId} and stream = ${object}`.execute(tx)
}

/** Keeps the pending records. The vendor's count is the one with which they were found missing. */
export const rejectRemoval = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { object, held }: RemovalState,
): Promise<void> => {
  const counted = held && held.vendor !== null && sql`, vendor_count = ${held.vendor}, counted_at = ${held.at}::timestamptz`
  await sql`update sync_stream
    set kept_ids = kept_ids || held_ids, kept_at = now(), held = null, held_ids = '{}' ${counted || sql``}
    where client_id = ${clientId} and integration_id = ${integrationId} and stream = ${object}`.execute(tx)
}
