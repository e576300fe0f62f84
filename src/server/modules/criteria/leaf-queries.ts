// Single conditions of a filter as SQL. A condition is true or false and never null, so that it can be negated. Values
// are bound, never part of the text.
import { sql, type RawBuilder } from 'kysely'
import { isLeaf, type Filter, type Leaf, type Operator } from '#contract/criteria/criteria.ts'
import { comparable } from '#contract/criteria/text.ts'
import { storable } from '#server/platform/db/statements/storable.ts'
import { isId } from '#server/platform/ids.ts'

export type Condition = RawBuilder<boolean>

const always: Condition = sql`true`
export const never: Condition = sql`false`

const opposites: Partial<Record<Operator, Operator>> = { has_none: 'has_any', not_in: 'in', is_not_set: 'is_set' }

/** The condition that a leaf states or negates. */
export const positive = (leaf: Leaf): Leaf => ({ ...leaf, op: opposites[leaf.op] ?? leaf.op })

const isNegated = ({ op }: Leaf): boolean => opposites[op] !== undefined

/** A filter whose conditions are stated by `say`. */
export const conditionOf = (filter: Filter, say: (leaf: Leaf) => Condition): Condition => {
  if (isLeaf(filter)) return isNegated(filter) ? sql`not ${say(filter)}` : say(filter)
  if ('not' in filter) return sql`not ${conditionOf(filter.not, say)}`
  const parts = 'all' in filter ? filter.all : filter.any
  if (parts.length === 0) return 'all' in filter ? always : never
  const conditions = parts.map((part) => conditionOf(part, say))
  return sql`(${sql.join(conditions, 'all' in filter ? sql` and ` : sql` or `)})`
}

const valuesOf = ({ values = [] }: Leaf): string[] => values.map(storable)
const setOnly = (values: readonly string[]): string[] => values.filter((value) => comparable(value) !== '')

/** As the database compares them: its Unicode may be older than ours. */
const compared = (values: readonly string[]): RawBuilder<string[]> => sql`comparable_tags(${values}::text[])`

/** A column with an id of the vendor's. */
export const idCondition = (column: string, leaf: Leaf): Condition => {
  const at = sql.ref(column)
  if (positive(leaf).op === 'is_set') return sql`coalesce(comparable(${at}) <> '', false)`
  return sql`coalesce(${at} = any(${setOnly(valuesOf(leaf))}::text[]), false)`
}

const textOf = (record: string, name: string): RawBuilder<string> =>
  name === 'source' ? sql`${sql.ref(`${record}.source`)}` : sql`${sql.ref(`${record}.fields`)} ->> ${storable(name)}::text`

const sourceCondition = (record: string, leaf: Leaf): Condition => {
  const text = sql`comparable(${textOf(record, leaf.name ?? '')})`
  const wanted = valuesOf(leaf)
  const { op } = positive(leaf)
  if (op === 'is_set') return sql`coalesce(${text} <> '', false)`
  if (op === 'in') return sql`coalesce(${text} = any(${compared(setOnly(wanted))}), false)`
  // `strpos` has no patterns that would need escaping.
  return sql`coalesce(${text} <> '' and exists (select from unnest(${compared(wanted)}) as part where strpos(${text}, part) > 0), false)`
}

const createdCondition = (record: string, leaf: Leaf): Condition => {
  const at = sql.ref(`${record}.created_at`)
  const days = valuesOf(leaf).map((day) =>
    leaf.op === '>=' ? sql`${at} >= ${startOf(day)}::timestamptz` : sql`${at} < ${startOf(day)}::timestamptz + interval '1 day'`,
  )
  return days.length === 0 ? always : sql`(${sql.join(days, sql` and `)})`
}

/** A day begins at midnight UTC. */
export const startOf = (day: string): string => `${day.slice(0, 10)}T00:00:00Z`

/** Tags of a contact: all of them, or at least one. */
export const tagCondition = (contact: string, leaf: Leaf): Condition => {
  const wanted = valuesOf(leaf)
  const set = setOnly(wanted)
  const tags = sql.ref(`${contact}.tags_norm`)
  if (leaf.op === 'has_all') return set.length < wanted.length ? never : sql`${tags} @> ${compared(wanted)}`
  const [one, ...others] = set
  if (one === undefined) return never
  // Faster than the overlap of two lists.
  return others.length === 0 ? sql`comparable(${one}::text) = any(${tags})` : sql`${tags} && ${compared(set)}`
}

/** What every kind of record says of itself. `integrationId` is that of all records. */
export const ownCondition = (record: string, leaf: Leaf, integrationId: string): Condition | undefined => {
  switch (leaf.field) {
    case 'source_field':
      return sourceCondition(record, leaf)
    case 'owner':
      return idCondition(`${record}.owner_external_id`, leaf)
    case 'integration':
      return valuesOf(leaf).includes(integrationId) ? always : never
    case 'record_id':
      return sql`${sql.ref(`${record}.id`)} = any(${valuesOf(leaf).filter(isId)}::uuid[])`
    case 'created_since':
      return createdCondition(record, leaf)
    default:
      return undefined
  }
}
