// What is here of a data source and what is gone: a whole read notes what it meets, both sides are counted, and what was not met is deleted.
import { deleteSomeIds, deleteSomeOf } from '#server/platform/db/statements/delete-some.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import * as catalogue from '../catalogue-queries.ts'
import { logErased, logUnnumbered } from '../change-log.ts'
import type { ChangeContext, DataSourceRef, RecordObject, WriteContext } from '../model.ts'
import * as counts from './count-queries.ts'
import * as payloads from './payload-queries.ts'
import * as removal from './removal-queries.ts'
import * as seen from './seen-queries.ts'

/** What counts: neither deleted nor merged. */
export const countActive = (tx: Tx, source: DataSourceRef, object: RecordObject): Promise<number> =>
  counts.countActive(tx, source, object)

/** Campaigns by day, both days included. */
export const countSpendDays = (tx: Tx, source: DataSourceRef, period: { from: string; until: string }): Promise<number> =>
  counts.countSpendDays(tx, source, period)

/** What is held from a data source, in counts. */
export const countStored = (tx: Tx, source: DataSourceRef): ReturnType<typeof counts.countStored> =>
  counts.countStored(tx, source)

/** Notes what a whole read has met. */
export const recordSeen = (tx: Tx, source: DataSourceRef, object: RecordObject, ids: readonly string[]): Promise<void> =>
  seen.insertSeen(tx, source, object, ids)

/** What a whole read of an earlier run left behind would hide what is gone. */
export const forgetSeen = (tx: Tx, source: DataSourceRef, objects: readonly (RecordObject | 'member')[]): Promise<void> =>
  seen.deleteSeen(tx, source, objects)

/** What is here and was not met, beside how much is here. */
export const findUnseen = async (
  tx: Tx,
  source: DataSourceRef,
  object: RecordObject,
): Promise<{ active: number; unseen: string[] }> => {
  const active = await counts.countActive(tx, source, object)
  return { active, unseen: await seen.selectUnseen(tx, source, object, active + 1) }
}

/** Which of these were not met. */
export const findUnseenOf = (tx: Tx, source: DataSourceRef, object: RecordObject, ids: readonly string[]): Promise<string[]> =>
  seen.selectUnseenOf(tx, source, object, ids)

/** What the vendor has and we do not. */
export const findMissing = (tx: Tx, source: DataSourceRef, object: RecordObject, limit: number): Promise<string[]> =>
  seen.selectMissing(tx, source, object, limit)

/** After all lists were read: those that this run did not meet are gone. */
export const deleteUnseenLists = async (tx: Tx, context: WriteContext, since: Date): Promise<void> => {
  if (await catalogue.deleteUnseenLists(tx, context, since)) await logUnnumbered(tx, context, 'list')
}

/** After all pipelines were read: those that this run did not meet are gone, and so are stages. */
export const deleteUnseenPipelines = async (tx: Tx, context: WriteContext, since: Date): Promise<void> => {
  if (await catalogue.deleteUnseenPipelines(tx, context, since)) await logUnnumbered(tx, context, 'pipeline')
}

/** After the members of all lists were read: whoever was not met is in them no longer. */
export const deleteUnseenMembers = async (tx: Tx, context: ChangeContext): Promise<void> => {
  if (await seen.deleteUnseenMembers(tx, context)) await logUnnumbered(tx, context, 'list')
  await seen.deleteSeen(tx, context, ['member'])
}

/** Memberships of contacts that were deleted before deletions removed these too, so many at a time. Says how many contacts it was. */
export const removeMembersOfDeleted = async (tx: Tx, context: ChangeContext, limit: number): Promise<number> => {
  const contacts = await removal.deleteMembersOfDeleted(tx, context, limit)
  if (contacts > 0) await logUnnumbered(tx, context, 'list')
  return contacts
}

/** What a vendor sent is kept for 90 days, and the newest of each record for as long as the record. */
export const deleteOldPayloads = (tx: Tx): Promise<void> => payloads.deleteOldPayloads(tx)

const payloadTables = ['record_payload'] as const
const otherTables = ['ad_spend', 'crm_list_member', 'sync_seen'] as const

/** So many rows of a data source; 0: nothing is left that is worth a piece of its own, the rest goes with the data source. */
export const eraseRecords = async (tx: Tx, context: ChangeContext, limit: number): Promise<number> => {
  const { clientId, dataSourceId } = context
  const source = { clientId, dataSourceId }
  const sent = await deleteSomeOf(tx, payloadTables, source, limit)
  if (sent > 0) return sent
  for (const object of ['contact', 'opportunity'] as const) {
    const ids = await deleteSomeIds(tx, object, source, limit)
    await logErased(tx, context, object, ids)
    if (ids.length > 0) return ids.length
  }
  return deleteSomeOf(tx, otherTables, source, limit)
}
