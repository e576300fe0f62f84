import type { channelColors } from '#web/styles/colors.ts'

/** One place on the axis of categories: a day, a month, a stage. */
export interface Point {
  key: string
  /** Under the axis. */
  short: string
  /** In the tooltip, the table and what is read aloud. */
  long: string
}

export interface Series {
  key: string
  name: string
  color: 'accent' | keyof typeof channelColors
  /** One for each point; null where nothing is known. */
  values: readonly (number | null)[]
}

/** Shown in the tooltip and the table, but not drawn. */
export interface Fact {
  key: string
  name: string
  values: readonly string[]
}

export interface ValueFormat {
  exact: (value: number) => string
  /** Short, for an axis. */
  rough: (value: number) => string
}

export interface ChartData {
  points: readonly Point[]
  series: readonly Series[]
  facts?: readonly Fact[]
}

export type ChartKind = 'line' | 'bars' | 'rows'

export interface ChartProps extends ChartData {
  /** Lines, upright bars, or bars that lie in rows. */
  kind: ChartKind
  /** Bars of several series stand on each other in place of side by side. */
  isStacked?: boolean
  label: string
  /** What the chart shows, in a sentence. */
  summary: string
  /** What a point is called: the heading of the table's first column. */
  pointName: string
  format?: ValueFormat
  /** A point in one sentence, where the usual one does not say enough. */
  describe?: (index: number) => string
  height?: number
  /** The last point is still running: its line is dashed. */
  isLastOpen?: boolean
  /** A strip under the chart to choose a part of the points. */
  hasBrush?: boolean
  tableTitle?: string
  newestFirst?: boolean
  isLoading?: boolean
}
