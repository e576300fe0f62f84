// What differs between two versions of criteria, as data for people: the smallest parts that were added, removed or changed.
import { isLeaf, type Criteria, type Filter, type Leaf } from '../criteria.ts'
import { fieldsOf } from '../fields.ts'
import { canonicalFilter, comparedValue, simplify } from '../text.ts'

const permissions = ['allow_audiences', 'allow_export'] as const

type Permission = (typeof permissions)[number]
type Setting = Exclude<keyof Criteria, Permission | 'filter' | 'fields' | 'record_types' | 'retention_days_after_end'>

export type Change =
  | { kind: 'added' | 'removed'; what: 'value'; leaf: Leaf; value: string }
  /** How the condition is joined with the others: as one more way to match, or as one more demand. */
  | { kind: 'added' | 'removed'; what: 'condition'; filter: Filter; joined: 'any' | 'all' }
  | { kind: 'added' | 'removed'; what: 'field'; field: string }
  | { kind: 'added' | 'removed'; what: 'record_type'; recordType: Criteria['record_types'][number] }
  | { kind: 'added' | 'removed'; what: Permission }
  | { [S in Setting]: { kind: 'changed'; what: S; from: Criteria[S]; to: Criteria[S] } }[Setting]

type Kind = 'all' | 'any'
type Group = { all: Filter[] } | { any: Filter[] }

const kindOf = (group: Group): Kind => ('all' in group ? 'all' : 'any')
const childrenOf = (group: Group): Filter[] => ('all' in group ? group.all : group.any)
const isGroup = (filter: Filter): filter is Group => !isLeaf(filter) && !('not' in filter)
const asGroup = (filter: Filter, kind: Kind): Group => {
  if (isGroup(filter) && kindOf(filter) === kind) return filter
  return kind === 'all' ? { all: [filter] } : { any: [filter] }
}

const valueChanges = (old: Leaf, next: Leaf): Change[] => {
  const without = (leaf: Leaf, other: Leaf): string[] => {
    const known = new Set((other.values ?? []).map((value) => comparedValue(other, value)))
    return (leaf.values ?? []).filter((value) => !known.has(comparedValue(leaf, value)))
  }
  return [
    ...without(next, old).map((value) => ({ kind: 'added', what: 'value', leaf: next, value }) as const),
    ...without(old, next).map((value) => ({ kind: 'removed', what: 'value', leaf: old, value }) as const),
  ]
}

const isSameCondition = (one: Leaf, other: Leaf): boolean =>
  one.field === other.field && one.name === other.name && one.op === other.op && one.values !== undefined

/** Whether the difference of two conditions can be told by their parts. */
const isPair = (old: Filter, next: Filter): boolean => {
  if (isLeaf(old) && isLeaf(next)) return isSameCondition(old, next)
  return isGroup(old) && isGroup(next) && kindOf(old) === kindOf(next)
}

const pairChanges = (old: Filter, next: Filter): Change[] => {
  if (isLeaf(old) && isLeaf(next)) return valueChanges(old, next)
  return isGroup(old) && isGroup(next) ? groupChanges(old, next) : []
}

const groupChanges = (old: Group, next: Group): Change[] => {
  const joined = kindOf(next)
  const oldRest = [...childrenOf(old)]
  const nextRest: Filter[] = []
  const takeOut = (isWanted: (filter: Filter) => boolean): Filter | undefined => {
    const index = oldRest.findIndex(isWanted)
    return index === -1 ? undefined : oldRest.splice(index, 1)[0]
  }
  for (const child of childrenOf(next)) {
    const text = canonicalFilter(child)
    if (takeOut((other) => canonicalFilter(other) === text) === undefined) nextRest.push(child)
  }
  const changed = nextRest.flatMap((child): Change[] => {
    const pair = takeOut((other) => isPair(other, child))
    return pair === undefined ? [{ kind: 'added', what: 'condition', filter: child, joined }] : pairChanges(pair, child)
  })
  return [...changed, ...oldRest.map((filter): Change => ({ kind: 'removed', what: 'condition', filter, joined }))]
}

const filterChanges = (old: Filter, next: Filter): Change[] => {
  const [from, to] = [simplify(old), simplify(next)]
  const isAny = [from, to].some((filter) => isGroup(filter) && kindOf(filter) === 'any')
  const isAll = [from, to].some((filter) => isGroup(filter) && kindOf(filter) === 'all')
  const kind = isAny && !isAll ? 'any' : 'all'
  return groupChanges(asGroup(from, kind), asGroup(to, kind))
}

const listChanges = <T extends string>(
  old: readonly T[],
  next: readonly T[],
  change: (kind: 'added' | 'removed', item: T) => Change,
) => [
  ...next.filter((item) => !old.includes(item)).map((item) => change('added', item)),
  ...old.filter((item) => !next.includes(item)).map((item) => change('removed', item)),
]

const settings = [
  'integration_id',
  'sub_account',
  'match_on',
  'since',
  'future_only',
  'type_of_data',
  'purpose',
  'on_leave',
] as const satisfies readonly Setting[]

/** From the old criteria to the next, in the order of the sentence: who, what, terms. */
export const changesOf = (old: Criteria, next: Criteria): Change[] => [
  ...filterChanges(old.filter, next.filter),
  ...listChanges(fieldsOf(old), fieldsOf(next), (kind, field) => ({ kind, what: 'field', field })),
  ...listChanges(old.record_types, next.record_types, (kind, recordType) => ({ kind, what: 'record_type', recordType })),
  ...settings
    .filter((what) => old[what] !== next[what])
    .map((what) => ({ kind: 'changed', what, from: old[what], to: next[what] }) as Change),
  ...permissions
    .filter((what) => old[what] !== next[what])
    .map((what): Change => ({ kind: next[what] ? 'added' : 'removed', what })),
]
