import type { Series } from '../chart-types.ts'
import type { Plane } from './plane.ts'

/** The input for drawing lines and bars. */
export interface Marked {
  plane: Plane
  /** The visible series, each with its index among all series. */
  shown: readonly { series: Series; seriesIndex: number }[]
  count: number
  isLastOpen: boolean
  index: number | undefined
}
