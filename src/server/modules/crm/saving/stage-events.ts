// One stage change is one event, whichever source reports it first: the vendor's own time wins over a webhook's or our
// own.
import type { Provenance } from '#contract/crm/records.ts'
import type { StageEventRow } from './opportunity-queries.ts'

/**
 * A webhook is sent after the change, and we read after it: neither time can be before the vendor's, apart from clock
 * differences.
 */
const strength: Readonly<Record<Provenance, number>> = { provider: 2, date_column: 2, webhook: 1, observed: 0 }

const clocksDiffer = 5 * 60_000

const timeOf = ({ at }: StageEventRow): number => Date.parse(at)
const isVendorsOwn = ({ provenance }: StageEventRow): boolean => strength[provenance] === 2
const keyOf = (event: StageEventRow): string => `${timeOf(event)} ${event.raw_stage}`

const inOrder = (events: readonly StageEventRow[]): StageEventRow[] =>
  events.toSorted(
    (one, other) => timeOf(one) - timeOf(other) || one.seq - other.seq || strength[other.provenance] - strength[one.provenance],
  )

/** Each event once; of two at the same instant, the one from the better source. */
const unite = (known: readonly StageEventRow[], reported: readonly StageEventRow[]): StageEventRow[] => {
  const united = new Map<string, StageEventRow>()
  for (const event of [...known, ...reported]) {
    const same = united.get(keyOf(event))
    if (!same || strength[event.provenance] > strength[same.provenance]) united.set(keyOf(event), event)
  }
  return inOrder([...united.values()])
}

/** Whether two consecutive events with the same stage are one change. Two times of the vendor's own are two changes. */
const isSameChange = (earlier: StageEventRow, later: StageEventRow): boolean => {
  if (earlier.raw_stage !== later.raw_stage || earlier.provenance === later.provenance) return false
  return !isVendorsOwn(later) || (!isVendorsOwn(earlier) && timeOf(later) - timeOf(earlier) <= clocksDiffer)
}

const joinSame = (events: readonly StageEventRow[]): StageEventRow[] => {
  const joined: StageEventRow[] = []
  for (const event of events) {
    const before = joined.at(-1)
    if (!before || !isSameChange(before, event)) joined.push(event)
    else if (isVendorsOwn(event)) joined[joined.length - 1] = event
  }
  return joined
}

const justBefore = (event: StageEventRow, present: StageEventRow, steps: number): StageEventRow => ({
  ...event,
  at: new Date(timeOf(present) - steps).toISOString(),
})

interface Present {
  event: StageEventRow
  /** The vendor's record has it for the first time. */
  isNew: boolean
}

/** The index of the present stage among the late events. -1: not reported yet; undefined: reported before them. */
const positionAmong = (late: readonly StageEventRow[], events: readonly StageEventRow[], present: StageEventRow) => {
  const position = late.findLastIndex((event) => event.raw_stage === present.raw_stage)
  if (position !== -1) return position
  const isReported = events.some(
    (event) =>
      !isVendorsOwn(event) &&
      event.raw_stage === present.raw_stage &&
      timeOf(event) <= timeOf(present) &&
      timeOf(present) - timeOf(event) <= clocksDiffer,
  )
  return isReported ? undefined : -1
}

/**
 * Webhooks that were sent after the present stage had been reached. They come in the order of the changes: those before
 * the one about the present stage belong to the way there, and so do all if that one is still to come.
 */
const putLateInPlace = (
  events: readonly StageEventRow[],
  { event: present, isNew }: Present,
  isWhole: boolean,
): readonly StageEventRow[] => {
  const late = events.filter((event) => !isVendorsOwn(event) && timeOf(event) > timeOf(present))
  const [first] = late
  const position = positionAmong(late, events, present)
  if (!first || position === undefined || (position === -1 && !isNew)) return events
  const isNext = first.raw_stage === present.raw_stage && timeOf(first) - timeOf(present) <= clocksDiffer
  if (isNext && !isWhole) return events
  const onTheWay = position === -1 ? late : late.slice(0, position)
  const others = events.filter((event) => !onTheWay.includes(event))
  if (isWhole) return others
  return inOrder([...others, ...onTheWay.map((event, index) => justBefore(event, present, onTheWay.length - index))])
}

const dropUnnamed = (events: readonly StageEventRow[], whole: readonly StageEventRow[]): StageEventRow[] => {
  const [from = Infinity, to = -Infinity] = [whole[0], whole.at(-1)].map((event) => event && timeOf(event))
  return events.filter((event) => isVendorsOwn(event) || timeOf(event) < from || timeOf(event) > to)
}

export interface KnownStages {
  /** The events of the vendor's record, and of webhooks since then. */
  events: readonly StageEventRow[]
  /** The present stage, at the vendor's own time. */
  present: StageEventRow | null
  isWhole: boolean
}

const presentOf = (known: readonly StageEventRow[], { events, present }: KnownStages): Present | null => {
  if (present && !known.some((event) => isVendorsOwn(event) && keyOf(event) === keyOf(present)))
    return { event: present, isNew: true }
  // Nothing new from the vendor: only an event that was sent shortly after the last known one can belong to it.
  const last = inOrder(known).findLast(isVendorsOwn)
  const reported = inOrder(events).at(-1)
  return last && reported && timeOf(reported) - timeOf(last) <= clocksDiffer ? { event: last, isNew: false } : null
}

/** All stage events of one opportunity, including the reported ones. */
export const settleStages = (known: readonly StageEventRow[], reported: KnownStages): StageEventRow[] => {
  const united = unite(known, reported.events)
  const present = presentOf(known, reported)
  const placed = present ? putLateInPlace(united, present, reported.isWhole) : united
  return joinSame(reported.isWhole ? dropUnnamed(placed, inOrder(reported.events.filter(isVendorsOwn))) : placed)
}

/** The writes that turn the known events into the settled ones. */
export const stageChanges = (known: readonly StageEventRow[], settled: readonly StageEventRow[]) => ({
  removed: known.filter((event) => !settled.includes(event)),
  added: settled.filter((event) => !known.includes(event)),
})
