import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Session } from '../kit/access.ts'
import type { FieldValue, Page, RecordObject } from '../kit/records.ts'
import { catalogueOf } from '../kit/rows/book.ts'
import type { Column } from '../kit/rows/columns.ts'
import type { Row } from '../kit/rows/map.ts'
import { readRows } from '../kit/rows/read.ts'
import { fieldPaths as originsOfRows, rulesOf as rulesOfRows, type Rules } from '../kit/rows/rules.ts'
import { sortRecords } from '../kit/wire.ts'
import { record, type AirtableRecord } from './wire.ts'

/** Every record has its creation time. */
const createdTime: Column = { id: 'createdTime', name: 'Created time' }

const listMax = 100

/** Collaborators, choices, files, buttons: the name of each. */
const nameOf = (value: Readonly<Record<string, unknown>>): FieldValue => {
  for (const key of ['name', 'email', 'text', 'label', 'filename', 'value', 'url', 'id']) {
    const found = value[key]
    if (typeof found === 'string' && found !== '') return found
  }
  return null
}

/** A cell as one plain value. Lists are joined; failed formulas are empty. */
export const cellOf = (value: unknown): FieldValue => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  if (!Array.isArray(value)) return nameOf(value as Record<string, unknown>)
  const items = value.slice(0, listMax).map(cellOf)
  // A lookup of one value is that value: an amount stays a number.
  if (items.length === 1) return items[0] ?? null
  return items.filter((item) => item !== null).join(', ') || null
}

export const rulesOf = (columns: readonly Column[], settings: SyncSettings): Rules => {
  const rules = rulesOfRows(columns, settings, { hasSerials: false })
  if (rules.map.created_at !== undefined) return rules
  return { ...rules, columns: [...rules.columns, createdTime], map: { ...rules.map, created_at: createdTime.id } }
}

const rowOf = ({ id, createdTime: createdAt, fields }: AirtableRecord, rules: Rules, raw: unknown): Row => {
  const cells = new Map(Object.entries(fields).map(([field, value]) => [field, cellOf(value)]))
  if (rules.map.created_at === createdTime.id && createdAt !== undefined) cells.set(createdTime.id, createdAt)
  return { place: `record ${id}`, id, cells, raw }
}

export const mapRecords = (rules: Rules, raws: readonly unknown[], book: Parameters<typeof readRows>[2] = {}) => {
  const sorted = sortRecords(record, raws, { object: 'contact', id: 'id' })
  const rows = sorted.good.map((one) => rowOf(one.record, rules, one.raw))
  const read = readRows(rules, rows, book)
  return { ...read, rejected: [...sorted.rejected, ...read.rejected] }
}

export const remap = (_object: RecordObject, raw: unknown, { settings }: Pick<Session, 'settings'>): Page => {
  const known = record.safeParse(raw).data
  const columns = Object.keys(known?.fields ?? {}).map((id) => ({ id, name: id }))
  const rules = rulesOf(columns, settings)
  const { book, ...page } = mapRecords(rules, [raw])
  return { ...page, ...catalogueOf(book, rules.words), next: null }
}

export const fieldPaths = (object: RecordObject, settings: SyncSettings): Record<string, string> => ({
  createdAt: 'createdTime',
  ...originsOfRows(object, settings, 'fields'),
  externalId: 'id',
})
