// Skipped rows and counts, as users see them.
import { seesContacts } from '#contract/users/permissions.ts'
import type { Reject, Tile } from '#contract/syncs/runs.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Context } from '#server/platform/http/context.ts'
import { countActive } from '../crm/deletion/service.ts'
import { viewIntegration, maySeeRaw } from '../integrations/service.ts'
import { dataSourceOf, type IntegrationRow } from '../integrations/model.ts'
import * as queries from './queries.ts'
import { causeOf } from './engine/streams/removal-limit.ts'
import type { PendingRemovalRow } from './engine/streams/removal-queries.ts'
import { maskRowKey, placeOf, withoutValues } from './row-keys.ts'

/** A row key may identify a contact, so users who may not see contacts get it masked. */
const rowKeysFor = ({ caller }: Context, { settings }: IntegrationRow): ((key: string) => string) =>
  seesContacts(caller) ? (key) => key : (key) => maskRowKey(key, settings as SyncSettings)

export const listRejects = (
  context: Context,
  integrationId: string,
  query: { skip: number; limit: number; run_id?: string | undefined },
): Promise<{ items: Reject[]; total: number }> =>
  viewIntegration(context, integrationId, async (tx, { viewer, source, ...ref }) => {
    const { items, total } = await queries.selectRejects(tx, ref, { ...query, runId: query.run_id })
    const rowKey = rowKeysFor(context, source)
    return {
      total,
      items: items.map(({ first_at, last_at, parked_at, object, code, external_id, reason, payload, ...rest }) => ({
        ...rest,
        payload: viewer === 'member' && maySeeRaw(context) ? payload : null,
        external_id: rowKey(external_id),
        row: placeOf(external_id, payload).row,
        reason: seesContacts(context.caller) ? reason : withoutValues(reason),
        object: object as Reject['object'],
        code: code as Reject['code'],
        first_at: first_at.toISOString(),
        last_at: last_at.toISOString(),
        parked: parked_at !== null,
      })),
    }
  })

interface HeldRow {
  held: PendingRemovalRow | null
  kept: number
  kept_at: Date | null
}

/** The pending removal, or the declined one. */
const heldOf = ({ held, kept, kept_at }: HeldRow, own: number, settings: SyncSettings): Tile['held'] => {
  if (held)
    return {
      vanished: held.vanished,
      own: held.own,
      cause: held.cause ?? 'vendor',
      since: held.since ?? held.at,
      kept: false,
    }
  return kept_at && { vanished: kept, own, cause: causeOf(settings), since: kept_at.toISOString(), kept: true }
}

interface CountedRow {
  vendor_count: number | null
  counted_at: Date | null
}

/** Missing records were found by a full read or a list of ids, which is newer than the vendor's count. */
const countsOf = ({ vendor_count, counted_at }: CountedRow, held: PendingRemovalRow | null, rejected: number) =>
  held === null || held.cause === 'choice'
    ? { vendor_count, counted_at: counted_at?.toISOString() ?? null }
    : { vendor_count: held.vendor ?? held.own - held.vanished + rejected, counted_at: held.at }

export const getReconciliation = (context: Context, integrationId: string): Promise<{ items: Tile[] }> =>
  viewIntegration(context, integrationId, async (tx, { source, ...ref }) => {
    const counts = await queries.selectCounts(tx, ref)
    const rejected = await queries.countRejectsByObject(tx, ref)
    const rowKey = rowKeysFor(context, source)
    const items: Tile[] = []
    for (const { stream, missing, held: unknown, kept, kept_at, ...counted } of counts) {
      const object = stream as Tile['object']
      const held = unknown as PendingRemovalRow | null
      const own_count = await countActive(tx, dataSourceOf(ref), object)
      items.push({
        object,
        ...countsOf(counted, held, rejected.get(object) ?? 0),
        own_count,
        rejected: rejected.get(object) ?? 0,
        missing: missing.map(rowKey),
        held: heldOf({ held, kept, kept_at }, own_count, source.settings as SyncSettings),
      })
    }
    return { items }
  })
