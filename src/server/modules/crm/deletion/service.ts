// Finds and deletes missing records of a data source: a full read records what it finds, both sides are counted, and
// what was not found is deleted.
import { deleteSomeIds, deleteSomeOf } from '#server/platform/db/statements/delete-some.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Attempts } from '#server/platform/jobs/attempts.ts'
import * as catalogue from '../catalogue-queries.ts'
import { logContacts, logErased, logUnnumbered } from '../change-log.ts'
import { selectContactIds } from '../contact-queries.ts'
import type { ChangeContext, DataSourceRef, RecordObject, WriteContext } from '../model.ts'
import * as counts from './count-queries.ts'
import * as payloads from './payload-queries.ts'
import * as removal from './removal-queries.ts'
import * as seen from './seen-queries.ts'

/** Active records: neither deleted nor merged. */
export const countActive = (tx: Tx, source: DataSourceRef, object: RecordObject): Promise<number> =>
  counts.countActive(tx, source, object)

/** Campaigns by day, both days included. */
export const countSpendDays = (tx: Tx, source: DataSourceRef, period: { from: string; until: string }): Promise<number> =>
  counts.countSpendDays(tx, source, period)

/** The number of stored rows of a data source. */
export const countStored = (tx: Tx, source: DataSourceRef): ReturnType<typeof counts.countStored> =>
  counts.countStored(tx, source)

/** Records what a full read has found. */
export const recordSeen = (tx: Tx, source: DataSourceRef, object: RecordObject, ids: readonly string[]): Promise<void> =>
  seen.insertSeen(tx, source, object, ids)

/** Deletes the ids that an earlier run recorded, because they would hide missing records. */
export const forgetSeen = (tx: Tx, source: DataSourceRef, objects: readonly (RecordObject | 'member')[]): Promise<void> =>
  seen.deleteSeen(tx, source, objects)

/** The stored records that were not found, and how many records are stored. */
export const findUnseen = async (
  tx: Tx,
  source: DataSourceRef,
  object: RecordObject,
): Promise<{ active: number; unseen: string[] }> => {
  const active = await counts.countActive(tx, source, object)
  return { active, unseen: await seen.selectUnseen(tx, source, object, active + 1) }
}

/** Which of these were not found. */
export const findUnseenOf = (tx: Tx, source: DataSourceRef, object: RecordObject, ids: readonly string[]): Promise<string[]> =>
  seen.selectUnseenOf(tx, source, object, ids)

/** Records that the vendor has and we do not. */
export const findMissing = (tx: Tx, source: DataSourceRef, object: RecordObject, limit: number): Promise<string[]> =>
  seen.selectMissing(tx, source, object, limit)

/** After all lists were read: deletes those that this run did not find. */
export const deleteUnseenLists = async (tx: Tx, context: WriteContext, since: Date): Promise<void> => {
  if (await catalogue.deleteUnseenLists(tx, context, since)) await logUnnumbered(tx, context, { object: 'list', kind: 'deleted' })
}

/** After all pipelines were read: deletes the pipelines and stages that this run did not find. */
export const deleteUnseenPipelines = async (tx: Tx, context: WriteContext, since: Date): Promise<void> => {
  if (await catalogue.deleteUnseenPipelines(tx, context, since))
    await logUnnumbered(tx, context, { object: 'pipeline', kind: 'deleted' })
}

/** After the members of all lists were read: deletes memberships that were not found. */
export const deleteUnseenMembers = async (tx: Tx, context: ChangeContext): Promise<void> => {
  const left = await seen.deleteUnseenMembers(tx, context)
  if (left.length > 0) {
    await logContacts(tx, context, await selectContactIds(tx, context, left))
    await logUnnumbered(tx, context, { object: 'list', kind: 'changed' })
  }
  await seen.deleteSeen(tx, context, ['member'])
}

/** Memberships of contacts that were deleted before deletions removed these too, so many at a time. Says how many contacts it was. */
export const removeMembersOfDeleted = async (tx: Tx, context: ChangeContext, limit: number): Promise<number> => {
  const contacts = await removal.deleteMembersOfDeleted(tx, context, limit)
  if (contacts > 0) await logUnnumbered(tx, context, { object: 'list', kind: 'changed' })
  return contacts
}

const payloadsKeptFor = 90 * 86_400_000
const payloadsAtOnce = 5000

interface Night {
  signal: AbortSignal
  attempt: Attempts['attempt']
  /** How many batches of a client are deleted in one night; the rest waits for the next night. */
  rounds?: number
}

/**
 * A vendor's payloads are kept for 90 days, and the newest of each record as long as the record. Deleted in batches, client by client, so
 * that a client with many payloads, or one that fails, does not delay the others.
 */
export const deleteOldPayloads = async (database: Database, { signal, attempt, rounds = 100 }: Night): Promise<void> => {
  const before = new Date(Date.now() - payloadsKeptFor)
  const clientIds = await database.asSystem('crm: which clients have payloads', payloads.selectClientsWithSources)
  let waiting = clientIds.map((clientId) => ({ clientId, from: new Date(0) }))
  const deleteBatch = async ({ clientId, from }: { clientId: string; from: Date }) => {
    signal.throwIfAborted()
    const deleted = await attempt({ clientId }, () =>
      database.asSystem('crm: delete old payloads', (tx) =>
        payloads.deleteFollowedPayloads(tx, { clientId, from, before, limit: payloadsAtOnce }),
      ),
    )
    if (!deleted || deleted.length < payloadsAtOnce) return []
    return [{ clientId, from: new Date(Math.max(...deleted.map(Number))) }]
  }
  for (let round = 0; round < rounds && waiting.length > 0; round += 1)
    waiting = (await Array.fromAsync(waiting, deleteBatch)).flat()
}

const payloadTables = ['record_payload'] as const
const otherTables = ['ad_spend', 'crm_list_member', 'sync_seen'] as const

/** Deletes up to `limit` rows of a data source. 0: only a small rest is left, which is deleted with the data source. */
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
