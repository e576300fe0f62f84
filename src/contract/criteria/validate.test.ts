import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { emptyCriteria, leafFields, leafOperators, operators, type Criteria, type Filter, type Leaf } from './criteria.ts'
import { criteria, criteriaFilter } from './validate.ts'

const valid: Criteria = { ...emptyCriteria('0199c0de-0000-7000-8000-000000000001') }
const tag: Leaf = { field: 'tag', op: 'has_any', values: ['northlight'] }

const messagesOf = (filter: unknown): string[] =>
  criteriaFilter.safeParse(filter).error?.issues.map(({ message }) => message) ?? []
const messageFor = (change: Record<string, unknown>): string | undefined =>
  criteria.safeParse({ ...valid, ...change }).error?.issues[0]?.message

const deep = (depth: number): unknown => {
  let filter: unknown = tag
  for (let level = 0; level < depth; level += 1) filter = { not: filter }
  return filter
}

describe('A filter', () => {
  it.each<[string, unknown]>([
    ['everything', { all: [] }],
    ['one condition', tag],
    ['three groups deep', { all: [{ any: [{ not: tag }, tag] }] }],
    ['20 conditions', { any: Array.from({ length: 20 }, () => tag) }],
    ['200 values', { ...tag, values: Array.from({ length: 200 }, (_, index) => `t${index}`) }],
    ['a long value', { ...tag, values: ['x'.repeat(200)] }],
    ['no values', { field: 'pipeline', op: 'is_set', values: [] }],
    ['a CRM field', { field: 'source_field', name: 'lead_source', op: 'contains', values: ['ads'] }],
  ])('is accepted: %s', (_what, filter) => {
    expect(messagesOf(filter)).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['four groups deep', deep(4), 'Groups can be up to 3 deep.'],
    ['a million groups deep', deep(1_000_000), 'Groups can be up to 3 deep.'],
    ['21 conditions', { any: Array.from({ length: 21 }, () => tag) }, 'A filter can have up to 20 conditions.'],
    [
      '22 conditions in two groups',
      { all: [{ any: Array.from({ length: 11 }, () => tag) }, { any: Array.from({ length: 11 }, () => tag) }] },
      'A filter can have up to 20 conditions.',
    ],
    ['201 values', { ...tag, values: Array.from({ length: 201 }, () => 't') }, 'A condition can have up to 200 values.'],
    ['a longer value', { ...tag, values: ['x'.repeat(201)] }, 'A value can have up to 200 characters.'],
    ['an empty value', { ...tag, values: [' '] }, 'A value needs at least one character.'],
    ['a zero character', { ...tag, values: ['a\0'] }, 'Control characters are not allowed.'],
    ['a number', { ...tag, values: [1] }, 'Values have to be text.'],
    ['no list', { ...tag, values: 'a' }, 'Values have to be a list.'],
    ['no value', { ...tag, values: [] }, 'Choose at least one value.'],
    ['values left out', { field: 'tag', op: 'has_any' }, 'Choose at least one value.'],
    ['values of is_set', { field: 'owner', op: 'is_set', values: ['o'] }, 'This condition has no values.'],
    [
      'two days',
      { field: 'created_since', op: '>=', values: ['2025-01-01', '2025-01-02'] },
      'This condition has exactly one value.',
    ],
    ['no day', { field: 'created_since', op: '<=', values: ['2025-02-30'] }, 'Use a date such as 2025-07-01.'],
    ['the year 0', { field: 'created_since', op: '<=', values: ['0000-01-01'] }, 'Use a date such as 2025-07-01.'],
    ['a short part', { field: 'source_field', name: 'source', op: 'contains', values: ['ad '] }, 'Enter at least 3 characters.'],
    ['no CRM field', { field: 'source_field', op: 'is_set' }, 'Choose the CRM field that has the source.'],
    ['a name elsewhere', { ...tag, name: 'x' }, 'Only a condition about a CRM field has a field name.'],
    ['another field', { field: 'constructor', op: 'in', values: ['x'] }, 'Choose what the condition is about.'],
    ['an empty object', {}, 'Choose what the condition is about.'],
    ['an empty group', { all: [{ all: [] }] }, 'A group needs at least one condition.'],
    ['any of nothing', { any: [] }, 'A group needs at least one condition.'],
    ['no object', 'tag', 'Use a condition with a field, or one of all, any and not.'],
    ['null', { all: [null] }, 'Use a condition with a field, or one of all, any and not.'],
    ['two kinds of groups', { all: [tag], any: [tag] }, 'Use a condition with a field, or one of all, any and not.'],
    [
      'a deep group beside another',
      { all: [tag], any: [deep(1_000_000)] },
      'Use a condition with a field, or one of all, any and not.',
    ],
    [
      'a deep group beside a condition',
      { ...tag, any: [deep(1_000_000)] },
      'Use a condition with a field, or one of all, any and not.',
    ],
    ['a deep value', { ...tag, values: [deep(1_000_000)] }, 'Values have to be text.'],
    ['a deep name', { ...tag, name: deep(1_000_000) }, 'Only a condition about a CRM field has a field name.'],
    ['another deep key', { ...tag, extra: deep(1_000_000) }, 'Unrecognized key: "extra"'],
    ['a deep list', { all: [[deep(1_000_000)]] }, 'Use a condition with a field, or one of all, any and not.'],
    ['a group that is no list', { all: deep(1_000_000) }, 'Use a condition with a field, or one of all, any and not.'],
    ['other keys', { ...tag, extra: 1 }, 'Unrecognized key: "extra"'],
  ])('is refused: %s', (_what, filter, message) => {
    expect(messagesOf(filter)).toContain(message)
  })

  it('takes the operators of its field only', () => {
    for (const field of leafFields) {
      const fitting: readonly string[] = leafOperators[field]
      const name = field === 'source_field' ? { name: 'source' } : {}
      const values = (op: string) => (op.endsWith('set') ? [] : ['2025-07-01'])
      const accepted = operators.filter((op) => messagesOf({ field, ...name, op, values: values(op) }).length === 0)
      expect(accepted.toSorted()).toEqual(fitting.toSorted())
    }
  })

  it('says where the problem is, for each condition', () => {
    const filter = { all: [{ ...tag, values: [] }, { any: [tag, { field: 'tag', op: 'in', values: ['x'] }] }] }
    expect(criteria.safeParse({ ...valid, filter }).error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['filter.all.0', 'Choose at least one value.'],
      ['filter.all.1.any.1', 'Use one of has_any, has_all, has_none here.'],
    ])
  })

  it('is trimmed', () => {
    const filter: Filter = { field: 'source_field', name: ' lead ', op: 'in', values: [' Meta '] }
    expect(criteriaFilter.parse(filter)).toEqual({ field: 'source_field', name: 'lead', op: 'in', values: ['Meta'] })
  })
})

describe('Criteria', () => {
  it('are accepted', () => {
    expect(criteria.parse(valid)).toEqual(valid)
    const chosen = {
      ...valid,
      type_of_data: 'FIELDS',
      fields: ['email', 'field:Roof type'],
      since: '2025-07-01',
      sub_account: ' loc ',
    }
    expect(criteria.parse(chosen)).toEqual({ ...chosen, sub_account: 'loc' })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ type_of_data: 'FIELDS' }, 'Choose at least one field.'],
    [{ fields: ['email'] }, 'Only the type of data with chosen fields has a list of fields.'],
    [{ type_of_data: 'FIELDS', fields: ['email', 'email'] }, 'Choose each field once.'],
    [{ type_of_data: 'FIELDS', fields: ['raw'] }, "This field can't be shared."],
    [{ type_of_data: 'FIELDS', fields: Array.from({ length: 101 }, (_, n) => `field:${n}`) }, 'You can share up to 100 fields.'],
    [{ since: '2025-02-30' }, 'Use a date such as 2025-07-01.'],
    [{ since: '0000-01-01' }, 'Use a date such as 2025-07-01.'],
    [{ purpose: ' ' }, 'Enter what the data is for.'],
    [{ record_types: [] }, 'Choose at least one type of record.'],
    [{ record_types: ['touch', 'touch'] }, 'Choose each type of record once.'],
    [{ retention_days_after_end: 1 }, 'What you share is erased as soon as sharing ends. Use 0 days.'],
    [{ retention_days_after_end: null }, 'What you share is erased as soon as sharing ends. Use 0 days.'],
    [{ extra: 1 }, 'Unrecognized key: "extra"'],
  ])('are refused: %j', (change, message) => {
    expect(messageFor(change)).toBe(message)
  })

  it.each(['input', 'output'] as const)('are described for the API, %s', (io) => {
    const schema = z.toJSONSchema(criteria, { io, target: 'draft-2020-12', reused: 'inline', unrepresentable: 'any' })
    const { $defs = {} } = schema as { $defs?: Record<string, { anyOf?: unknown[]; properties?: object }> }
    expect(Object.keys($defs['Criteria']?.properties ?? {})).toEqual(Object.keys(valid))
    expect($defs['CriteriaFilter']?.anyOf).toHaveLength(4)
    expect(JSON.stringify($defs)).toContain('"all":{"type":"array","items":{"$ref":"#/$defs/CriteriaFilter"}}')
    expect(JSON.stringify(schema).length).toBeLessThan(6000)
  })
})
