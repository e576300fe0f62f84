import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria, type Filter, type Leaf } from '#contract/criteria/criteria.ts'
import { simplify } from '#contract/criteria/text.ts'
import { fieldsOf } from '#contract/criteria/fields.ts'
import { criteria as criteriaSchema } from '#contract/criteria/validate.ts'
import {
  addCondition,
  addGroup,
  changeBase,
  changeField,
  changeOperator,
  changeSource,
  changeType,
  conditionsOf,
  criteriaOf,
  draftOf,
  fingerprint,
  isComplete,
  joinGroup,
  newCondition,
  newDraft,
  problemOf,
  removeCondition,
  sharesEverything,
  updateCondition,
  type Condition,
  type Draft,
} from './draft.ts'

const hubspot = '0199c0de-0000-7000-8000-000000000001'
const tag: Leaf = { field: 'tag', op: 'has_any', values: ['northlight'] }
const lead: Leaf = { field: 'source_field', name: 'lead_source', op: 'in', values: ['Meta'] }
const pipeline: Leaf = { field: 'pipeline', op: 'in', values: ['p1'] }
const withFilter = (filter: Filter): Criteria => ({ ...emptyCriteria(hubspot), filter })
const onlyCondition = (draft: Draft): Condition => conditionsOf(draft)[0] ?? newCondition()

describe('A draft of criteria', () => {
  it.each<[string, Filter]>([
    ['everything', { all: [] }],
    ['one condition', tag],
    ['all of several', { all: [tag, lead] }],
    ['any of several', { any: [tag, lead] }],
    ['any inside all', { all: [tag, { any: [lead, pipeline] }] }],
    ['all inside any', { any: [tag, { all: [lead, pipeline] }] }],
    ['no value needed', { field: 'owner', op: 'is_set' }],
    ['a filter that the builder cannot show', { all: [tag, { not: lead }] }],
    ['a field that the builder does not have', { field: 'record_id', op: 'not_in', values: ['1'] }],
    ['groups in groups', { all: [tag, { any: [lead, { all: [tag, pipeline] }] }] }],
  ])('becomes the same criteria again: %s', (_what, filter) => {
    const draft = draftOf(withFilter(filter))
    expect(criteriaOf(draft)).toEqual(withFilter(simplify(filter)))
    expect(isComplete(draft)).toBe(true)
  })

  it('keeps a deeper filter until it is replaced', () => {
    const filter: Filter = { all: [tag, { not: lead }] }
    const draft = draftOf(withFilter(filter))
    expect([draft.fixed, draft.items]).toEqual([filter, []])
    expect(sharesEverything(draft)).toBe(false)
    expect(criteriaOf({ ...draft, fixed: null }).filter).toEqual({ all: [] })
  })

  it('begins with a tag to choose and shares totals only', () => {
    const draft = newDraft(hubspot)
    expect([isComplete(draft), problemOf(onlyCondition(draft))]).toEqual([false, 'Choose at least one value.'])
    const chosen = updateCondition(draft, { ...onlyCondition(draft), values: ['northlight'] })
    expect(isComplete(chosen)).toBe(true)
    expect(criteriaSchema.parse(criteriaOf(chosen))).toEqual({ ...emptyCriteria(hubspot), filter: tag })
  })

  it('is edited condition by condition', () => {
    const grouped = addCondition(addGroup(draftOf(withFilter(tag))))
    const [first, inGroup, last] = conditionsOf(grouped)
    const wider = addCondition(grouped, grouped.items[1]?.id)
    expect(wider.items.map((item) => ('conditions' in item ? item.conditions.length : 1))).toEqual([1, 2, 1])
    expect(conditionsOf(removeCondition(grouped, inGroup?.id ?? 0))).toEqual([first, last])
    expect(removeCondition(grouped, inGroup?.id ?? 0).items).toHaveLength(2)
    expect(criteriaOf(joinGroup(grouped, grouped.items[1]?.id ?? 0, 'all')).filter).toEqual({
      all: [tag, { field: 'tag', op: 'has_any', values: [] }, { field: 'tag', op: 'has_any', values: [] }],
    })
  })

  it('drops values that another field or operator cannot have', () => {
    const condition = onlyCondition(draftOf(withFilter(lead)))
    expect(changeField(condition, 'pipeline')).toEqual({ id: condition.id, field: 'pipeline', name: '', op: 'in', values: [] })
    expect(changeOperator(condition, 'not_in').values).toEqual(['Meta'])
    expect(changeOperator(condition, 'contains').values).toEqual([])
    expect(changeOperator(condition, 'is_set').values).toEqual([])
  })

  it('starts again with another source, but keeps what is shared of each contact', () => {
    const draft = draftOf({ ...withFilter(tag), type_of_data: 'FIELDS', fields: ['email', 'field:Roof type'] })
    const moved = changeSource(draft, '0199c0de-0000-7000-8000-000000000002')
    expect(moved.base.fields).toEqual(['email'])
    expect(onlyCondition(moved).values).toEqual([])
  })

  it('needs a field if the fields are chosen, and sends none otherwise', () => {
    const chosen = changeBase(draftOf(withFilter(tag)), { type_of_data: 'FIELDS' })
    expect(isComplete(chosen)).toBe(false)
    const named = changeBase(chosen, { fields: ['email', 'field:Treatment plan'] })
    expect(isComplete(named)).toBe(true)
    expect(criteriaOf(changeBase(named, { type_of_data: 'BASIC' })).fields).toEqual([])
  })

  it('begins chosen fields with those of the type before, and keeps those that were chosen', () => {
    const basic = draftOf({ ...withFilter(tag), type_of_data: 'BASIC' })
    const chosen = changeType(basic, 'FIELDS')
    expect(criteriaOf(chosen).fields).toEqual(fieldsOf(basic.base))
    const fewer = changeBase(chosen, { fields: ['email'] })
    expect(criteriaOf(changeType(changeType(fewer, 'OUTCOMES'), 'FIELDS')).fields).toEqual(['email'])
  })

  it('allows with totals nothing that needs rows, and again what it did when there are rows', () => {
    const allowing = draftOf({ ...withFilter(tag), type_of_data: 'BASIC', allow_export: true })
    const totals = changeType(allowing, 'COUNTS')
    expect(criteriaOf(totals)).toMatchObject({ type_of_data: 'COUNTS', allow_export: false })
    expect(criteriaOf(changeType(totals, 'BASIC'))).toEqual(criteriaOf(allowing))
  })

  it('knows when it shares everything, and when it was changed', () => {
    const all = draftOf(withFilter({ all: [] }))
    expect(sharesEverything(all)).toBe(true)
    expect(sharesEverything(addCondition(all))).toBe(false)
    expect(fingerprint(addCondition(all))).not.toBe(fingerprint(all))
    expect(fingerprint(draftOf(withFilter(tag)))).toBe(fingerprint(draftOf(withFilter(tag))))
  })
})
