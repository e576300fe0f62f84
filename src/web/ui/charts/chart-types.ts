import type { channelColors } from '#web/styles/colors.ts'

/** One point on the category axis: a day, a month, a stage. */
export interface Point {
  key: string
  /** The label under the axis. */
  short: string
  /** The label in the tooltip, the table and for screen readers. */
  long: string
}

export interface Series {
  key: string
  name: string
  color: 'accent' | keyof typeof channelColors
  /** One for each point; null when unknown. */
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
  /** A short text for an axis. */
  rough: (value: number) => string
}

export interface ChartData {
  points: readonly Point[]
  series: readonly Series[]
  facts?: readonly Fact[]
}

export type ChartKind = 'line' | 'bars' | 'rows'

export interface ChartProps extends ChartData {
  /** Lines, vertical bars, or horizontal bars in rows. */
  kind: ChartKind
  /** Bars of several series are stacked instead of side by side. */
  isStacked?: boolean
  label: string
  /** What the chart shows, in a sentence. */
  summary: string
  /** The name for points: the heading of the table's first column. */
  pointName: string
  format?: ValueFormat
  /** Describes a point in one sentence, instead of the default one. */
  describe?: (index: number) => string
  height?: number
  /** The period of the last point has not ended: its line is dashed. */
  isLastOpen?: boolean
  /** A strip under the chart to choose a part of the points. */
  hasBrush?: boolean
  tableTitle?: string
  newestFirst?: boolean
  isLoading?: boolean
}
