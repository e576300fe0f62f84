// Compares the vendor's counts with ours.
import { objectsOf } from '#server/connectors/kit/connector.ts'
import type { Json, RecordObject } from '#server/connectors/kit/records.ts'
import { countActive, forgetSeen, recordSeen, findMissing } from '../../../crm/deletion/service.ts'
import { dataSourceOf } from '../../../integrations/model.ts'
import { PendingRemoval } from '../run/plan.ts'
import type { RunSession } from '../run/run-session.ts'
import { commitStep, type Step } from '../run/commit-step.ts'
import * as streams from '../run/stream-queries.ts'
import { causeOf, isFiltered } from './removal-limit.ts'
import { clearPendingRemoval, selectRemovalStates, type PendingRemovalRow, type RemovalState } from './removal-queries.ts'
import { recordPendingRemoval, removeMissing } from './missing-records.ts'

const missingMax = 1000
const day = 24 * 3600 * 1000
const sweepEvery = 7 * day

/** A large list of ids takes longer than one session: where it continues, and which objects are done. */
interface Listed {
  done: readonly RecordObject[]
  listing?: { object: RecordObject; at: Json } | undefined
}

const listedBy = ({ progress }: RunSession): Listed => (progress.cursors['reconcile'] as Listed | undefined) ?? { done: [] }

const commitAt = (runSession: RunSession, listed: Listed, write: NonNullable<Step['write']>): Promise<void> =>
  commitStep(runSession, { phase: 'reconcile', cursor: { ...listed } as unknown as Json, write })

const collectKeys = async (runSession: RunSession, object: RecordObject): Promise<void> => {
  const { connector, session, ref } = runSession
  const { done, listing } = listedBy(runSession)
  const { listIds } = connector.read ?? {}
  if (!listIds) return
  let cursor: Json | null = listing?.object === object ? listing.at : null
  do {
    const isFirst = cursor === null
    const page: { ids: readonly string[]; next: Json | null } = await listIds(session, object, cursor)
    const next = page.next === null ? undefined : { object, at: page.next }
    await commitAt(runSession, { done, listing: next }, async (tx) => {
      if (isFirst) await forgetSeen(tx, dataSourceOf(ref), [object])
      await recordSeen(tx, dataSourceOf(ref), object, page.ids)
      return {}
    })
    cursor = page.next
  } while (cursor !== null)
}

interface Counts {
  vendor: number | null
  own: number
}

/** The counts of the last comparison, and whether it is old. */
const lastComparison = async ({ engine, ref }: RunSession, object: RecordObject) => {
  const known = await engine.database.inClient(ref.clientId, (tx) => streams.selectStreams(tx, ref))
  const at = known.get(`${object}_keys`)?.swept_at
  const { vendor_count: vendor, own_count: own } = known.get(object) ?? {}
  return { isOld: !at || at.getTime() < Date.now() - sweepEvery, difference: (vendor ?? 0) - (own ?? 0) }
}

const listsIds = ({ connector }: RunSession): boolean => connector.read?.listIds !== undefined

/**
 * Whether listing the vendor's ids is worth its cost: the difference between the counts has changed, or the last
 * comparison is a week old. A full read counts as a comparison. With filters, the counts mean nothing.
 */
const shouldListIds = async (runSession: RunSession, object: RecordObject, { vendor, own }: Counts): Promise<boolean> => {
  if (!listsIds(runSession)) return false
  if (listedBy(runSession).listing?.object === object) return true
  const { isOld, difference } = await lastComparison(runSession, object)
  const isComparable = vendor !== null && !isFiltered(runSession.settings)
  // Equal counts prove nothing while rows are rejected: another record may be missing.
  if (isComparable && vendor - own !== difference) return true
  return isOld && (runSession.run.kind === 'incremental' || (isComparable && vendor !== own))
}

/** If the vendor cannot count, we would not notice that the records are back, so we compare daily. */
const validityOf = ({ vendor }: Counts): number => (vendor === null ? day : sweepEvery)

/** The pending removal, if it was found by ids and the counts are unchanged. */
const unchangedRemoval = ({ held, named, kept }: RemovalState, { vendor, own }: Counts): PendingRemovalRow | null => {
  if (!held || named === 0 || held.from === 'read' || held.vendor !== vendor || held.own !== own - kept) return null
  return Date.parse(held.at) > Date.now() - validityOf({ vendor, own }) ? held : null
}

/** A removal that waits for approval is not searched for again while nothing has changed. */
const refuseKnown = async (runSession: RunSession, object: RecordObject, counts: Counts): Promise<void> => {
  const { engine, ref, run, settings } = runSession
  if (run.kind === 'sweep') return
  const known = await engine.database.inClient(ref.clientId, (tx) => selectRemovalStates(tx, ref))
  const state = known.find((one) => one.object === object)
  const held = state && unchangedRemoval(state, counts)
  if (held) throw new PendingRemoval({ object, vanished: held.vanished, own: held.own, cause: causeOf(settings) })
}

const storeFoundRemoval = async (runSession: RunSession, { vendor }: Counts, error: unknown): Promise<void> => {
  if (!(error instanceof PendingRemoval)) return
  await commitAt(runSession, listedBy(runSession), async (tx) => {
    await recordPendingRemoval(tx, runSession, error, { vendor, from: 'ids' })
    return {}
  })
}

/** Ends the comparison: ids that are missing here are stored, and records that are gone at the vendor are removed. */
const compare = async (runSession: RunSession, object: RecordObject, found: Counts & { isListed: boolean }): Promise<void> => {
  const { ref, settings, run } = runSession
  const { vendor, own, isListed } = found
  const isCompared = isListed || (run.kind !== 'incremental' && vendor === own)
  const done = [...listedBy(runSession).done, object]
  await commitAt(runSession, { done }, async (tx, origin) => {
    const areMissing = isListed && !isFiltered(settings)
    const missing = areMissing ? await findMissing(tx, dataSourceOf(ref), object, missingMax) : vendor === own ? [] : undefined
    const removed = isListed ? await removeMissing(tx, runSession, origin, { object, from: 'ids' }) : 0
    if (isListed) await clearPendingRemoval(tx, ref, object, { butRead: isFiltered(settings) })
    if (isCompared) await streams.completeStream(tx, ref, { stream: `${object}_keys`, watermark: undefined, isSwept: true })
    const ownCount = await countActive(tx, dataSourceOf(ref), object)
    await streams.storeCount(tx, ref, { object, vendorCount: vendor, ownCount, missing, isPart: isFiltered(settings) })
    return { deleted: removed }
  })
}

const reconcileObject = async (runSession: RunSession, object: RecordObject): Promise<void> => {
  const { engine, ref, connector, session } = runSession
  const vendor = (await connector.read?.count?.(session, object)) ?? null
  const own = await engine.database.inClient(ref.clientId, (tx) => countActive(tx, dataSourceOf(ref), object))
  await refuseKnown(runSession, object, { vendor, own })
  const isListed = await shouldListIds(runSession, object, { vendor, own })
  if (isListed) await collectKeys(runSession, object)
  try {
    await compare(runSession, object, { vendor, own, isListed })
  } catch (error) {
    await storeFoundRemoval(runSession, { vendor, own }, error)
    throw error
  }
}

/** If the counts differ: finds the ids that are missing here and those that are gone at the vendor. */
export const reconcile = async (runSession: RunSession): Promise<void> => {
  for (const object of objectsOf(runSession.connector))
    if (!listedBy(runSession).done.includes(object)) await reconcileObject(runSession, object)
}
