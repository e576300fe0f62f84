import type { Store, StoredRecord } from '../kit/store.ts'
import { AirtableError } from './errors.ts'
import { testOf } from './formula.ts'
import { newId, sentRecord, type Bases, type BaseTable } from './state.ts'

export interface ListQuery {
  pageSize?: number | string
  maxRecords?: number | string
  offset?: string
  filterByFormula?: string
  returnFieldsByFieldId?: boolean | string
  fields?: readonly string[]
}

interface Iterator {
  table: string
  usedAt: number
  sent: number
}

const idleMs = 300_000
const chunk = 500

const sizeOf = ({ pageSize = 100 }: ListQuery): number => {
  const size = Number(pageSize)
  if (Number.isInteger(size) && size >= 1 && size <= 100) return size
  throw new AirtableError(
    422,
    'INVALID_REQUEST_UNKNOWN',
    'Invalid request: parameter validation failed. Check your request data.',
  )
}

/** Ids and names of the requested fields; null: all of them. */
const shownFields = ({ fields }: BaseTable, query: ListQuery): ReadonlySet<string> | null => {
  if (query.fields === undefined || query.fields.length === 0) return null
  const requested = query.fields.map((one) => {
    const field = fields.find(({ id, name }) => id === one || name === one)
    if (!field) throw new AirtableError(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${one}"`)
    return field
  })
  return new Set(requested.flatMap(({ id, name }) => [id, name]))
}

/** Lists are read with iterators, which are dropped when unused for a while. */
export const createListing = (store: Store, bases: Bases) => {
  const iterators = new Map<string, Iterator>()

  const resume = (
    table: BaseTable,
    base: string,
    offset: string | undefined,
  ): { key: string; state: Iterator; afterSeq: number } => {
    if (offset === undefined || offset === '')
      return { key: newId('itr'), state: { table: table.id, usedAt: Date.now(), sent: 0 }, afterSeq: 0 }
    const [key = '', last = ''] = offset.split('/')
    const state = iterators.get(key)
    const record = store.get({ ...bases.recordsAt(base, table.id), id: last })
    if (!state || !record || state.table !== table.id || Date.now() - state.usedAt > idleMs)
      throw new AirtableError(
        422,
        'LIST_RECORDS_ITERATOR_NOT_AVAILABLE',
        'The list records iterator is no longer available. Start again from the first page.',
      )
    return { key, state, afterSeq: record.seq }
  }

  const collect = (
    base: string,
    table: BaseTable,
    want: { formula: string; limit: number; afterSeq: number },
  ): StoredRecord[] => {
    const at = bases.recordsAt(base, table.id)
    if (want.formula === '') return store.list({ ...at, afterSeq: want.afterSeq, limit: want.limit })
    const test = testOf(want.formula, table)
    const found: StoredRecord[] = []
    for (let { afterSeq } = want; found.length < want.limit;) {
      const part = store.list({ ...at, afterSeq, limit: chunk })
      found.push(...part.filter(test))
      afterSeq = part.at(-1)?.seq ?? afterSeq
      if (part.length < chunk) break
    }
    return found.slice(0, want.limit)
  }

  return (base: string, table: BaseTable, query: ListQuery) => {
    const size = sizeOf(query)
    const only = shownFields(table, query)
    const { key, state, afterSeq } = resume(table, base, query.offset)
    const room = Math.min(size, Number(query.maxRecords ?? Infinity) - state.sent)
    const records = collect(base, table, { formula: query.filterByFormula ?? '', limit: room + 1, afterSeq })
    const page = records.slice(0, room)
    iterators.set(key, { ...state, usedAt: Date.now(), sent: state.sent + page.length })
    const byId = String(query.returnFieldsByFieldId) === 'true'
    const hasMore = records.length > room && room === size
    return {
      records: page.map((record) => sentRecord(record, table, { byId, only })),
      ...(hasMore ? { offset: `${key}/${page.at(-1)?.id ?? ''}` } : {}),
    }
  }
}
