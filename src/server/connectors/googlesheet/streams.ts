// A tab is read whole, in windows. Its rows have no ids and may move while we read: where two windows meet, one row is read twice.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Position, Session, Stream } from '../kit/connector.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { Json, Page } from '../kit/records.ts'
import { columnsByLetter, columnsOfHeader, hasHeader, type Column } from '../kit/rows/columns.ts'
import { keysOf, readRows } from '../kit/rows/read.ts'
import { checkRules, rulesOf, type Rules } from '../kit/rows/rules.ts'
import { openSpreadsheet, readBoxes, tabOf, type Box, type Values } from './client.ts'
import { rowsOf } from './map.ts'

export const rowsMax = 50_000
const columnsMax = 60
const window = 2000
const restartsMax = 3

const named = z.object({ id: z.string(), name: z.string() })
const cursorShape = z.object({
  title: z.string(),
  zone: z.string().optional(),
  columnCount: z.number(),
  /** The last row that has to be looked at. */
  bottom: z.number(),
  total: z.number(),
  /** The first row that was not read yet. */
  from: z.number(),
  /** What the row before it held. */
  tail: z.string(),
  book: z.array(named.extend({ stages: z.array(named) })),
  restarts: z.number(),
})
type Cursor = z.infer<typeof cursorShape>

const fingerprint = (line: Values[number] | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(line ?? []))
    .digest('base64url')
    .slice(0, 16)

const firstRow = ({ settings }: Session): number => (hasHeader(settings) ? 2 : 1)

/** Opens the tab and puts the reader in front of its first row. */
const begin = async (session: Session, restarts: number): Promise<Cursor> => {
  const file = await openSpreadsheet(session)
  const tab = tabOf(file, session)
  const from = firstRow(session)
  return {
    title: tab.title,
    ...(file.zone === undefined ? {} : { zone: file.zone }),
    columnCount: tab.columnCount,
    bottom: tab.rowCount,
    total: -1,
    from,
    tail: '',
    book: [],
    restarts,
  }
}

const boxOf = (cursor: Cursor, rows: { top: number; bottom: number }): { title: string; box: Box } => ({
  title: cursor.title,
  box: { ...rows, left: 1, right: Math.min(cursor.columnCount, columnsMax) },
})

const columnAt = (cursor: Cursor, columns: readonly Column[], id: string | undefined): number | null => {
  const index = columns.findIndex((column) => column.id === id)
  return index < 0 || index >= cursor.columnCount ? null : index + 1
}

const columnsOf = (session: Session, cursor: Cursor, header: Values[number]): Column[] => {
  const width = Math.min(cursor.columnCount, columnsMax)
  if (!hasHeader(session.settings)) return columnsByLetter(width)
  if (header.length > 0) return columnsOfHeader(header, width)
  throw new ConnectorFailure('refused', 'The first row of the tab is empty, but it should hold the names of the columns.')
}

/** Columns of the tab in full height, without anything else: to count, or to know who was there before. */
const readColumns = async (
  session: Session,
  cursor: Cursor,
  {
    columns,
    ids,
    top,
    bottom,
  }: { columns: readonly Column[]; ids: readonly (string | undefined)[]; top: number; bottom: number },
): Promise<Values> => {
  const places = ids.map((id) => columnAt(cursor, columns, id)).filter((place) => place !== null)
  if (places.length === 0 || bottom < top) return []
  const boxes = places.map((place) => ({ title: cursor.title, box: { top, bottom, left: place, right: place } }))
  const found = await readBoxes(session, boxes)
  const height = Math.max(...found.map(({ length }) => length))
  return Array.from({ length: height }, (_, row) => {
    const line: Values[number][number][] = []
    for (const [index, place] of places.entries()) line[place - 1] = found[index]?.[row]?.[0] ?? null
    return Array.from(line, (value) => value ?? null)
  })
}

const isFilled = (line: Values[number]): boolean => line.some((value) => value !== null && value !== '')

const tooLarge = (what: string): ConnectorFailure =>
  new ConnectorFailure(
    'refused',
    `The tab has more than ${what}, which is more than we read. Move older rows elsewhere, or split it.`,
  )

/** How far the rows go. Grids are larger than what they hold, and what is beyond our limit is not left out in silence. */
const measure = async (session: Session, cursor: Cursor, rules: Rules, filled: number): Promise<Cursor> => {
  const top = firstRow(session)
  const limit = top + rowsMax - 1
  if (cursor.bottom < top + window) return { ...cursor, total: filled }
  const { row_key: key, email, phone } = rules.map
  const bottom = Math.min(cursor.bottom, limit + 1)
  const people = await readColumns(session, cursor, { columns: rules.columns, ids: [key, email, phone], top, bottom })
  const last = top + people.findLastIndex(isFilled)
  if (last > limit) throw tooLarge(`${rowsMax.toLocaleString('en')} rows`)
  return { ...cursor, bottom: Math.max(last, Math.min(cursor.bottom, top + window - 1)), total: people.filter(isFilled).length }
}

interface Window {
  header: Values[number]
  overlap: Values[number] | undefined
  lines: Values
}

const readWindow = async (session: Session, cursor: Cursor): Promise<Window> => {
  const top = firstRow(session)
  const from = Math.max(top, cursor.from - 1)
  const bottom = Math.min(cursor.from + window - 1, cursor.bottom)
  const header = { title: cursor.title, box: { top: 1, bottom: 1, left: 1, right: Math.max(cursor.columnCount, 1) } }
  const [first = [], rows = []] = await readBoxes(session, [
    header,
    ...(bottom < from ? [] : [boxOf(cursor, { top: from, bottom })]),
  ])
  const line = first[0] ?? []
  if (line.length > columnsMax) throw tooLarge(`${columnsMax} columns`)
  return from < cursor.from
    ? { header: line, overlap: rows[0] ?? [], lines: rows.slice(1) }
    : { header: line, overlap: undefined, lines: rows }
}

const again = async (session: Session, { restarts }: Cursor): Promise<Page> => {
  if (restarts < restartsMax) return { next: (await begin(session, restarts + 1)) as Json }
  throw new ConnectorFailure('unavailable', 'Rows of the sheet are being moved while we read it. It will be read again later.')
}

/** Keys of the rows before this window: the second row with the same key is left out, however far away the first one is. */
const seenBefore = async (session: Session, cursor: Cursor, rules: Rules): Promise<Set<string>> => {
  const top = firstRow(session)
  const { row_key: key, email, phone, created_at: created } = rules.map
  const ids = [key, email, phone, created]
  const lines = await readColumns(session, cursor, { columns: rules.columns, ids, top, bottom: cursor.from - 1 })
  return keysOf(rules, rowsOf(rules.columns, lines, top))
}

const readPage = async (session: Session, cursor: Cursor): Promise<Page> => {
  const { header, overlap, lines } = await readWindow(session, cursor)
  if (overlap !== undefined && fingerprint(overlap) !== cursor.tail) return again(session, cursor)
  const rules = rulesOf(columnsOf(session, cursor, header), session.settings, { zone: cursor.zone, hasSerials: true })
  checkRules(rules)
  const rows = rowsOf(rules.columns, lines, cursor.from)
  const measured = cursor.total < 0 ? await measure(session, cursor, rules, rows.length) : cursor
  const seen = overlap === undefined ? new Set<string>() : await seenBefore(session, measured, rules)
  const { book, ...page } = readRows(rules, rows, { seen, book: cursor.book })
  const from = cursor.from + window
  if (from > measured.bottom) return { ...page, total: measured.total, next: null, watermark: session.now().toISOString() }
  const next = { ...measured, from, tail: fingerprint(lines[window - 1]), book }
  return { ...page, total: measured.total, next: next as unknown as Json }
}

const read = async (session: Session, { cursor }: Position): Promise<Page> => {
  const known = cursorShape.safeParse(cursor).data
  try {
    return await readPage(session, known ?? (await begin(session, 0)))
  } catch (error) {
    // The tab has another name since we looked, or the grid is smaller.
    if (known && error instanceof ConnectorFailure && error.status === 400) return again(session, known)
    throw error
  }
}

export const streams: readonly Stream[] = [{ name: 'contacts', read, isWhole: true }]
