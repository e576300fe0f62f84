// Many rows at once: what can be taken, and what cannot with the reason.
import { createHash } from 'node:crypto'
import type { ContactRecord, OpportunityRecord, RejectedRecord } from '../records.ts'
import { emptyBook, note, type Book, type Mention } from './book.ts'
import { mapRow, RowRefusal, type MappedRow, type Row } from './map.ts'
import type { Rules } from './rules.ts'

interface RowsRead {
  contacts: ContactRecord[]
  opportunities: OpportunityRecord[]
  rejected: RejectedRecord[]
  book: Book
}

const reasonOf = (place: string, { column, message }: RowRefusal): string => {
  const where = place.charAt(0).toUpperCase() + place.slice(1)
  return column === null ? `${where}: ${message}.` : `${where}, column "${column}" ${message}.`
}

const doubled = (rules: Rules): RowRefusal => {
  const key = rules.map.row_key ?? rules.map.email ?? rules.map.phone
  const column = rules.columns.find(({ id }) => id === key)?.name ?? null
  return new RowRefusal('duplicate_key', column, 'holds what an earlier row holds already, so this row was left out')
}

const rejectOf = ({ id, place, raw }: Row, refusal: RowRefusal): RejectedRecord => ({
  object: 'contact',
  externalId: id ?? place,
  code: refusal.code,
  reason: reasonOf(place, refusal),
  raw: refusal.code === 'duplicate_key' ? { ...(raw as object), isDouble: true } : raw,
})

/** What was left out of a row that is taken: all of it in one entry, under the record that it belongs to. */
const problemsOf = ({ place, raw }: Row, { contact, problems }: MappedRow): RejectedRecord[] => {
  const [first] = problems
  if (!first) return []
  const reason = problems.map((problem) => reasonOf(place, problem)).join(' ')
  const object = first.code === 'bad_amount' ? 'opportunity' : 'contact'
  return [{ object, externalId: contact.externalId, code: first.code, reason, raw, isTaken: true }]
}

/** Enough of a key to tell fifty thousand apart, and short enough to travel in a cursor. */
const digestLength = 9
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, digestLength)

/** Rows that were taken before, as one text and back. */
export const packSeen = (seen: ReadonlySet<string>): string => [...seen].join('')
export const unpackSeen = (text: string): Set<string> => new Set(text.match(new RegExp(`.{${digestLength}}`, 'g')))

const takeRow = (rules: Rules, row: Row, seen: Set<string>): MappedRow | RowRefusal => {
  try {
    const mapped = mapRow(rules, row)
    const digest = digestOf(mapped.contact.externalId)
    if (seen.has(digest)) return doubled(rules)
    seen.add(digest)
    return mapped
  } catch (error) {
    if (error instanceof RowRefusal) return error
    throw error
  }
}

/** `seen` grows by the rows that are taken: the second one with the same key is left out, however far it is from the first. */
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
