import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria, type Filter } from './criteria.ts'
import { canonical, canonicalFilter, comparable } from './text.ts'

const tag = (...values: string[]): Filter => ({ field: 'tag', op: 'has_any', values })

describe('Values', () => {
  it.each([
    ['  Google Ads ', 'google ads'],
    ['ＭＥＴＡ', 'meta'],
    ['ﬁne', 'fine'],
    ['ÉCOLE', 'école'],
    ['E\u0301cole', 'école'],
    ['\u00A0\t', ''],
    ['´x', '\u0301x'],
  ])('are compared without case, form and spaces: %j', (text, compared) => {
    expect(comparable(text)).toBe(compared)
    expect(comparable(compared)).toBe(compared)
  })
})

describe('The text of a filter', () => {
  it.each<[string, Filter, string]>([
    ['no condition', { all: [] }, '{"all":[]}'],
    ['a group of one', { all: [{ any: [tag('a')] }] }, '{"field":"tag","op":"has_any","values":["a"]}'],
    [
      'groups in groups',
      { all: [tag('a'), { all: [tag('b'), { any: [{ any: [tag('c'), tag('d')] }] }] }] },
      '{"all":[{"field":"tag","op":"has_any","values":["a"]},{"field":"tag","op":"has_any","values":["b"]},' +
        '{"any":[{"field":"tag","op":"has_any","values":["c"]},{"field":"tag","op":"has_any","values":["d"]}]}]}',
    ],
    ['not twice', { not: { all: [{ not: tag('a') }] } }, '{"field":"tag","op":"has_any","values":["a"]}'],
    ['nothing in a group', { any: [tag('a'), { any: [] }] }, '{"field":"tag","op":"has_any","values":["a"]}'],
    ['everything in a group', { any: [tag('a'), { all: [] }] }, '{"all":[]}'],
    ['not everything', { not: { all: [] } }, '{"any":[]}'],
    ['values', tag('meta', ' Google ', 'GOOGLE', 'Meta'), '{"field":"tag","op":"has_any","values":["GOOGLE","Meta"]}'],
    ['all of one', { field: 'tag', op: 'has_all', values: ['x', 'X'] }, '{"field":"tag","op":"has_any","values":["X"]}'],
    [
      'ids by case',
      { op: 'in', field: 'stage', name: 'no', values: ['s', 'S', 's'] },
      '{"field":"stage","op":"in","values":["S","s"]}',
    ],
    [
      'no values',
      { values: [], op: 'is_set', name: ' lead ', field: 'source_field' },
      '{"field":"source_field","name":"lead","op":"is_set"}',
    ],
  ])('%s', (_what, filter, text) => {
    expect(canonicalFilter(filter)).toBe(text)
    expect(canonicalFilter(JSON.parse(text) as Filter)).toBe(text)
  })
})

describe('The text of criteria', () => {
  it('does not depend on the order of keys, values, fields and record types', () => {
    const one: Criteria = {
      ...emptyCriteria('i1'),
      filter: tag('a', 'B', 'b'),
      fields: ['field:z', 'phone', 'email', 'phone'],
      record_types: ['touch', 'contact'],
    }
    const other = Object.fromEntries(
      Object.entries({ ...one, filter: tag('b', 'a', 'B'), fields: ['email', 'field:z', 'phone'] }).toReversed(),
    ) as unknown as Criteria
    expect(canonical(other)).toBe(canonical(one))
    expect(canonical(JSON.parse(canonical(one)) as Criteria)).toBe(canonical(one))
    expect(canonical(one)).toBe(
      '{"allow_audiences":false,"allow_export":false,"fields":["email","phone","field:z"],' +
        '"filter":{"field":"tag","op":"has_any","values":["B","a"]},"future_only":false,"integration_id":"i1",' +
        '"match_on":"contact_or_opportunity","on_leave":"withdraw_pii","purpose":"marketing measurement",' +
        '"record_types":["contact","touch"],"retention_days_after_end":0,"since":null,"sub_account":null,"type_of_data":"COUNTS"}',
    )
  })
})
