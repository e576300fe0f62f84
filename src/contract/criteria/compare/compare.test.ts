import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria, type Filter, type Leaf } from '../criteria.ts'
import type { Names } from '../sentence/words.ts'
import { changeText } from './change-text.ts'
import { compareCriteria } from './compare.ts'

const base: Criteria = { ...emptyCriteria('i1'), type_of_data: 'FIELDS', fields: ['email', 'opportunity.stage'] }
const names: Names = {
  company: 'Helio Solar',
  pipeline: { p1: 'New patients', p2: 'Implants' },
  stage: {},
  list: {},
  owner: {},
  integration: { i1: 'HubSpot', i2: 'GoHighLevel' },
}

const tag = (...values: string[]): Leaf => ({ field: 'tag', op: 'has_any', values })
const allTags = (...values: string[]): Leaf => ({ field: 'tag', op: 'has_all', values })
const noTags = (...values: string[]): Leaf => ({ field: 'tag', op: 'has_none', values })
const source = (...values: string[]): Leaf => ({ field: 'source_field', name: 'lead_source', op: 'in', values })
const pipeline = (...values: string[]): Leaf => ({ field: 'pipeline', op: 'in', values })
const since = (day: string): Leaf => ({ field: 'created_since', op: '>=', values: [day] })
const contains = (part: string): Leaf => ({ field: 'source_field', name: 'source', op: 'contains', values: [part] })

const directions = (old: Partial<Criteria>, next: Partial<Criteria>): string => {
  const [from, to] = [
    { ...base, ...old },
    { ...base, ...next },
  ]
  return `${compareCriteria(from, to).direction} ${compareCriteria(to, from).direction}`
}

describe('Two filters', () => {
  it.each<[string, Filter, Filter]>([
    ['a first condition', { all: [] }, tag('a')],
    ['one more condition', tag('a'), { all: [tag('a'), source('x')] }],
    ['a condition in a group of one', { any: [tag('a')] }, { all: [source('x'), { any: [tag('a')] }] }],
    ['fewer values', tag('a', 'b'), tag('B')],
    ['fewer ids', pipeline('p1', 'p2'), pipeline('p2')],
    ['more of all', allTags('a', 'b'), allTags('a', 'b', 'c')],
    ['all instead of any', tag('a', 'b'), allTags('a', 'b')],
    ['more of none', noTags('a'), noTags('a', 'b')],
    ['fewer branches', { any: [tag('a'), source('x'), pipeline('p1')] }, { any: [source('x'), tag('a')] }],
    ['one branch', { any: [tag('a'), source('x')] }, source('x')],
    ['a narrower branch', { any: [tag('a'), source('x', 'y')] }, { any: [tag('a'), source('x')] }],
    ['a condition in a branch', { any: [tag('a'), source('x')] }, { any: [{ all: [tag('a'), pipeline('p1')] }, source('x')] }],
    ['more in not', { not: tag('a') }, { not: tag('a', 'b') }],
    ['less demanded in not', { not: { all: [tag('a'), source('x')] } }, { not: tag('a') }],
    ['fewer tags of all in not', { not: allTags('a', 'b', 'c') }, { not: allTags('a', 'b') }],
    ['an earlier day in not', { not: since('2025-02-01') }, { not: since('2025-01-01') }],
    ['a later day', since('2025-01-01'), since('2025-02-01')],
    ['a longer part', contains('ads'), contains('Google Ads')],
    ['a value instead of any value', { field: 'pipeline', op: 'is_set' }, pipeline('p1')],
  ])('narrow: %s', (_what, old, next) => {
    expect(directions({ filter: old }, { filter: next })).toBe('narrow wide')
  })

  it.each<[string, Filter, Filter]>([
    ['another value', tag('a'), tag('b')],
    ['another field', tag('a'), source('a')],
    ['another CRM field', source('x'), { ...source('x'), name: 'utm_source' }],
    ['ids by case', pipeline('p1'), pipeline('P1')],
    ['all of others', tag('a'), allTags('b', 'c')],
    ['the opposite', tag('a'), noTags('a')],
    [
      'one that another condition implies by chance',
      source('x'),
      { field: 'source_field', name: 'lead_source', op: 'not_in', values: ['y'] },
    ],
  ])('wide in both directions: %s', (_what, old, next) => {
    expect(directions({ filter: old }, { filter: next })).toBe('wide wide')
  })

  it.each<[string, Filter, Filter]>([
    ['in another order', { all: [tag('a', 'b'), source('x')] }, { all: [source('x'), tag('b', 'a')] }],
    ['in another spelling', tag('VIP'), tag('vip')],
    ['with not outside', { not: tag('a') }, noTags('a')],
    ['with not around a group', { not: { any: [tag('a'), pipeline('p1')] } }, { all: [noTags('a'), { not: pipeline('p1') }] }],
  ])('same: %s', (_what, old, next) => {
    expect(directions({ filter: old }, { filter: next })).toBe('same same')
  })
})

describe('Two criteria', () => {
  it.each<[Partial<Criteria>, Partial<Criteria>]>([
    [{ since: null }, { since: '2025-07-01' }],
    [{ since: '2025-07-01' }, { since: '2025-07-02' }],
    [{ future_only: false }, { future_only: true }],
    [{ sub_account: null }, { sub_account: 'loc' }],
    [{ match_on: 'contact_or_opportunity' }, { match_on: 'opportunity' }],
    [{ fields: ['email', 'phone'] }, { fields: ['phone'] }],
    [{}, { type_of_data: 'COUNTS', fields: [] }],
    [
      { type_of_data: 'BASIC', fields: [] },
      { type_of_data: 'OUTCOMES', fields: [] },
    ],
    [{ record_types: ['contact', 'touch'] }, { record_types: ['contact'] }],
    [{ allow_audiences: true }, { allow_audiences: false }],
    [{ allow_export: true }, { allow_export: false }],
    [{ on_leave: 'withdraw_pii' }, { on_leave: 'remove' }],
    [{ type_of_data: 'BASIC', fields: [] }, { fields: ['email'] }],
  ])('narrow: from %j to %j', (old, next) => {
    expect(directions(old, next)).toBe('narrow wide')
  })

  it.each<[Partial<Criteria>, Partial<Criteria>]>([
    [{ integration_id: 'i1' }, { integration_id: 'i2' }],
    [{ sub_account: 'a' }, { sub_account: 'b' }],
    [{ match_on: 'contact' }, { match_on: 'opportunity' }],
    [{ purpose: 'measurement' }, { purpose: 'sales' }],
    [{ fields: ['email'] }, { fields: ['phone'] }],
    [{ since: '2025-07-01' }, { future_only: true }],
    [
      { allow_export: true, allow_audiences: false },
      { allow_export: false, allow_audiences: true },
    ],
  ])('wide in both directions: %j and %j', (old, next) => {
    expect(directions(old, next)).toBe('wide wide')
  })

  it('are the same as themselves', () => {
    expect(compareCriteria(base, { ...base, fields: base.fields.toReversed() })).toEqual({ direction: 'same', changes: [] })
  })
})

const signs = { added: '+', removed: '-', changed: '~' }

const changesInWords = (old: Partial<Criteria>, next: Partial<Criteria>): string[] =>
  compareCriteria({ ...base, ...old }, { ...base, ...next }).changes.map(
    (change) =>
      `${signs[change.kind]} ${changeText(change, names)
        .map(({ text, isValue }) => (isValue ? `*${text}*` : text))
        .join('')}`,
  )

describe('The changes between two versions', () => {
  const who: Filter = { all: [tag('northlight'), { any: [source('Google Ads'), pipeline('p1', 'p2')] }] }

  it('are told value by value and field by field', () => {
    const next: Filter = { all: [{ any: [pipeline('p1'), source('Google Ads', 'Partner')] }, tag('Northlight')] }
    expect(
      changesInWords({ filter: who, fields: ['email', 'city'] }, { filter: next, fields: ['email', 'field:Roof type'] }),
    ).toEqual(['- Pipeline *Implants*', '+ Lead source may also be *Partner*', '+ Field *Roof type*', '- Field *City*'])
  })

  it.each<[Filter, Filter, string[]]>([
    [{ all: [] }, tag('a'), ['+ Only people who are tagged *a*']],
    [tag('a'), { all: [] }, ['- People who are tagged *a*']],
    [tag('a'), { any: [tag('a'), pipeline('p2')] }, ['+ Also people who are in *Implants*']],
    [
      who,
      { all: [tag('northlight')] },
      ['- People whose *lead_source* is *Google Ads*, or who are in *New patients* or *Implants*'],
    ],
    [allTags('a', 'b'), allTags('b', 'c'), ['+ Tag must also be *c*', '- Tag *a*']],
    [noTags('a'), noTags('b'), ['+ Tag must not be *b*', '- Tag must not be *a*']],
    [since('2025-01-01'), since('2025-02-01'), ['+ Created on or after *1 Feb 2025*', '- Created on or after *1 Jan 2025*']],
    [
      { not: tag('a') },
      { not: tag('b') },
      ['+ Only people who are not those (who are tagged *b*)', '- People who are not those (who are tagged *a*)'],
    ],
  ])('are told by conditions: from %j to %j', (old, next, words) => {
    expect(changesInWords({ filter: old }, { filter: next })).toEqual(words)
  })

  it('name every setting', () => {
    const next: Partial<Criteria> = {
      integration_id: 'i2',
      sub_account: 'loc',
      match_on: 'contact',
      since: '2025-07-01',
      future_only: true,
      type_of_data: 'COUNTS',
      fields: [],
      record_types: ['contact', 'opportunity', 'stage_event'],
      purpose: 'reports',
      allow_audiences: true,
      allow_export: true,
      on_leave: 'remove',
    }
    expect(changesInWords({}, next)).toEqual([
      '- Field *Email*',
      '- Field *Stage*',
      '- Records *touchpoints*',
      '~ Source is now *GoHighLevel*',
      '~ Only account *loc*',
      '~ Now matched by *contacts*',
      '~ Created since *1 Jul 2025*',
      '~ Only records created after the agency accepts',
      '~ Type of data is now *Counts*',
      '~ Purpose is now *reports*',
      '~ People who no longer match are removed',
      '+ Ad audiences now allowed',
      '+ Exports now allowed',
    ])
  })

  it('tell a permission that was taken back as it was', () => {
    expect(changesInWords({ allow_audiences: true, allow_export: true }, {})).toEqual([
      '- Ad audiences allowed',
      '- Exports allowed',
    ])
  })
})
