import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria, type Filter } from '../criteria.ts'
import { createRandom, randomCriteria, randomNames } from '../testing/random-criteria.ts'
import { canonical } from '../text.ts'
import { parseSentence } from './parse.ts'
import { sentenceOf } from './sentence.ts'
import type { Names } from './words.ts'

const names: Names = {
  company: 'Brightsmile Dental',
  pipeline: { p1: 'New patients', p2: 'Implants' },
  stage: { s1: 'Won', s2: 'Lost', s3: 'Lost' },
  list: { l1: 'Newsletter' },
  owner: { o1: 'Ana Whitfield' },
  integration: { i1: 'GoHighLevel' },
}

const usual: Criteria = {
  ...emptyCriteria('i1'),
  filter: {
    all: [
      { field: 'tag', op: 'has_any', values: ['northlight'] },
      {
        any: [
          { field: 'source_field', name: 'source', op: 'in', values: ['Google Ads', 'Meta'] },
          { field: 'pipeline', op: 'in', values: ['p1', 'p2'] },
        ],
      },
    ],
  },
  since: '2025-07-01',
  type_of_data: 'BASIC',
  allow_audiences: true,
}

const firstSentence = (change: Partial<Criteria>): string => {
  const criteria = { ...emptyCriteria('i1'), ...change }
  const { text } = sentenceOf(criteria, names)
  expect(canonical(parseSentence(text, names))).toBe(canonical(criteria))
  return text.slice(0, text.indexOf('. Source: '))
}

describe('The sentence about criteria', () => {
  it('reads as people write', () => {
    const { segments, text } = sentenceOf(usual, names)
    expect(text).toBe(
      'Brightsmile Dental shares people tagged northlight who came from Google Ads or Meta, or are in New patients or Implants, ' +
        'created since 1 Jul 2025, with name, email, phone, source, pipeline, stage, outcome, amount and dates. ' +
        'Source: GoHighLevel. Contacts and opportunities are matched, and each is shared with those it belongs to. ' +
        'Records: contacts, opportunities, stage history and touchpoints. Purpose: marketing measurement. ' +
        'Audiences allowed, exports not allowed. ' +
        'When someone no longer matches, their name and contact details are withdrawn and the outcome stays. ' +
        'Deleted as soon as sharing ends.',
    )
    expect(segments.filter(({ isValue }) => isValue).map((segment) => segment.text)).toEqual([
      'northlight',
      'Google Ads',
      'Meta',
      'New patients',
      'Implants',
      '1 Jul 2025',
      'GoHighLevel',
      'marketing measurement',
    ])
    expect(segments.map((segment) => segment.text).join('')).toBe(text)
  })

  it.each<[Partial<Criteria>, string]>([
    [{}, 'all people, as totals only, groups under 5 hidden'],
    [{ future_only: true }, 'all people, created after the agency accepts, as totals only, groups under 5 hidden'],
    [
      { since: '2025-07-01', future_only: true, type_of_data: 'OUTCOMES' },
      'all people, created since 1 Jul 2025 and after the agency accepts, as rows without names, with source, pipeline, stage, outcome, amount and dates',
    ],
    [
      {
        type_of_data: 'FIELDS',
        fields: ['field:Roof type', 'opportunity.amount', 'first_name', 'opportunity.field:Kit', 'field:Email'],
      },
      'all people, with these fields only: first name, amount, "Email", Roof type and opportunity field Kit',
    ],
  ])('says how much: %j', (change, words) => {
    expect(firstSentence(change)).toBe(`Brightsmile Dental shares ${words}`)
  })

  it.each<[Filter, string]>([
    [{ field: 'tag', op: 'has_all', values: ['a', 'b', 'c'] }, 'people tagged a, b and c'],
    [{ field: 'tag', op: 'has_none', values: ['a', 'b'] }, 'people not tagged a or b'],
    [{ field: 'stage', op: 'in', values: ['s1', 's2'] }, 'people who are in stage Won or Lost #s2'],
    [{ field: 'stage', op: 'not_in', values: ['s9'] }, 'people who are not in stage #s9'],
    [{ field: 'list', op: 'in', values: ['l1'] }, 'people who are on the list Newsletter'],
    [{ field: 'owner', op: 'is_not_set' }, 'people who have no owner'],
    [{ field: 'created_since', op: '<=', values: ['2025-12-31'] }, 'people who were created on or before 31 Dec 2025'],
    [
      { field: 'source_field', name: 'lead_source', op: 'in', values: ['Google Ads', 'Meta'] },
      'people whose lead_source is Google Ads or Meta',
    ],
    [
      { field: 'source_field', name: 'source', op: 'in', values: ['A, B', 'Search or social', 'U.S.'] },
      'people who came from "A, B", "Search or social" or "U.S."',
    ],
    [{ field: 'tag', op: 'has_any', values: ['a\u202Eb'] }, 'people tagged "a\\u202eb"'],
    [
      { all: [{ field: 'owner', op: 'in', values: ['o1'] }, { not: { field: 'pipeline', op: 'in', values: ['p2'] } }] },
      'people who are owned by Ana Whitfield, and are not those (who are in Implants)',
    ],
    [
      {
        any: [
          {
            all: [
              { field: 'tag', op: 'has_any', values: ['a'] },
              { field: 'stage', op: 'is_set' },
            ],
          },
          {
            all: [
              { field: 'source_field', name: 'utm', op: 'is_set' },
              { field: 'stage', op: 'is_not_set' },
            ],
          },
        ],
      },
      'people (who are tagged a, and are in any stage), or (whose utm is set, and who are in no stage)',
    ],
  ])('says who: %j', (filter, words) => {
    expect(firstSentence({ filter })).toBe(`Brightsmile Dental shares ${words}, as totals only, groups under 5 hidden`)
  })

  it.each(Array.from({ length: 500 }, (_, index) => index + 1))('gives back the criteria of seed %i', (seed) => {
    const criteria = randomCriteria(createRandom(seed))
    const { text } = sentenceOf(criteria, randomNames)
    expect(canonical(parseSentence(text, randomNames))).toBe(canonical(criteria))
  })

  it('is refused if it says something else', () => {
    const { text } = sentenceOf(usual, names)
    const others = [
      text.replace('Google Ads or Meta', 'Google Ads, Meta'),
      text.replace('New patients', 'Old patients'),
      text.replace('1 Jul', '31 Jun'),
      text.replace(' allowed', ' perhaps allowed'),
      `${text} And more.`,
      text.slice(0, -1),
      '',
    ]
    for (const other of others) expect(() => parseSentence(other, names)).toThrow('cannot be read')
  })
})
