// What a read that meets everything has not met.
import { isManyGone } from '#contract/sources.ts'
import { metBy, type Stream } from '#server/connectors/kit/connector.ts'
import type { RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import {
  countLiving,
  deleteSeen,
  saveRecords,
  selectUnmet,
  selectVanished,
  type Origin,
  type Outcome,
} from '../../crm/service.ts'
import { HeldBack, type HeldCause } from '../engine/plan.ts'
import type { Sitting } from '../engine/sitting.ts'
import * as streams from '../engine/stream-queries.ts'
import { isFiltered } from './admit.ts'
import { clearHeld, selectHeld, storeHeld } from './held-queries.ts'

/** What has to be known of a run to judge what it has not met. */
type Sweeping = Pick<Sitting, 'place' | 'run' | 'settings'>

/** How many may go because a person has agreed to it, for this run. */
const agreedIn = async (tx: Tx, { place, run }: Sweeping, object: RecordObject): Promise<number> => {
  const held = (await selectHeld(tx, place)).get(object)
  return held?.agreed_run === run.id ? held.vanished : 0
}

export const causeIn = ({ settings }: Sweeping): HeldCause => (isFiltered(settings) ? 'choice' : 'vendor')

/** Kept, so that people are told and somebody can agree. */
export const keepHeld = (
  tx: Tx,
  { place }: Sitting,
  { removal: { object, vanished, own, cause } }: HeldBack,
  found: { vendor: number | null; from: 'ids' | 'read' },
): Promise<void> => storeHeld(tx, place, object, { ...found, vanished, own, cause, at: new Date().toISOString() })

/** What was set aside and is no longer there need not be taken any more. */
const settleRejects = async (tx: Tx, { place }: Sweeping, object: RecordObject): Promise<void> => {
  const aside = await streams.selectRejectedIds(tx, place, object)
  if (aside.length > 0) await streams.clearRejects(tx, place, object, await selectUnmet(tx, place, object, aside))
}

/** What was not met is gone, unless there is so much of it that something else must be wrong. */
export const removeVanished = async (tx: Tx, sitting: Sweeping, origin: Origin, object: RecordObject): Promise<number> => {
  const before = await countLiving(tx, origin, object)
  const vanished = await selectVanished(tx, origin, object, before + 1)
  if (vanished.length > 0) {
    const unexpected = vanished.length - (await agreedIn(tx, sitting, object))
    if (isManyGone(unexpected, before))
      throw new HeldBack({ object, vanished: vanished.length, own: before, cause: causeIn(sitting) })
    const deletions = vanished.map((externalId) => ({ object, externalId, at: null }))
    await saveRecords(tx, origin, { deletions, next: null }, { historyComesApart: true })
  }
  await settleRejects(tx, sitting, object)
  await deleteSeen(tx, origin, [object])
  return vanished.length
}

export const finishSweep = async (
  tx: Tx,
  sitting: Sweeping,
  origin: Origin,
  stream: Stream,
): Promise<Pick<Outcome, 'deleted' | 'growth'>> => {
  let deleted = 0
  const growth = { contact: 0, opportunity: 0 }
  for (const object of metBy(stream)) {
    const removed = await removeVanished(tx, sitting, origin, object)
    deleted += removed
    growth[object] -= removed
    await clearHeld(tx, sitting.place, object)
  }
  return { deleted, growth }
}
