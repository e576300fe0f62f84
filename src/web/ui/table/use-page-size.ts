import { useState } from 'react'
import { limits } from '#contract/kit/limits.ts'

const mostRows = 50
const phoneWidth = 768

interface Room {
  /** The height of the window. */
  window: number
  /** What stands above and below the rows. */
  around: number
  row: number
}

/** As many rows as have room without scrolling, within bounds. */
export const rowsThatFit = ({ window, around, row }: Room): number =>
  Math.min(mostRows, Math.max(limits.pageSize, Math.floor((window - around) / row)))

/** Header, the space around the page, a bar of filters, the headings and the footer of the table. */
const aroundTable = 240

/** A stacked row on a phone. */
const stackedRow = 148

/** The heights of rows with one line of text, and with two. */
const oneLine = 44
export const twoLines = 56

interface Fit {
  /** The height of one row. */
  row?: number
  /** Further height that the page needs above the table. */
  above?: number
}

/** How many rows a page of a table has: as many as fit when it is opened, so that nothing jumps later. */
export const usePageSize = ({ row = oneLine, above = 0 }: Fit = {}): number =>
  useState(() =>
    rowsThatFit({
      window: window.innerHeight,
      around: aroundTable + above,
      row: window.innerWidth < phoneWidth ? stackedRow : row,
    }),
  )[0]
