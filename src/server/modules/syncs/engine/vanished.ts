// What a read that meets everything has not met.
import type { Stream } from '#server/connectors/kit/connector.ts'
import type { RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { countLiving, deleteSeen, saveRecords, selectUnmet, selectVanished, type Origin } from '../../crm/service.ts'
import { HeldBack, isSuspicious } from './plan.ts'
import type { Sitting } from './sitting.ts'
import * as streams from './stream-queries.ts'

/** Somebody asked for a sweep by hand, and thereby agrees to what it finds. */
const isAgreed = ({ run }: Sitting): boolean => run.kind === 'sweep' && run.origin === 'user'

/** What was set aside and is no longer there need not be taken any more. */
const settleRejects = async (tx: Tx, { place }: Sitting, object: RecordObject): Promise<void> => {
  const aside = await streams.selectRejectedIds(tx, place, object)
  if (aside.length > 0) await streams.clearRejects(tx, place, object, await selectUnmet(tx, place, object, aside))
}

/** What was not met is gone, unless there is so much of it that something else must be wrong. */
export const removeVanished = async (tx: Tx, sitting: Sitting, origin: Origin, object: RecordObject): Promise<number> => {
  const before = await countLiving(tx, origin, object)
  const vanished = await selectVanished(tx, origin, object, before + 1)
  if (vanished.length > 0) {
    if (!isAgreed(sitting) && isSuspicious(vanished.length, before)) throw new HeldBack(vanished.length, before)
    const deletions = vanished.map((externalId) => ({ object, externalId, at: null }))
    await saveRecords(tx, origin, { deletions, next: null }, { historyComesApart: true })
  }
  await settleRejects(tx, sitting, object)
  await deleteSeen(tx, origin, [object])
  return vanished.length
}

/** A whole read of people brings their opportunities too; lists and owners are no records. */
export const sweptBy = ({ name, isWhole }: Stream): readonly RecordObject[] => {
  if (name === 'contacts') return isWhole ? ['contact', 'opportunity'] : ['contact']
  return name === 'opportunities' ? ['opportunity'] : []
}

export const finishSweep = async (tx: Tx, sitting: Sitting, origin: Origin, stream: Stream): Promise<number> => {
  let removed = 0
  for (const object of sweptBy(stream)) removed += await removeVanished(tx, sitting, origin, object)
  return removed
}
