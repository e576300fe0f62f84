import { lettersOf, parseRange, quoted, type CellRange } from './ranges.ts'
import { renderCell, type Rendering } from './cells.ts'
import { GoogleError } from './errors.ts'
import type { Sheets, Spreadsheet, Tab } from './state.ts'

export interface Area {
  tab: Tab
  rows: { from: number; to: number }
  columns: { from: number; to: number }
}

export const gridOf = (sheets: Sheets, spreadsheet: Spreadsheet, tab: Tab): { rows: number; columns: number } => ({
  rows: Math.max(tab.rowCount, sheets.used(spreadsheet.id, tab.sheetId)),
  columns: tab.columnCount,
})

const tabOf = (spreadsheet: Spreadsheet, range: CellRange): Tab | undefined =>
  range.tab === null ? spreadsheet.tabs[0] : spreadsheet.tabs.find(({ title }) => title === range.tab)

/** The part of the grid that a range means: it may end beyond the grid, but not begin there. */
export const areaOf = (sheets: Sheets, spreadsheet: Spreadsheet, text: string): Area => {
  const range = parseRange(
    text,
    spreadsheet.tabs.map(({ title }) => title),
  )
  const tab = range && tabOf(spreadsheet, range)
  if (!range || !tab) throw new GoogleError(400, 'INVALID_ARGUMENT', `Unable to parse range: ${text}`)
  const grid = gridOf(sheets, spreadsheet, tab)
  if (range.rows.from >= grid.rows || range.columns.from >= grid.columns)
    throw new GoogleError(
      400,
      'INVALID_ARGUMENT',
      `Range (${text}) exceeds grid limits. Max rows: ${grid.rows}, max columns: ${grid.columns}`,
    )
  return {
    tab,
    rows: { from: range.rows.from, to: Math.min(range.rows.to ?? grid.rows, grid.rows) },
    columns: { from: range.columns.from, to: Math.min(range.columns.to ?? grid.columns, grid.columns) },
  }
}

const rangeText = ({ tab, rows, columns }: Area): string => {
  const first = `${lettersOf(columns.from)}${rows.from + 1}`
  const last = `${lettersOf(columns.to - 1)}${rows.to}`
  return `${quoted(tab.title)}!${first === last ? first : `${first}:${last}`}`
}

const trimmed = <T>(list: T[], isEmpty: (value: T) => boolean): T[] =>
  list.slice(0, list.findLastIndex((value) => !isEmpty(value)) + 1)

/** As the vendor answers: trailing empty cells and rows are left out. */
export const valuesOf = (sheets: Sheets, spreadsheet: Spreadsheet, area: Area, rendering: Rendering) => {
  const { rows, columns, tab } = area
  const stored = sheets.rows(spreadsheet.id, tab.sheetId, { offset: rows.from, limit: rows.to - rows.from })
  const shown = stored.map((cells) =>
    trimmed(
      cells.slice(columns.from, columns.to).map((cell) => renderCell(cell, rendering)),
      (value) => value === '',
    ),
  )
  const values = trimmed(shown, (row) => row.length === 0)
  return { range: rangeText(area), majorDimension: 'ROWS', ...(values.length > 0 ? { values } : {}) }
}
