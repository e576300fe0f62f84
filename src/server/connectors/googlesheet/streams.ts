// A tab is read in full, in windows. Its rows have no ids and may move while we read, so two windows overlap by one
// row.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Position, Stream } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { recordObjects, type Json, type Page } from '../kit/records.ts'
import { bookShape, catalogueOf, emptyBook } from '../kit/rows/book.ts'
import { columnsByLetter, columnsOfHeader, hasHeader, namesOf, type Column } from '../kit/rows/columns.ts'
import { packSeen, readRows, unpackSeen } from '../kit/rows/read.ts'
import { assertRested, restarted, restartsShape, type Restarts } from '../kit/rows/restarts.ts'
import { checkRules, rulesOf, type Rules } from '../kit/rows/rules.ts'
import { openSpreadsheet, readBoxes, tabOf, type Box, type Values } from './client.ts'
import { rowsOf } from './map.ts'

const rowsMax = 50_000
const columnsMax = 60
const window = 2000
const restartsMax = 3

const cursorShape = z.object({
  title: z.string(),
  zone: z.string().optional(),
  columnCount: z.number(),
  /** The last row to read. */
  bottom: z.number(),
  total: z.number(),
  /** The first row that was not read yet. */
  from: z.number(),
  /** The content of the row before it. */
  tail: z.string(),
  /** Keys of the rows before it, shortened. */
  seen: z.string(),
  book: bookShape,
  ...restartsShape,
})
type Cursor = z.infer<typeof cursorShape>

const fingerprint = (line: Values[number] | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(line ?? []))
    .digest('base64url')
    .slice(0, 16)

const firstRow = ({ settings }: Session): number => (hasHeader(settings) ? 2 : 1)

/** Opens the tab and starts before its first row. */
const begin = async (session: Session, restarts: Restarts): Promise<Cursor> => {
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
    seen: '',
    book: emptyBook,
    ...restarts,
  }
}

const boxOf = (cursor: Cursor, rows: { top: number; bottom: number }): { title: string; box: Box } => ({
  title: cursor.title,
  box: { ...rows, left: 1, right: Math.min(cursor.columnCount, columnsMax) },
})

const columnsOf = (session: Session, cursor: Cursor, header: Values[number]): Column[] => {
  const width = Math.min(cursor.columnCount, columnsMax)
  if (!hasHeader(session.settings)) return columnsByLetter(width)
  if (header.length > 0) return columnsOfHeader(header, width)
  throw new ConnectorFailure('refused', 'The first row of the tab is empty, but it should contain the column names.')
}

const tooLarge = (what: string): ConnectorFailure =>
  new ConnectorFailure(
    'refused',
    `The tab has more than ${what}, which is more than we can read. Move older rows elsewhere, or split it.`,
  )

const isFilled = (line: Values[number] | undefined): boolean => (line?.[0] ?? '') !== ''

/** The number of rows. Grids are larger than their content, and rows beyond our limit are not dropped silently. */
const measure = async (session: Session, cursor: Cursor, { columns, map }: Rules, filled: number): Promise<Cursor> => {
  const top = firstRow(session)
  const limit = top + rowsMax - 1
  if (cursor.bottom < top + window) return { ...cursor, total: filled }
  const keyColumns = [map.row_key, map.email, map.phone].map((id) => columns.findIndex((column) => column.id === id) + 1)
  const boxes = keyColumns
    .filter((column) => column > 0)
    .map((column) => ({
      title: cursor.title,
      box: { top, bottom: Math.min(cursor.bottom, limit + 1), left: column, right: column },
    }))
  const keyValues = await readBoxes(session, boxes)
  const last = top + Math.max(...keyValues.map((column) => column.findLastIndex(isFilled)))
  if (last > limit) throw tooLarge(`${rowsMax.toLocaleString('en')} rows`)
  const total = Array.from({ length: last - top + 1 }, (_, row) => keyValues.some((column) => isFilled(column[row])))
  // Rows without a key may follow: they are read, to report what is wrong with them.
  return { ...cursor, bottom: Math.min(cursor.bottom, limit, last + window), total: total.filter(Boolean).length }
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

const again = async (session: Session, cursor: Cursor): Promise<Page> => ({
  isRestart: true,
  next: (await begin(session, restarted(cursor, restartsMax, session.now()))) as Json,
})

const readPage = async (session: Session, cursor: Cursor): Promise<Page> => {
  const { header, overlap, lines } = await readWindow(session, cursor)
  if (overlap !== undefined && fingerprint(overlap) !== cursor.tail) return again(session, cursor)
  const rules = rulesOf(columnsOf(session, cursor, header), session.settings, { zone: cursor.zone, hasSerials: true })
  checkRules(rules)
  const rows = rowsOf(rules.columns, lines, cursor.from)
  const measured = cursor.total < 0 ? await measure(session, cursor, rules, rows.length) : cursor
  const seen = unpackSeen(cursor.seen)
  const { book, ...page } = readRows(rules, rows, { seen, book: cursor.book })
  const from = cursor.from + window
  if (from > measured.bottom) {
    const watermark = session.now().toISOString()
    const named = hasHeader(session.settings) ? { columns: namesOf(rules.columns) } : {}
    return { ...page, ...catalogueOf(book, rules.words), total: measured.total, next: null, watermark, ...named }
  }
  const next = { ...measured, from, tail: fingerprint(lines[window - 1]), seen: packSeen(seen), book }
  return { ...page, total: measured.total, next: next as Json }
}

const read = async (session: Session, { cursor }: Position): Promise<Page> => {
  const known = cursorShape.safeParse(cursor).data
  if (known)
    assertRested(known, session.now(), "Someone moved rows in the sheet while we were reading it. We'll read it again later.")
  try {
    return await readPage(session, known ?? (await begin(session, { restarts: 0 })))
  } catch (error) {
    // The tab was renamed since we looked, or the grid is smaller.
    if (known && error instanceof ConnectorFailure && error.status === 400) return again(session, known)
    throw error
  }
}

export const streams: readonly Stream[] = [{ name: 'contacts', read, isFullSnapshot: true, covers: recordObjects }]
