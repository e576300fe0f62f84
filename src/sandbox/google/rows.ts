// Answers queries over rows: the known fields, how they are compared, and how they are sent.
import { badQuery } from './failures.ts'
import type { Condition, Operator, Query } from './gaql.ts'

export type Value = string | number | boolean
/** By the names of the query language. Integers of 64 bits are text, as Google sends them. */
export type Row = Readonly<Record<string, Value>>

const customer = ['id', 'descriptive_name', 'currency_code', 'time_zone', 'manager', 'status', 'resource_name'].map(
  (name) => `customer.${name}`,
)
const client = [
  'id',
  'client_customer',
  'descriptive_name',
  'manager',
  'level',
  'currency_code',
  'time_zone',
  'status',
  'hidden',
  'test_account',
  'resource_name',
].map((name) => `customer_client.${name}`)
const metrics = ['cost_micros', 'impressions', 'clicks', 'conversions', 'conversions_value'].map((name) => `metrics.${name}`)
const campaign = ['id', 'name', 'status', 'resource_name'].map((name) => `campaign.${name}`)

const resources: Readonly<Record<string, readonly string[]>> = {
  customer,
  customer_client: client,
  campaign: [...campaign, ...customer, ...metrics, 'segments.date'],
}

export const checkFields = ({ fields, from, where, orderBy }: Query): void => {
  const known = resources[from]
  if (!known) throw badQuery('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `Error in query: '${from}' is not a resource.`)
  const used = [...fields, ...where.map(({ field }) => field), ...orderBy.map(({ field }) => field)]
  const unknown = used.find((field) => !known.includes(field))
  if (unknown !== undefined)
    throw badQuery('UNRECOGNIZED_FIELD', `Error in query: unrecognized field '${unknown}' for resource '${from}'.`)
}

const isNumber = (value: Value): boolean => typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value))

const compare = (one: Value, other: Value): number => {
  const [a, b] = isNumber(one) && isNumber(other) ? [Number(one), Number(other)] : [String(one), String(other)]
  if (a === b) return 0
  return a < b ? -1 : 1
}

const tests: Readonly<Record<Operator, (value: Value, wanted: readonly string[]) => boolean>> = {
  '=': (value, [wanted = '']) => compare(value, wanted) === 0,
  '!=': (value, [wanted = '']) => compare(value, wanted) !== 0,
  '<': (value, [wanted = '']) => compare(value, wanted) < 0,
  '<=': (value, [wanted = '']) => compare(value, wanted) <= 0,
  '>': (value, [wanted = '']) => compare(value, wanted) > 0,
  '>=': (value, [wanted = '']) => compare(value, wanted) >= 0,
  IN: (value, wanted) => wanted.some((one) => compare(value, one) === 0),
  BETWEEN: (value, [low = '', high = '']) => compare(value, low) >= 0 && compare(value, high) <= 0,
}

/** TRUE and FALSE are accepted in any case. */
const holds = (row: Row, { field, operator, values }: Condition): boolean => {
  const value = row[field]
  if (value === undefined) return false
  const wanted = typeof value === 'boolean' ? values.map((one) => one.toLowerCase()) : values
  return tests[operator](value, wanted)
}

export const answerQuery = (rows: readonly Row[], { where, orderBy, limit }: Query): Row[] => {
  const found = rows.filter((row) => where.every((condition) => holds(row, condition)))
  const sorted =
    orderBy.length === 0
      ? found
      : found.toSorted((one, other) => {
          for (const { field, isDescending } of orderBy) {
            const order = compare(one[field] ?? '', other[field] ?? '')
            if (order !== 0) return isDescending ? -order : order
          }
          return 0
        })
  return limit === null ? sorted : sorted.slice(0, limit)
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** As JSON: a part for each resource, with its name, and the requested fields. */
export const sendRow = (row: Row, fields: readonly string[]): Record<string, Record<string, Value>> => {
  const sent: Record<string, Record<string, Value>> = {}
  for (const field of fields) {
    const [resource = '', name = ''] = field.split('.')
    const resourceName = row[`${resource}.resource_name`]
    const part = (sent[camel(resource)] ??= resourceName === undefined ? {} : { resourceName })
    const value = row[field]
    if (value !== undefined) part[camel(name)] = value
  }
  return sent
}

export const maskOf = (fields: readonly string[]): string =>
  fields.map((field) => field.split('.').map(camel).join('.')).join(',')

const lowest: ReadonlySet<Operator> = new Set(['=', '>=', '>', 'BETWEEN'])
const highest: ReadonlySet<Operator> = new Set(['=', '<=', '<', 'BETWEEN'])

/** The days that the conditions allow at most, so that only these are fetched. */
export const daysOf = ({ where }: Query): { from: string; until: string } => {
  const onDays = where.filter(({ field }) => field === 'segments.date')
  const from = onDays.find(({ operator }) => lowest.has(operator))?.values[0] ?? '1970-01-01'
  const until = onDays.find(({ operator }) => highest.has(operator))?.values.at(-1) ?? '2999-12-31'
  return { from, until }
}
