// Columns of a table that users maintain by hand: headers may be missing, duplicated, moved and renamed.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { FieldValue } from '../records.ts'

export interface Column {
  id: string
  name: string
}

/** The parts of a table that its mapping is checked with. */
export interface TableRows {
  rows: readonly (readonly (string | number | boolean | null)[])[]
  columns: readonly Column[]
}

/** 0 is A, 26 is AA. */
export const letterOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26)

/** Texts that agree up to this length are considered equal. */
const fingerprintMax = 1000

/** A text without case, spaces and punctuation. It never contains a dot, because it is part of paths. */
export const fingerprintOf = (text: string): string =>
  text
    .slice(0, fingerprintMax)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

const nameMax = 150

/**
 * One column for each cell of the header. A column is identified by its header in any position; the second one with the
 * same name is another column.
 */
export const columnsOfHeader = (header: TableRows['rows'][number], width = header.length): Column[] => {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const title = String(header[index] ?? '')
      .trim()
      .slice(0, nameMax)
    const first = title === '' ? `column_${letterOf(index)}` : title
    let column = { id: fingerprintOf(first) || `column_${letterOf(index)}`.toLowerCase(), name: first }
    for (let number = 2; taken.has(column.id); number += 1)
      column = { id: fingerprintOf(`${first} (${number})`), name: `${first} (${number})` }
    taken.add(column.id)
    return column
  })
}

/** The names of the columns, by their ids. */
export const namesOf = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ id, name }) => [id, name]))

/** Without a header a column is identified by its position. */
export const columnsByLetter = (width: number): Column[] =>
  Array.from({ length: width }, (_, index) => ({ id: letterOf(index), name: `column_${letterOf(index)}` }))

/** The values of a row, by its columns. Empty cells are left out. */
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
