import type { Session } from '../kit/access.ts'
import type { Page, RecordObject } from '../kit/records.ts'
import { catalogueOf } from '../kit/rows/book.ts'
import { cellsOf, type Column } from '../kit/rows/columns.ts'
import type { Row } from '../kit/rows/map.ts'
import { readRows } from '../kit/rows/read.ts'
import { rulesOf } from '../kit/rows/rules.ts'
import type { Values } from './client.ts'
import { rawRow } from './wire.ts'

/** Rows with any value, by their columns. `top` is the number of the first one. */
export const rowsOf = (columns: readonly Column[], values: Values, top: number): Row[] =>
  values.flatMap((line, index) => {
    const cells = cellsOf(columns, line)
    return cells.size === 0
      ? []
      : [{ place: `row ${top + index}`, number: top + index, cells, raw: { values: Object.fromEntries(cells) } }]
  })

const nothing: Page = { next: null }

export const remap = (
  _object: RecordObject,
  raw: unknown,
  { account, settings }: Pick<Session, 'account' | 'settings'>,
): Page => {
  const row = rawRow.safeParse(raw)
  if (!row.success) return nothing
  const { values, isDouble = false } = row.data
  // Which of two equal rows counts is decided when both are read.
  if (isDouble) return nothing
  const columns = Object.keys(values).map((id) => ({ id, name: id }))
  const rules = rulesOf(columns, settings, { zone: account.facts['time_zone'], hasSerials: true })
  const { book, ...page } = readRows(rules, [{ place: 'this row', cells: new Map(Object.entries(values)), raw }])
  return { ...page, ...catalogueOf(book, rules.words), next: null }
}
