// The lineage of a field: the first delivery, going back from the newest, in which it already had its current value.
import type { FieldPaths } from '#server/connectors/kit/connector.ts'
import { fingerprintOf } from '#server/connectors/kit/rows/columns.ts'

interface Delivered {
  run_id: string
  payload: string
  received_at: Date
}

interface FieldOrigin {
  field: string
  value: string | null
  path: string | null
  column: string | null
  raw: string | null
  run_id: string | null
  since: string | null
}

export const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => textOf(one) ?? '').join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const names = ['id', 'field', 'title', 'name', 'key', 'perstag'] as const
type Pair = Partial<Record<(typeof names)[number] | 'value' | 'fieldValue', unknown>> | null

/** Vendors also send fields as a list of pairs: `[{ id, value }]`. The names of fields come in several spellings. */
const memberOf = (list: readonly unknown[], name: string): unknown => {
  if (/^\d+$/.test(name) && list[Number(name)] !== undefined) return list[Number(name)]
  const pairs = list as readonly Pair[]
  const written = fingerprintOf(name)
  const pair =
    pairs.find((one) => names.some((key) => one?.[key] === name)) ??
    pairs.find((one) => names.some((key) => typeof one?.[key] === 'string' && fingerprintOf(one[key]) === written))
  return pair?.value ?? pair?.fieldValue
}

const memberAt = (value: object, name: string): unknown => {
  if (Array.isArray(value)) return memberOf(value, name)
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/**
 * The value at a path such as `properties.email` in a payload; in a list, an index or the name of a pair. A name may
 * contain dots.
 */
export const valueAt = (payload: unknown, path: string): unknown => {
  if (payload === null || typeof payload !== 'object') return undefined
  const dot = path.indexOf('.')
  const whole = memberAt(payload, path)
  return whole !== undefined || dot < 0 ? whole : valueAt(memberAt(payload, path.slice(0, dot)), path.slice(dot + 1))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface Known {
  values: ReadonlyMap<string, unknown>
  paths: FieldPaths
  /** The names of a table's columns, by their ids. */
  columns: Readonly<Record<string, string>>
}

/** The path of a cell ends with the id of its column. */
const columnAt = (path: string, columns: Known['columns']): string | null =>
  path.includes('.') ? (columns[path.slice(path.indexOf('.') + 1)] ?? null) : null

const ownField = /^fields\./

/** A vendor's own fields are grouped under the vendor's names; cells of a table under the ids of their columns. */
const pathsOf = (field: string, { paths, columns }: Known): readonly string[] => {
  if (!ownField.test(field)) return [paths[field] ?? []].flat()
  const name = field.replace(ownField, '')
  const column = Object.keys(columns).find((id) => columns[id] === name)
  // Without a header a column is named by its letter.
  const called = [column ?? name, fingerprintOf(name), name.replace(/^column_/, '')]
  return [paths['fields.*'] ?? []].flat().flatMap((path) => called.map((one) => path.replace('*', () => one)))
}

type Opened = Omit<Delivered, 'payload'> & { payload: unknown }

const originOf = (field: string, deliveries: readonly Opened[], known: Known): FieldOrigin => {
  const value = textOf(known.values.get(field))
  const paths = pathsOf(field, known)
  const rawAt = (delivery: Opened | undefined, path: string) => textOf(valueAt(delivery?.payload, path))
  const path = paths.find((one) => rawAt(deliveries[0], one) !== null) ?? paths[0]
  if (path === undefined) return { field, value, path: null, column: null, raw: null, run_id: null, since: null }
  const raws = deliveries.map((delivery) => rawAt(delivery, path))
  const raw = raws[0] ?? null
  const changed = raws.findIndex((one) => one !== raw)
  const brought = deliveries[(changed === -1 ? raws.length : changed) - 1]
  return {
    field,
    value,
    path,
    column: columnAt(path, known.columns),
    raw,
    run_id: brought?.run_id ?? null,
    since: brought?.received_at.toISOString() ?? null,
  }
}

/**
 * Fields without a value on both sides are left out, and so are vendor fields that one of ours is made of. `deliveries`
 * has the newest first.
 */
export const fieldLineageFrom = (deliveries: readonly Delivered[], known: Known): FieldOrigin[] => {
  const opened = deliveries.map(({ payload, ...rest }) => ({ ...rest, payload: parsed(payload) }))
  const origins = [...known.values.keys()]
    .map((field) => originOf(field, opened, known))
    .filter(({ value, raw }) => value !== null || raw !== null)
  const placeOf = ({ path }: FieldOrigin): string => fingerprintOf(path ?? '')
  const used = new Set(origins.filter(({ field }) => !ownField.test(field)).map(placeOf))
  return origins.filter((origin) => !ownField.test(origin.field) || origin.path === null || !used.has(placeOf(origin)))
}
