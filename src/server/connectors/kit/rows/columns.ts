// Columns of a table that people keep by hand: their headers are missing, doubled, moved and retyped.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { FieldValue } from '../records.ts'

export interface Column {
  id: string
  name: string
}

/** The parts of a table that its mapping is judged by. */
export interface TableRows {
  rows: readonly (readonly (string | number | boolean | null)[])[]
  columns: readonly Column[]
}

/** 0 is A, 26 is AA. */
export const letterOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26)

/** Texts that agree as far as this are taken for the same. */
const fingerprintMax = 1000

/** What stays of a text when case, spaces and punctuation are left aside. It never holds a dot: it is part of paths. */
export const fingerprintOf = (text: string): string =>
  text
    .slice(0, fingerprintMax)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

const nameMax = 150

/** One column for each cell of the header. A column is known by its header wherever it stands; the second of the same name is another. */
export const columnsOfHeader = (header: TableRows['rows'][number], width = header.length): Column[] => {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const said = String(header[index] ?? '')
      .trim()
      .slice(0, nameMax)
    const first = said === '' ? `column_${letterOf(index)}` : said
    let column = { id: fingerprintOf(first) || `column_${letterOf(index)}`.toLowerCase(), name: first }
    for (let number = 2; taken.has(column.id); number += 1)
      column = { id: fingerprintOf(`${first} (${number})`), name: `${first} (${number})` }
    taken.add(column.id)
    return column
  })
}

/** What people call the columns, by their ids. */
export const namesOf = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ id, name }) => [id, name]))

/** Without a header a column is known by its place. */
export const columnsByLetter = (width: number): Column[] =>
  Array.from({ length: width }, (_, index) => ({ id: letterOf(index), name: `column_${letterOf(index)}` }))

/** What a row holds, by its columns. Empty cells hold nothing. */
export const cellsOf = (columns: readonly Column[], values: readonly FieldValue[]): Map<string, FieldValue> => {
  const cells = new Map<string, FieldValue>()
  for (const [index, { id }] of columns.entries()) {
    const value = values[index] ?? ''
    if (value !== '') cells.set(id, value)
  }
  return cells
}

export const hasHeader = ({ contain_header: isThere = true }: SyncSettings): boolean => isThere

const widthOf = (rows: TableRows['rows']): number => rows.reduce((width, { length }) => Math.max(width, length), 0)

/** Columns as the mapping names them, and the rows below the header. */
export const readTable = (table: TableRows, settings: SyncSettings): TableRows & { firstRow: number } => {
  if (table.columns.length > 0) return { ...table, firstRow: 1 }
  const width = widthOf(table.rows)
  if (!hasHeader(settings)) return { rows: table.rows, columns: columnsByLetter(width), firstRow: 1 }
  return { rows: table.rows.slice(1), columns: columnsOfHeader(table.rows[0] ?? [], width), firstRow: 2 }
}
