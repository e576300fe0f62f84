import { useState } from 'react'
import { limits } from '#contract/kit/limits.ts'

const mostRows = 50
const phoneWidth = 768

interface Room {
  /** The height of the window. */
  window: number
  /** The height of everything above and below the rows. */
  around: number
  row: number
}

/** The number of rows that fit without scrolling, within bounds. */
export const rowsThatFit = ({ window, around, row }: Room): number =>
  Math.min(mostRows, Math.max(limits.pageSize, Math.floor((window - around) / row)))

/** Header, page padding, filter bar, and the headings and footer of the table. */
const aroundTable = 240

/** The height of a stacked row on a phone. */
const stackedRow = 148

/** The heights of rows with one line of text, and with two. */
const oneLine = 44
export const twoLines = 56

interface Fit {
  /** The height of one row. */
  row?: number
  /** Additional height above the table. */
  above?: number
}

/** The number of rows per page: as many as fit when the page opens. It does not change later, so that nothing jumps. */
export const usePageSize = ({ row = oneLine, above = 0 }: Fit = {}): number =>
  useState(() =>
    rowsThatFit({
      window: window.innerHeight,
      around: aroundTable + above,
      row: window.innerWidth < phoneWidth ? stackedRow : row,
    }),
  )[0]
