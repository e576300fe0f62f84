import type { ReactNode } from 'react'

export interface Column<T> {
  name: string
  title: string
  cell: (row: T) => ReactNode
  /** The whole text of a cell that may be cut off. */
  hint?: (row: T) => string | null
  /** The server can sort by it. */
  sortable?: boolean
  /** What rows are sorted by where all of them are here. */
  sortValue?: (row: T) => string | number | undefined
  /** Left out where there is no room for a table; the rest becomes a stacked row. */
  wideOnly?: boolean
  /** Only where there is no room for all columns, and in a stacked row. */
  narrowOnly?: true
  /** Left out of a table that is narrow, but not of a stacked row. */
  notMedium?: true
  /** Long texts are cut off at so many shares of the width, so that all columns keep their place. */
  shares?: 1 | 2
  align?: 'right'
  /** Heads a stacked row; else the first column does. */
  isTitle?: true
  /** A menu or buttons: no label in a stacked row, and no visible heading. */
  isAction?: true
}
