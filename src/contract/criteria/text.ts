// The one form of criteria: the same criteria always have the same text, which both sides sign.
import { isLeaf, recordTypes, type Criteria, type Filter, type Leaf } from './criteria.ts'
import { sortFields } from './fields.ts'

/** How values of a CRM are compared everywhere: without case, surrounding spaces and forms of the same letter. Empty is not set. */
export const comparable = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

const isText = ({ field }: Leaf): boolean => field === 'tag' || field === 'source_field'

/** Texts of the CRM are compared as people read them, ids and days exactly. */
export const comparedValue = (leaf: Leaf, value: string): string => (isText(leaf) ? comparable(value) : value)

/** Without repetitions, in their order. Of several spellings the first in the order of characters is kept. */
const distinctValues = (leaf: Leaf): string[] => {
  const spellings = new Map<string, string>()
  for (const value of leaf.values ?? []) {
    const compared = comparedValue(leaf, value)
    const spelling = isText(leaf) ? value.trim() : value
    const known = spellings.get(compared)
    if (known === undefined || spelling < known) spellings.set(compared, spelling)
  }
  return [...spellings.values()]
}

const takesNoValues = ({ op }: Leaf): boolean => op === 'is_set' || op === 'is_not_set'

const simplifyLeaf = (leaf: Leaf): Leaf => {
  const { field, name, op } = leaf
  const named = field === 'source_field' ? { field, name: (name ?? '').trim() } : { field }
  if (takesNoValues(leaf)) return { ...named, op }
  const values = distinctValues(leaf)
  return { ...named, op: op === 'has_all' && values.length === 1 ? 'has_any' : op, values }
}

const isEmpty = (filter: Filter, kind: 'all' | 'any'): boolean =>
  kind in filter && (filter as Record<typeof kind, Filter[]>)[kind].length === 0

const childrenOf = (filter: Filter, kind: 'all' | 'any'): Filter[] =>
  kind in filter ? (filter as Record<typeof kind, Filter[]>)[kind] : [filter]

const groupOf = (kind: 'all' | 'any', children: Filter[]): Filter => {
  const flat = children.map(simplify).flatMap((child) => childrenOf(child, kind))
  const decides = kind === 'all' ? 'any' : 'all'
  const [only, ...rest] = flat
  const decided = flat.find((child) => isEmpty(child, decides))
  if (decided !== undefined) return decided
  if (only !== undefined && rest.length === 0) return only
  return kind === 'all' ? { all: flat } : { any: flat }
}

const negate = (filter: Filter): Filter => {
  if ('not' in filter) return filter.not
  if (isEmpty(filter, 'all')) return { any: [] }
  return isEmpty(filter, 'any') ? { all: [] } : { not: filter }
}

/**
 * The same filter without groups that say nothing: groups of one, groups in groups of their kind, `not` in `not`, and
 * empty groups. No condition at all is `{ all: [] }`.
 */
export const simplify = (filter: Filter): Filter => {
  if (isLeaf(filter)) return simplifyLeaf(filter)
  if ('not' in filter) return negate(simplify(filter.not))
  return 'all' in filter ? groupOf('all', filter.all) : groupOf('any', filter.any)
}

const sortValues = (filter: Filter): Filter => {
  if (!isLeaf(filter)) {
    if ('not' in filter) return { not: sortValues(filter.not) }
    return 'all' in filter ? { all: filter.all.map(sortValues) } : { any: filter.any.map(sortValues) }
  }
  return filter.values === undefined ? filter : { ...filter, values: filter.values.toSorted() }
}

const sortKeys = (_key: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))

export const canonicalFilter = (filter: Filter): string => JSON.stringify(sortValues(simplify(filter)), sortKeys)

/** The text of criteria that is hashed and signed. */
export const canonical = (criteria: Criteria): string =>
  JSON.stringify(
    {
      ...criteria,
      filter: JSON.parse(canonicalFilter(criteria.filter)) as Filter,
      record_types: recordTypes.filter((type) => criteria.record_types.includes(type)),
      fields: sortFields(criteria.fields),
    },
    sortKeys,
  )
