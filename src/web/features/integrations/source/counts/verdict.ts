import type { Tile } from '#contract/runs.ts'

export type Verdict = 'unknown' | 'equal' | 'onlyRejected' | 'less' | 'more'

/** Whether everything that the vendor has is here. */
export const verdictOf = ({ vendor_count: theirs, own_count: ours, rejected, missing }: Tile): Verdict => {
  if (theirs === null) return 'unknown'
  if (theirs < ours) return 'more'
  if (theirs === ours && missing.length === 0) return 'equal'
  return theirs - ours <= rejected && missing.length <= rejected ? 'onlyRejected' : 'less'
}
