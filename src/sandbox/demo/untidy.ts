// What happens to a sheet that many users maintain by hand.
import type { Store } from '../kit/store.ts'
import { leadColumns, type LeadColumn } from '../kit/leads.ts'
import type { Cell } from '../googlesheet/cells.ts'
import { createSheets, prefix } from '../googlesheet/state.ts'

const badDates = ['31/02/2026', 'next Tuesday', '2026-13-05', 'after the holidays']
const notes = ['called back', 'asked for gutters too', 'knows the owner', 'wants it before winter']

const placeOf = (column: LeadColumn): number => leadColumns.indexOf(column)

const put = (cells: readonly Cell[], place: number, value: Cell): Cell[] =>
  Array.from({ length: Math.max(cells.length, place + 1) }, (_, index) => (index === place ? value : (cells[index] ?? null)))

const withoutKeys = (cells: Cell[]): Cell[] =>
  (['Lead ID', 'Email', 'Phone'] as const).reduce((row, column) => put(row, placeOf(column), null), cells)

/** Four invalid dates, three rows without a contact, and a column of notes without a header. */
export const untidy = (store: Store, account: string): void => {
  const sheets = createSheets(store)
  const spreadsheet = store.account({ vendor: prefix, account })?.facts['spreadsheet'] ?? ''
  const change = (row: number, work: (cells: Cell[]) => Cell[]): void => sheets.change(spreadsheet, 0, row, work)
  for (const [index, text] of badDates.entries()) change(120 + index * 211, (cells) => put(cells, placeOf('Created'), text))
  for (const row of [77, 402, 930]) change(row, withoutKeys)
  for (let row = 15; row < 600; row += 37) change(row, (cells) => put(cells, leadColumns.length, notes[row % notes.length] ?? ''))
}
