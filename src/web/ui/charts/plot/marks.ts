import type { Series } from '../chart-types.ts'
import type { Plane } from './plane.ts'

/** What lines and bars are drawn from. */
export interface Marked {
  plane: Plane
  /** The series that show, each with its place among all. */
  shown: readonly { series: Series; place: number }[]
  count: number
  isLastOpen: boolean
  index: number | undefined
}
