// The stage history of an opportunity, with everything that happens to opportunities.
import type { Random } from '../kit/random.ts'
import type { PlainOpportunity, PlainStage } from '../kit/vendor.ts'
import { day } from './calendar.ts'
import type { Step } from './companies.ts'

type Way = { stage: PlainStage; at: number }[]

const skips = 0.04
const stepsBack = 0.05
const reopens = 0.015

/** Reopened some days after it was closed, and closed once more. */
const reopen = (random: Random, way: Way, last: number, until: number): void => {
  const closed = way.at(-1)?.at ?? until
  const again = Math.round(closed + (2 + random.next() * 18) * day)
  const end = Math.round(again + random.logNormal(6, 0.7) * day)
  if (again >= until) return
  way.push({ stage: last, at: again })
  if (end < until) way.push({ stage: random.chance(0.4) ? 'won' : 'lost', at: end })
}

interface Progress {
  stage: number
  last: number
  /** Once is enough. */
  canStepBack: boolean
}

/** The next stage: back, lost, or forward, sometimes skipping one. */
const stageAfter = (random: Random, { stage, last, canStepBack }: Progress, goesOn: number): number | 'lost' => {
  if (canStepBack && stage > 0 && random.chance(stepsBack / last)) return stage - 1
  if (!random.chance(goesOn)) return 'lost'
  return stage + 2 <= last && random.chance(skips) ? stage + 2 : stage + 1
}

/** `truth` is how much likelier than others they buy. Events after `until` are left out. */
export const wayOf = (
  random: Random,
  steps: readonly Step[],
  { from, until, truth }: { from: number; until: number; truth: number },
): PlainOpportunity['path'] => {
  const way: Way = [{ stage: 0, at: from }]
  const progress: Progress = { stage: 0, last: steps.length - 1, canStepBack: true }
  let at = from
  while (progress.stage <= progress.last) {
    const [goesOn, days, spread] = steps[progress.stage] ?? [0, 1, 1]
    at = Math.round(at + random.logNormal(days, spread) * day)
    if (at >= until) return way
    const next = stageAfter(random, progress, progress.stage === progress.last ? goesOn * truth : goesOn)
    way.push({ stage: next === 'lost' ? next : next > progress.last ? 'won' : next, at })
    if (next === 'lost') break
    if (next < progress.stage) progress.canStepBack = false
    progress.stage = next
  }
  if (random.chance(reopens)) reopen(random, way, progress.last, until)
  return way
}

/** Unchanged for a quarter of a year or longer. */
export const sleepingWay = (random: Random, from: number): PlainOpportunity['path'] => [
  { stage: 0, at: from },
  ...(random.chance(0.5) ? [{ stage: 1, at: Math.round(from + random.logNormal(3, 0.8) * day) }] : []),
]

export const amountOf = (random: Random, [median, spread]: readonly [number, number]): number | null => {
  if (random.chance(0.02)) return null
  if (random.chance(0.005)) return random.chance(0.5) ? 0 : -Math.round(median / 10)
  return Math.round(random.logNormal(median, spread))
}
