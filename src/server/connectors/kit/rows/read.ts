// Many rows at once: what can be taken, and what cannot with the reason.
import type { ContactRecord, OpportunityRecord, OwnerRecord, PipelineRecord, RejectedRecord } from '../records.ts'
import { keyOf, mapRow, RowRefusal, type MappedRow, type Row } from './map.ts'
import { idOfValue, noteStages, pipelinesOf, type StageBook, type StagePlace } from './outcomes.ts'
import type { Rules } from './rules.ts'

export interface RowsRead {
  contacts: ContactRecord[]
  opportunities: OpportunityRecord[]
  owners: OwnerRecord[]
  pipelines: PipelineRecord[]
  rejected: RejectedRecord[]
  book: StageBook
}

export const reasonOf = (place: string, { column, message }: RowRefusal): string => {
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

/** Keys of rows that were read before. Rows that have none cannot be doubled. */
export const keysOf = (rules: Rules, rows: readonly Row[]): Set<string> => {
  const keys = new Set<string>()
  for (const row of rows) {
    try {
      keys.add(keyOf(rules, row))
    } catch (error) {
      if (!(error instanceof RowRefusal)) throw error
    }
  }
  return keys
}

const takeRow = (rules: Rules, row: Row, seen: Set<string>): MappedRow | RowRefusal => {
  try {
    const mapped = mapRow(rules, row)
    const key = mapped.contact.externalId
    if (seen.has(key)) return doubled(rules)
    seen.add(key)
    return mapped
  } catch (error) {
    if (error instanceof RowRefusal) return error
    throw error
  }
}

const ownersOf = (rules: Rules, rows: readonly Row[]): OwnerRecord[] => {
  const column = rules.map.owner
  if (column === undefined) return []
  const names = new Map<string, string>()
  for (const { cells } of rows) {
    const name = String(cells.get(column) ?? '').trim()
    if (name !== '') names.set(idOfValue(name), name)
  }
  return [...names].map(([externalId, name]) => ({ externalId, name, email: name.includes('@') ? name : null }))
}

export const readRows = (
  rules: Rules,
  rows: readonly Row[],
  { seen = new Set<string>(), book = [] }: { seen?: Set<string>; book?: StageBook } = {},
): RowsRead => {
  const read = { contacts: [] as ContactRecord[], opportunities: [] as OpportunityRecord[], rejected: [] as RejectedRecord[] }
  const places: StagePlace[] = []
  for (const row of rows) {
    const taken = takeRow(rules, row, seen)
    if (taken instanceof RowRefusal) {
      read.rejected.push(rejectOf(row, taken))
      continue
    }
    read.contacts.push(taken.contact)
    if (taken.opportunity) read.opportunities.push(taken.opportunity)
    if (taken.place) places.push(taken.place)
  }
  const known = noteStages(book, places)
  return { ...read, owners: ownersOf(rules, rows), pipelines: pipelinesOf(known, rules.words), book: known }
}
