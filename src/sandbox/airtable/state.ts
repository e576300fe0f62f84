// Bases with their tables. Cells are stored by the ids of their fields; a request by names gets names.
import { randomBytes } from 'node:crypto'
import { leadColumns, type LeadColumn } from '../kit/leads.ts'
import type { Store, StoredRecord } from '../kit/store.ts'

export const prefix = 'airtable'

interface Field {
  id: string
  name: string
  type: string
}

export interface BaseTable {
  id: string
  name: string
  primaryFieldId: string
  fields: Field[]
  views: { id: string; name: string; type: string }[]
}

export type Cells = Record<string, unknown>

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const newId = (kind: string): string =>
  kind + Array.from(randomBytes(14), (byte) => signs.charAt(byte % signs.length)).join('')

const types: Record<LeadColumn, string> = {
  'Lead ID': 'singleLineText',
  Email: 'email',
  Phone: 'phoneNumber',
  'First name': 'singleLineText',
  'Last name': 'singleLineText',
  Created: 'dateTime',
  Source: 'singleSelect',
  Campaign: 'singleLineText',
  Stage: 'singleSelect',
  Outcome: 'singleSelect',
  Amount: 'currency',
  Currency: 'singleLineText',
  Closed: 'dateTime',
}

export const leadTable = (): BaseTable => {
  const fields = leadColumns.map((name) => ({ id: newId('fld'), name, type: types[name] }))
  return {
    id: newId('tbl'),
    name: 'Leads',
    primaryFieldId: fields[0]?.id ?? '',
    fields,
    views: [{ id: newId('viw'), name: 'Grid view', type: 'grid' }],
  }
}

export type Bases = ReturnType<typeof createBases>

export const createBases = (store: Store) => {
  const tablesAt = (base: string) => ({ vendor: prefix, account: base, object: 'table' })
  const recordsAt = (base: string, table: string) => ({ vendor: prefix, account: base, object: `records:${table}` })
  return {
    recordsAt,
    saveTable(base: string, table: BaseTable): void {
      const now = Date.now()
      store.put(tablesAt(base), { id: table.id, body: table, createdAt: now, modifiedAt: now })
    },
    tables: (base: string): BaseTable[] => store.list(tablesAt(base)).map(({ body }) => JSON.parse(body) as BaseTable),
    table(base: string, idOrName: string): BaseTable | undefined {
      const stored = store.get({ ...tablesAt(base), id: idOrName })
      if (stored) return JSON.parse(stored.body) as BaseTable
      return this.tables(base).find(({ name }) => name === idOrName)
    },
    put(base: string, table: string, { id, cells, at }: { id: string; cells: Cells; at: number }): void {
      const filled = Object.fromEntries(Object.entries(cells).filter(([, value]) => !isEmpty(value)))
      store.put(recordsAt(base, table), { id, body: filled, createdAt: at, modifiedAt: at })
    },
    get(base: string, table: string, id: string): StoredRecord | undefined {
      const stored = store.get({ ...recordsAt(base, table), id })
      return stored && stored.deletedAt === 0 ? stored : undefined
    },
    remove: (base: string, table: string, id: string): void => store.remove({ ...recordsAt(base, table), id }, Date.now()),
  }
}

/** Empty values are not sent at all. */
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || value === false

interface Shape {
  byId: boolean
  /** Ids and names of the requested fields; null: all. */
  only: ReadonlySet<string> | null
}

export const sentRecord = (record: StoredRecord, { fields }: BaseTable, { byId, only }: Shape) => {
  const cells = JSON.parse(record.body) as Cells
  const names = new Map(fields.map(({ id, name }) => [id, byId ? id : name]))
  const known = Object.entries(cells).filter(([id]) => names.has(id) && (only === null || only.has(id)))
  return {
    id: record.id,
    createdTime: new Date(record.createdAt).toISOString(),
    fields: Object.fromEntries(known.map(([id, value]) => [names.get(id) ?? id, value])),
  }
}
