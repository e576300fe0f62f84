// What the builder edits: criteria with conditions that may still be incomplete, and back.
import {
  emptyCriteria,
  isLeaf,
  leafOperators,
  type Criteria,
  type Filter,
  type Leaf,
  type LeafField,
  type TypeOfData,
} from '#contract/criteria/criteria.ts'
import { customFieldOf, fieldsOf } from '#contract/criteria/fields.ts'
import { filterProblems } from '#contract/criteria/filter-problems.ts'
import { looksSensitive } from '#contract/criteria/sensitive.ts'
import { canonical, simplify } from '#contract/criteria/text.ts'

export const builderFields = [
  'tag',
  'source_field',
  'pipeline',
  'stage',
  'list',
  'owner',
  'created_since',
] as const satisfies LeafField[]
export type BuilderField = (typeof builderFields)[number]

export interface Condition {
  id: number
  field: BuilderField
  /** Of the CRM's field, for `source_field`. */
  name: string
  op: Leaf['op']
  values: string[]
}

export type Joined = 'all' | 'any'

export interface Group {
  id: number
  joined: Joined
  conditions: Condition[]
}

export type Item = Condition | Group

export interface Draft {
  /** Also what the builder does not show. */
  base: Criteria
  joined: Joined
  items: Item[]
  /** A filter that the builder cannot show, kept as it is until it is replaced. */
  fixed: Filter | null
  /** What was allowed before totals were chosen. */
  allowedOfRows?: Pick<Criteria, 'allow_audiences' | 'allow_export'>
}

let lastId = 0
const nextId = () => (lastId += 1)

export const isGroup = (item: Item): item is Group => 'conditions' in item

export const newCondition = (): Condition => ({ id: nextId(), field: 'tag', name: '', op: 'has_any', values: [] })

const isBuilderField = (field: LeafField): field is BuilderField => (builderFields as readonly string[]).includes(field)

const conditionOf = ({ field, name = '', op, values = [] }: Leaf): Condition | null =>
  isBuilderField(field) ? { id: nextId(), field, name, op, values: [...values] } : null

const childrenOf = (filter: Filter): { joined: Joined; children: Filter[] } | null => {
  if (isLeaf(filter)) return { joined: 'all', children: [filter] }
  if ('not' in filter) return null
  return 'all' in filter ? { joined: 'all', children: filter.all } : { joined: 'any', children: filter.any }
}

const itemOf = (filter: Filter): Item | null => {
  if (isLeaf(filter)) return conditionOf(filter)
  const group = childrenOf(filter)
  const conditions = group?.children.map((child) => (isLeaf(child) ? conditionOf(child) : null)) ?? [null]
  return group && conditions.every((one) => one !== null) ? { id: nextId(), joined: group.joined, conditions } : null
}

const partsOf = (filter: Filter): Pick<Draft, 'joined' | 'items' | 'fixed'> => {
  const group = childrenOf(filter)
  const items = group?.children.map(itemOf) ?? [null]
  return group && items.every((item) => item !== null)
    ? { joined: group.joined, items, fixed: null }
    : { joined: 'all', items: [], fixed: filter }
}

export const draftOf = (criteria: Criteria): Draft => ({ base: criteria, ...partsOf(criteria.filter) })

/** The first condition asks for a tag; nothing is shared by default. */
export const newDraft = (integrationId: string): Draft => ({
  base: emptyCriteria(integrationId),
  joined: 'all',
  items: [newCondition()],
  fixed: null,
})

const takesNoValues = ({ op }: Pick<Condition, 'op'>) => op === 'is_set' || op === 'is_not_set'

export const leafOf = ({ field, name, op, values }: Condition): Leaf => ({
  field,
  ...(field === 'source_field' ? { name } : {}),
  op,
  ...(takesNoValues({ op }) ? {} : { values }),
})

const filterOfItem = (item: Item): Filter => {
  if (!isGroup(item)) return leafOf(item)
  const leaves = item.conditions.map(leafOf)
  return item.joined === 'all' ? { all: leaves } : { any: leaves }
}

const filterOf = ({ joined, items, fixed }: Draft): Filter => {
  if (fixed) return fixed
  const filters = items.map(filterOfItem)
  return joined === 'all' || filters.length === 0 ? { all: filters } : { any: filters }
}

/** The same as criteria. They are valid if there are no problems. */
export const criteriaOf = (draft: Draft): Criteria => {
  const { base } = draft
  return { ...base, filter: simplify(filterOf(draft)), fields: base.type_of_data === 'FIELDS' ? base.fields : [] }
}

export const conditionsOf = ({ items }: Draft): Condition[] => items.flatMap((item) => (isGroup(item) ? item.conditions : [item]))

/** Why a condition cannot be sent, in a sentence. */
export const problemOf = (condition: Condition): string | undefined => filterProblems(leafOf(condition))[0]?.message

export const isComplete = (draft: Draft): boolean =>
  draft.base.integration_id !== '' &&
  draft.base.purpose.trim() !== '' &&
  conditionsOf(draft).every((condition) => problemOf(condition) === undefined) &&
  (draft.base.type_of_data !== 'FIELDS' || draft.base.fields.length > 0)

export const sharesEverything = (draft: Draft): boolean => {
  const filter = simplify(filterOf(draft))
  return 'all' in filter && filter.all.length === 0
}

/** Which kind of sensitive data a field seems to have, by its name and examples. */
export const sensitiveKind = (field: string, examples: readonly string[] = []): string | undefined =>
  looksSensitive(customFieldOf(field)?.name ?? field, examples)

/** Text that differs whenever the criteria do, complete or not. */
export const fingerprint = (draft: Draft): string =>
  canonical({ ...criteriaOf(draft), filter: { all: [] } }) + JSON.stringify(filterOf(draft))

const mapConditions = (draft: Draft, change: (condition: Condition) => Condition | null): Draft => {
  const changed = (conditions: Condition[]) => conditions.map(change).filter((one) => one !== null)
  const items = draft.items.flatMap((item): Item[] => {
    if (!isGroup(item)) return changed([item])
    const conditions = changed(item.conditions)
    return conditions.length === 0 ? [] : [{ ...item, conditions }]
  })
  return { ...draft, items }
}

export const updateCondition = (draft: Draft, next: Condition): Draft =>
  mapConditions(draft, (condition) => (condition.id === next.id ? next : condition))

/** A group without conditions goes, too. */
export const removeCondition = (draft: Draft, id: number): Draft =>
  mapConditions(draft, (condition) => (condition.id === id ? null : condition))

/** To the group, or to the end. */
export const addCondition = (draft: Draft, groupId?: number): Draft =>
  groupId === undefined
    ? { ...draft, items: [...draft.items, newCondition()] }
    : {
        ...draft,
        items: draft.items.map((item) =>
          isGroup(item) && item.id === groupId ? { ...item, conditions: [...item.conditions, newCondition()] } : item,
        ),
      }

/** A group joins its conditions the other way, or it would say nothing. */
export const addGroup = (draft: Draft): Draft => {
  const joined = draft.joined === 'all' ? 'any' : 'all'
  return { ...draft, items: [...draft.items, { id: nextId(), joined, conditions: [newCondition()] }] }
}

export const joinGroup = (draft: Draft, id: number, joined: Joined): Draft => ({
  ...draft,
  items: draft.items.map((item) => (isGroup(item) && item.id === id ? { ...item, joined } : item)),
})

/** Values of another field mean nothing here. */
export const changeField = ({ id }: Condition, field: BuilderField, name = ''): Condition => ({
  id,
  field,
  name,
  op: leafOperators[field][0],
  values: [],
})

/** Whether there is one value at most. */
export const isSingle = (op: Leaf['op']) => op === 'contains' || op === '>=' || op === '<='

export const changeOperator = (condition: Condition, op: Leaf['op']): Condition => ({
  ...condition,
  op,
  values: takesNoValues({ op }) || isSingle(op) !== isSingle(condition.op) ? [] : condition.values,
})

export const changeBase = (draft: Draft, change: Partial<Criteria>): Draft => ({ ...draft, base: { ...draft.base, ...change } })

/** Totals allow nothing that needs rows, until there are rows again. Chosen fields begin with those that were shared before. */
export const changeType = (draft: Draft, type: TypeOfData): Draft => {
  const { type_of_data: before, fields, allow_audiences, allow_export } = draft.base
  const changed = changeBase(draft, {
    type_of_data: type,
    ...(before === 'COUNTS' ? draft.allowedOfRows : {}),
    ...(type === 'FIELDS' && fields.length === 0 ? { fields: fieldsOf(draft.base) } : {}),
  })
  if (type !== 'COUNTS') return changed
  const allowedOfRows = { allow_audiences, allow_export }
  return { ...changeBase(changed, { allow_audiences: false, allow_export: false }), allowedOfRows }
}

/** Values and custom fields belong to a source. */
export const changeSource = (draft: Draft, integrationId: string): Draft => ({
  ...newDraft(integrationId),
  base: {
    ...draft.base,
    integration_id: integrationId,
    sub_account: null,
    fields: draft.base.fields.filter((field) => customFieldOf(field) === undefined),
  },
})
