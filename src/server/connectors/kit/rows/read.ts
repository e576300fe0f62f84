// Maps many rows: the valid ones, and the rejected ones with their reasons.
import { createHash } from 'node:crypto'
import type { ContactRecord, OpportunityRecord, RejectedRecord } from '../records.ts'
import { emptyBook, note, type Book, type Mention } from './book.ts'
import { columnOf, mapRow, type MappedRow, type Row } from './map.ts'
import { quoted, RowRefusal } from './refusal.ts'
import type { Rules } from './rules.ts'

interface RowsRead {
  contacts: ContactRecord[]
  opportunities: OpportunityRecord[]
  rejected: RejectedRecord[]
  book: Book
}

const reasonOf = ({ columns: [column], message }: RowRefusal): string => (column ? `${column.name} ${message}.` : `${message}.`)

const doubled = (rules: Rules, row: Row): RowRefusal => {
  const field = (['row_key', 'email', 'phone'] as const).find((one) => rules.map[one] !== undefined) ?? 'email'
  const column = columnOf(rules, field)
  const value = quoted(row.cells.get(column.id) ?? '')
  return new RowRefusal('duplicate_key', [column], `is the same as in an earlier row: ${value}. We skipped this row`)
}

/** The row number and the invalid columns, stored with the row itself. */
const marked = ({ number, raw }: Row, refusals: readonly RowRefusal[]): unknown =>
  number === undefined
    ? raw
    : { ...(raw as object), row: number, odd: refusals.flatMap(({ columns }) => columns.map(({ id }) => id)) }

const rejectOf = (row: Row, refusal: RowRefusal): RejectedRecord => {
  const raw = marked(row, [refusal])
  return {
    object: 'contact',
    externalId: row.id ?? row.place,
    code: refusal.code,
    reason: reasonOf(refusal),
    raw: refusal.code === 'duplicate_key' ? { ...(raw as object), isDouble: true } : raw,
  }
}

/** The invalid parts of a saved row: one entry for all of them, under the record that it belongs to. */
const problemsOf = (row: Row, { contact, problems }: MappedRow): RejectedRecord[] => {
  const [first] = problems
  if (!first) return []
  const reason = problems.map(reasonOf).join(' ')
  const object = first.code === 'bad_amount' ? 'opportunity' : 'contact'
  const raw = marked(row, problems)
  return [{ object, externalId: contact.externalId, code: first.code, reason, raw, isTaken: true }]
}

/** Long enough to distinguish fifty thousand keys, and short enough for a cursor. */
const digestLength = 9
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, digestLength)

/** The keys of earlier rows, as one text and back. */
export const packSeen = (seen: ReadonlySet<string>): string => [...seen].join('')
export const unpackSeen = (text: string): Set<string> => new Set(text.match(new RegExp(`.{${digestLength}}`, 'g')))

const takeRow = (rules: Rules, row: Row, seen: Set<string>): MappedRow | RowRefusal => {
  try {
    const mapped = mapRow(rules, row)
    const digest = digestOf(mapped.contact.externalId)
    if (seen.has(digest)) return doubled(rules, row)
    seen.add(digest)
    return mapped
  } catch (error) {
    if (error instanceof RowRefusal) return error
    throw error
  }
}

/** `seen` grows by the saved rows: the second row with the same key is skipped, at any distance from the first. */
export const readRows = (
  rules: Rules,
  rows: readonly Row[],
  { seen = new Set<string>(), book = emptyBook }: { seen?: Set<string>; book?: Book } = {},
): RowsRead => {
  const read = { contacts: [] as ContactRecord[], opportunities: [] as OpportunityRecord[], rejected: [] as RejectedRecord[] }
  const mentions: Mention[] = []
  for (const row of rows) {
    const taken = takeRow(rules, row, seen)
    if (taken instanceof RowRefusal) {
      read.rejected.push(rejectOf(row, taken))
      continue
    }
    read.rejected.push(...problemsOf(row, taken))
    read.contacts.push(taken.contact)
    if (taken.opportunity) read.opportunities.push(taken.opportunity)
    mentions.push(taken.mention)
  }
  return { ...read, book: note(book, mentions) }
}
