// Many rows as parameters of one statement: a binary array for each column. Nothing is escaped or unescaped, which
// makes it several times as fast as JSON.
import { sql, type RawBuilder } from 'kysely'

type Cell = string | number | boolean | null

const textType = 25
const headerBytes = 20
const lengthBytes = 4

const clean = (cell: Cell): string | null => {
  if (cell === null) return null
  const text = typeof cell === 'string' ? cell : String(cell)
  // The one character that PostgreSQL cannot store. Half of a character becomes a replacement character when it is
  // encoded as UTF-8.
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

const noTexts = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, textType])

/**
 * A `text[]` in PostgreSQL's binary form: dimensions, has nulls, type, length, first index; then each with its length
 * in bytes.
 */
export const textArray = (cells: readonly Cell[]): Buffer => {
  const texts = cells.map(clean)
  if (texts.length === 0) return noTexts
  const size = texts.reduce((sum, text) => sum + lengthBytes + (text === null ? 0 : Buffer.byteLength(text)), headerBytes)
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(1, 4)
  bytes.writeInt32BE(textType, 8)
  bytes.writeInt32BE(texts.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = headerBytes
  for (const text of texts) {
    const written = text === null ? -1 : bytes.write(text, at + lengthBytes, 'utf8')
    bytes.writeInt32BE(written, at)
    at += lengthBytes + Math.max(0, written)
  }
  return bytes
}

/** A list inside a row, for a column of type `text[]`. */
export const listLiteral = (list: readonly string[]): string =>
  `{${list.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`

/** Rows to select from, with these columns of these types. */
export const rowset = <Row extends object, Column extends keyof Row & string>(
  rows: readonly Row[],
  types: Readonly<Record<Column, string>>,
): RawBuilder<unknown> => {
  const columns = Object.entries<string>(types)
  const arrays = columns.map(([name]) => sql`${textArray(rows.map((row) => row[name as Column] as Cell))}::text[]`)
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  const typed = sql.join(
    columns.map(([name, type]) =>
      type === 'text' ? sql.ref(name) : sql`${sql.ref(name)}::${sql.raw(type)} as ${sql.ref(name)}`,
    ),
  )
  // Without the offset the casts would be moved into comparisons with these rows, and under row-level security no index
  // is used for a comparison that calls functions.
  return sql`(select ${typed} from unnest(${sql.join(arrays)}) as u(${names}) offset 0)`
}
