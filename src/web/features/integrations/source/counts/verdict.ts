import type { Tile } from '#contract/syncs/runs.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'

export type Verdict = 'unknown' | 'uncountable' | 'held' | 'kept' | 'equal' | 'onlyRejected' | 'leftOut' | 'less' | 'more'

/** Whether filters exclude some of these records. */
const isFiltered = ({ object }: Tile, { tags = [], dispos = [] }: SyncSettings): boolean =>
  (object === 'contact' ? tags : dispos).length > 0

const compared = (tile: Tile, theirs: number, settings: SyncSettings): Verdict => {
  const { own_count: ours, rejected, missing } = tile
  if (theirs < ours) return 'more'
  if (theirs === ours && missing.length === 0) return 'equal'
  if (theirs - ours <= rejected && missing.length <= rejected) return 'onlyRejected'
  return isFiltered(tile, settings) ? 'leftOut' : 'less'
}

/** Whether we have everything that the vendor has, apart from what filters exclude. */
export const verdictOf = (tile: Tile, settings: SyncSettings): Verdict => {
  const { held, vendor_count: theirs } = tile
  if (held) return held.kept ? 'kept' : 'held'
  // The vendor was asked but returned no count: some vendors have none.
  if (theirs === null) return tile.counted_at === null ? 'unknown' : 'uncountable'
  return compared(tile, theirs, settings)
}

/** How many records filters exclude, not including rejected rows. */
export const leftOutOf = ({ vendor_count: theirs, own_count: ours, rejected }: Tile): number =>
  Math.max(0, (theirs ?? ours) - ours - rejected)
