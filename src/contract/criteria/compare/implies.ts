// Whether one filter can never match more than another one, by their form only: for records of today and of the future.
import { isLeaf, type Filter, type Leaf, type Operator } from '../criteria.ts'
import { comparedValue, simplify } from '../text.ts'

const opposites: Partial<Record<Operator, Operator>> = {
  in: 'not_in',
  not_in: 'in',
  is_set: 'is_not_set',
  is_not_set: 'is_set',
  has_any: 'has_none',
  has_none: 'has_any',
}

/** `not` goes inwards as far as it can, so that two filters have the same form. */
const pushNot = (filter: Filter, isNegated: boolean): Filter => {
  if (isLeaf(filter)) {
    if (!isNegated) return filter
    const op = opposites[filter.op]
    return op === undefined ? { not: filter } : { ...filter, op }
  }
  if ('not' in filter) return pushNot(filter.not, !isNegated)
  const children = ('all' in filter ? filter.all : filter.any).map((child) => pushNot(child, isNegated))
  return 'all' in filter === isNegated ? { any: children } : { all: children }
}

interface Values {
  has: (other: Values) => boolean
  list: readonly string[]
}

const valuesOf = (leaf: Leaf): Values => {
  const list = (leaf.values ?? []).map((value) => comparedValue(leaf, value))
  const set = new Set(list)
  return { list, has: (other) => other.list.every((value) => set.has(value)) }
}

type Rule = (next: Values, old: Values) => boolean

const fewer: Rule = (next, old) => old.has(next)
const more: Rule = (next, old) => next.has(old)
const always: Rule = () => true

/** For the operators of the new and of the old condition on the same field. Any other pair is unsure. */
const rules: Record<string, Rule> = {
  'in in': fewer,
  'has_any has_any': fewer,
  'has_all has_all': more,
  'has_all has_any': (next, old) => next.list.some((value) => old.list.includes(value)),
  'has_none has_none': more,
  'not_in not_in': more,
  'is_set is_set': always,
  'is_not_set is_not_set': always,
  'in is_set': (next) => next.list.length > 0,
  'contains contains': (next, old) => next.list.every((longer) => old.list.some((part) => longer.includes(part))),
  '>= >=': (next, old) => old.list.every((limit) => next.list.some((day) => day >= limit)),
  '<= <=': (next, old) => old.list.every((limit) => next.list.some((day) => day <= limit)),
}

const leafImplies = (next: Leaf, old: Leaf): boolean => {
  if (next.field !== old.field || next.name !== old.name) return false
  return rules[`${next.op} ${old.op}`]?.(valuesOf(next), valuesOf(old)) ?? false
}

const atomImplies = (next: Filter, old: Filter): boolean => {
  if (isLeaf(next)) return isLeaf(old) && leafImplies(next, old)
  return 'not' in next && 'not' in old && isLeaf(next.not) && isLeaf(old.not) && leafImplies(old.not, next.not)
}

const holds = (next: Filter, old: Filter): boolean => {
  if ('all' in old) return old.all.every((child) => holds(next, child))
  if ('any' in next) return next.any.every((child) => holds(child, old))
  const isByPart = 'all' in next && next.all.some((child) => holds(child, old))
  return isByPart || ('any' in old && old.any.some((child) => holds(next, child))) || atomImplies(next, old)
}

/** Every record that matches the new filter also matches the old one. If it is not sure, the answer is no. */
export const implies = (next: Filter, old: Filter): boolean =>
  holds(pushNot(simplify(next), false), pushNot(simplify(old), false))
