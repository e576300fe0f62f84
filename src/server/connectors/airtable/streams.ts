// A table is read in full every time, because deletions are only visible by absence.
import { z } from 'zod'
import type { Position, Stream, Table } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { recordObjects, type Json, type Page } from '../kit/records.ts'
import { bookShape, catalogueOf, emptyBook } from '../kit/rows/book.ts'
import { namesOf } from '../kit/rows/columns.ts'
import { assertRested, restarted, restartsShape, type Restarts } from '../kit/rows/restarts.ts'
import { checkRules } from '../kit/rows/rules.ts'
import { parseRows } from '../kit/wire.ts'
import { chosenTable, findTable, isIteratorGone, listRecords, readSchema, type BaseTable } from './client.ts'
import { cellOf, mapRecords, rulesOf } from './map.ts'
import { record } from './wire.ts'

const pageSize = 100
const restartsMax = 5
const previewed = 20
const tablesShown = 20

const cursorShape = z.object({
  table: z.string(),
  columns: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Null: at the beginning. */
  offset: z.string().nullable(),
  book: bookShape,
  ...restartsShape,
})
type Cursor = z.infer<typeof cursorShape>

const begin = async (session: Session, restarts: Restarts): Promise<Cursor> => {
  const { id, columns } = findTable(await readSchema(session), chosenTable(session))
  return { table: id, columns: [...columns], offset: null, book: emptyBook, ...restarts }
}

const again = async (session: Session, cursor: Cursor): Promise<Page> => ({
  isRestart: true,
  next: (await begin(session, restarted(cursor, restartsMax, session.now()))) as Json,
})

const readPage = async (session: Session, cursor: Cursor): Promise<Page> => {
  const rules = rulesOf(cursor.columns, session.settings)
  checkRules(rules)
  const answer = await listRecords(session, { table: cursor.table, offset: cursor.offset, size: pageSize })
  const { book, ...page } = mapRecords(rules, answer.records, { book: cursor.book })
  if (answer.offset === null) {
    const watermark = session.now().toISOString()
    return { ...page, ...catalogueOf(book, rules.words), next: null, watermark, columns: namesOf(cursor.columns) }
  }
  const next: Cursor = { ...cursor, offset: answer.offset, book }
  return { ...page, next: next as Json }
}

const read = async (session: Session, { cursor }: Position): Promise<Page> => {
  const known = cursorShape.safeParse(cursor).data ?? (await begin(session, { restarts: 0 }))
  assertRested(known, session.now(), "Airtable lost our place before we read the whole table. We'll read it again later.")
  try {
    return await readPage(session, known)
  } catch (error) {
    if (isIteratorGone(error)) return again(session, known)
    throw error
  }
}

export const streams: readonly Stream[] = [{ name: 'contacts', read, isFullSnapshot: true, covers: recordObjects }]

const preview = async (session: Session, { id, name, columns }: BaseTable): Promise<Table> => {
  const { records } = await listRecords(session, { table: id, offset: null, size: previewed })
  const known = parseRows(record, records, 'records', session.http.vendor)
  const rows = known.map(({ fields }) => columns.map((column) => cellOf(fields[column.id])))
  return { id, name, rowCount: null, rows, columns, madeAt: known.map(({ createdTime }) => createdTime ?? null) }
}

export const tables = async (session: Session): Promise<Table[]> => {
  const all = await readSchema(session)
  const chosen = chosenTable(session)
  const ordered = all.toSorted((one, other) => Number(other.id === chosen) - Number(one.id === chosen))
  const shown: Table[] = []
  for (const table of ordered.slice(0, tablesShown)) shown.push(await preview(session, table))
  return shown
}
