import type { Tile } from '#contract/runs.ts'

export type Verdict = 'unknown' | 'uncountable' | 'equal' | 'onlyRejected' | 'less' | 'more'

/** Whether everything that the vendor has is here. */
export const verdictOf = (tile: Tile): Verdict => {
  const { vendor_count: theirs, own_count: ours, rejected, missing } = tile
  // Asked, and told nothing: some vendors have no count.
  if (theirs === null) return tile.counted_at === null ? 'unknown' : 'uncountable'
  if (theirs < ours) return 'more'
  if (theirs === ours && missing.length === 0) return 'equal'
  return theirs - ours <= rejected && missing.length <= rejected ? 'onlyRejected' : 'less'
}
