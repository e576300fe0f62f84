// What the vendor counts against what we hold.
import type { Json, RecordObject } from '#server/connectors/kit/records.ts'
import { countLiving, deleteSeen, insertSeen, selectMissing } from '../../crm/service.ts'
import { isFiltered } from './admit.ts'
import { objectsOf } from './plan.ts'
import { isAgreed, removeVanished } from './read-stream.ts'
import type { Sitting } from './sitting.ts'
import { commitStep, type Step } from './steps.ts'
import * as streams from './stream-queries.ts'

const missingMax = 1000
const sweepEvery = 7 * 24 * 3600 * 1000

/** A large list of ids takes longer than one sitting: where it goes on, and what is done with. */
interface Place {
  done: readonly RecordObject[]
  listing?: { object: RecordObject; at: Json } | undefined
}

const placeOf = ({ progress }: Sitting): Place => (progress.cursors['reconcile'] as Place | undefined) ?? { done: [] }

const commitAt = (sitting: Sitting, place: Place, write: NonNullable<Step['write']>): Promise<void> =>
  commitStep(sitting, { phase: 'reconcile', cursor: { ...place } as unknown as Json, write })

const collectKeys = async (sitting: Sitting, object: RecordObject): Promise<void> => {
  const { connector, session, place: at } = sitting
  const { done, listing } = placeOf(sitting)
  if (!connector.keys) return
  let cursor: Json | null = listing?.object === object ? listing.at : null
  do {
    const isFirst = cursor === null
    const page: { ids: readonly string[]; next: Json | null } = await connector.keys(session, object, cursor)
    const next = page.next === null ? undefined : { object, at: page.next }
    await commitAt(sitting, { done, listing: next }, async (tx) => {
      if (isFirst) await deleteSeen(tx, at, [object])
      await insertSeen(tx, at, object, page.ids)
      return {}
    })
    cursor = page.next
  } while (cursor !== null)
}

interface Counts {
  vendor: number | null
  own: number
}

/** How both sides stood when we last looked, and whether that is long ago. */
const lastLook = async ({ engine, place }: Sitting, object: RecordObject) => {
  const known = await engine.database.inClient(place.clientId, (tx) => streams.selectStreams(tx, place))
  const at = known.get(`${object}_keys`)?.swept_at
  const { vendor_count: vendor, own_count: own } = known.get(object) ?? {}
  return { isOld: !at || at.getTime() < Date.now() - sweepEvery, difference: (vendor ?? 0) - (own ?? 0) }
}

/**
 * Whether the vendor's list of ids is worth its price: the counts differ otherwise than before, or nobody has compared for a week. A read
 * that met everything has compared. Behind a filter the counts say nothing.
 */
const isWorthIt = async (sitting: Sitting, object: RecordObject, { vendor, own }: Counts): Promise<boolean> => {
  if (!sitting.connector.keys) return false
  if (placeOf(sitting).listing?.object === object) return true
  const { isOld, difference } = await lastLook(sitting, object)
  const isComparable = vendor !== null && !isFiltered(sitting.settings)
  if (isComparable && vendor !== own) return isOld || vendor - own !== difference
  return isOld && sitting.run.kind === 'incremental'
}

const reconcileObject = async (sitting: Sitting, object: RecordObject): Promise<void> => {
  const { engine, place, connector, session, settings } = sitting
  const vendor = (await connector.count?.(session, object)) ?? null
  const own = await engine.database.inClient(place.clientId, (tx) => countLiving(tx, place, object))
  const isListed = await isWorthIt(sitting, object, { vendor, own })
  const isCompared = isListed || (sitting.run.kind !== 'incremental' && vendor === own)
  if (isListed) await collectKeys(sitting, object)
  const done = [...placeOf(sitting).done, object]
  await commitAt(sitting, { done }, async (tx, origin) => {
    const areMissing = isListed && !isFiltered(settings)
    const missing = areMissing ? await selectMissing(tx, place, object, missingMax) : vendor === own ? [] : undefined
    const deleted = isListed ? await removeVanished(tx, origin, { object, isAgreed: isAgreed(sitting) }) : 0
    if (isCompared) await streams.completeStream(tx, place, { stream: `${object}_keys`, watermark: undefined, isSwept: true })
    const ownCount = await countLiving(tx, place, object)
    await streams.storeCount(tx, place, { object, vendorCount: vendor, ownCount, missing })
    return { deleted }
  })
}

/** Where both sides differ: the ids that are missing here, and those that are gone there. */
export const reconcile = async (sitting: Sitting): Promise<void> => {
  for (const object of objectsOf(sitting.connector))
    if (!placeOf(sitting).done.includes(object)) await reconcileObject(sitting, object)
}
