// Opening a list and a few contacts of it is one visit for the reader of "Seen by".
import type { LedgerEntry } from '#contract/connections/ledger.ts'

/** An entry, or equal views that followed each other. The ledger itself keeps each of them. */
export interface SeenRow extends LedgerEntry {
  times: number
}

const within = 5 * 60_000

/** Which contacts two entries are about together is known only if each names all of its own. */
const isWhole = ({ contacts, contactsCount }: LedgerEntry): boolean => contactsCount > 0 && contacts.length === contactsCount

const isSameVisit = (newer: SeenRow, older: LedgerEntry): boolean =>
  newer.kind === 'screen' &&
  older.kind === 'screen' &&
  newer.userId === older.userId &&
  newer.version === older.version &&
  newer.fields.toSorted().join() === older.fields.toSorted().join() &&
  Date.parse(newer.at) - Date.parse(older.at) <= within &&
  isWhole(newer) &&
  isWhole(older)

const joined = (newer: SeenRow, older: LedgerEntry): SeenRow => {
  const contacts = [...new Map([...newer.contacts, ...older.contacts].map((contact) => [contact.id, contact])).values()]
  return { ...newer, contacts, contactsCount: contacts.length, times: newer.times + 1 }
}

/** Equal views of one user within minutes as one row, newest first. Each file that was exported stays a row of its own. */
export const mergeViews = (entries: readonly LedgerEntry[]): SeenRow[] => {
  const rows: SeenRow[] = []
  for (const entry of entries) {
    const at = rows.findIndex((row) => isSameVisit(row, entry))
    const row = rows[at]
    if (row) rows[at] = joined(row, entry)
    else rows.push({ ...entry, times: 1 })
  }
  return rows
}
