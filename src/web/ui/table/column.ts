import type { ReactNode } from 'react'

export interface Column<T> {
  name: string
  title: string
  cell: (row: T) => ReactNode
  /** The full text of a cell that may be truncated. */
  hint?: (row: T) => string | null
  /** The server can sort by it. */
  sortable?: boolean
  /** The value to sort by when all rows are loaded. */
  sortValue?: (row: T) => string | number | undefined
  /** Left out on narrow screens, where each row is stacked. */
  wideOnly?: boolean
  /** Shown only if there is no room for all columns, and in a stacked row. */
  narrowOnly?: true
  /** Left out of a narrow table, but not of a stacked row. */
  notMedium?: true
  /** Left out of a stacked row, whose title says it. */
  notStacked?: true
  /** Long texts are truncated at this many shares of the width, so that all columns stay visible. */
  shares?: 1 | 2 | 3
  align?: 'right'
  /** The heading of a stacked row; by default the first column. */
  isTitle?: true
  /** A menu or buttons: no label in a stacked row, and no visible heading. */
  isAction?: true
}
