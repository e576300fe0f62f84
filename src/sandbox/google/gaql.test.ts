import { expect, test } from 'vitest'
import { AdsError } from './failures.ts'
import { parseQuery } from './gaql.ts'
import { answerQuery, checkFields, daysOf, sendRow, type Row } from './rows.ts'

const rows: Row[] = [
  { 'campaign.id': '9', 'campaign.name': "Ada's brand", 'segments.date': '2026-01-01', 'customer.manager': false },
  { 'campaign.id': '10', 'campaign.name': 'Local', 'segments.date': '2026-01-02', 'customer.manager': true },
  { 'campaign.id': '11', 'campaign.name': 'Video', 'segments.date': '2026-01-03', 'customer.manager': false },
]
const ids = (tail: string) =>
  answerQuery(rows, parseQuery(`SELECT campaign.id FROM campaign ${tail}`)).map((row) => row['campaign.id'])

test('a query is parsed over several lines and in any case', () => {
  expect(
    parseQuery(`select campaign.id,
      segments.date FROM campaign where segments.date between '2026-01-01' AND "2026-01-31" and campaign.id IN (1, 2)
      ORDER BY segments.date DESC, campaign.id LIMIT 5`),
  ).toEqual({
    fields: ['campaign.id', 'segments.date'],
    from: 'campaign',
    where: [
      { field: 'segments.date', operator: 'BETWEEN', values: ['2026-01-01', '2026-01-31'] },
      { field: 'campaign.id', operator: 'IN', values: ['1', '2'] },
    ],
    orderBy: [
      { field: 'segments.date', isDescending: true },
      { field: 'campaign.id', isDescending: false },
    ],
    limit: 5,
  })
})

test('conditions compare numbers as numbers, days as days and words as words', () => {
  expect(ids('WHERE campaign.id >= 10')).toEqual(['10', '11'])
  expect(ids("WHERE segments.date BETWEEN '2026-01-02' AND '2026-01-03'")).toEqual(['10', '11'])
  expect(ids("WHERE campaign.name = 'Ada\\'s brand'")).toEqual(['9'])
  expect(ids('WHERE customer.manager = TRUE')).toEqual(['10'])
  expect(ids('WHERE campaign.id != 10 AND campaign.id < 11')).toEqual(['9'])
  expect(ids('ORDER BY campaign.id DESC LIMIT 2')).toEqual(['11', '10'])
})

const refusalOf = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    return error instanceof AdsError ? error.trouble.code : undefined
  }
  return undefined
}

test('an invalid query is refused', () => {
  for (const text of [
    '',
    'SELECT FROM campaign',
    'SELECT campaign.id',
    'SELECT campaign.id FROM campaign WHERE',
    'SELECT a FROM b;',
    'SELECT a FROM b LIMIT 1 2',
  ])
    expect(refusalOf(() => parseQuery(text))).toBe('UNEXPECTED_INPUT')
  expect(refusalOf(() => checkFields(parseQuery('SELECT campaign.shoe_size FROM campaign')))).toBe('UNRECOGNIZED_FIELD')
  expect(refusalOf(() => checkFields(parseQuery('SELECT campaign.id FROM nothing')))).toBe('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE')
})

test('rows are sent in parts, with names in camel case', () => {
  const row = { 'customer.resource_name': 'customers/1', 'customer.currency_code': 'EUR', 'metrics.cost_micros': '5' }
  expect(sendRow(row, ['customer.currency_code', 'metrics.cost_micros'])).toEqual({
    customer: { resourceName: 'customers/1', currencyCode: 'EUR' },
    metrics: { costMicros: '5' },
  })
})

test('only the days of the conditions are fetched', () => {
  const days = (where: string) => daysOf(parseQuery(`SELECT campaign.id FROM campaign WHERE ${where}`))
  expect(days("segments.date BETWEEN '2026-01-01' AND '2026-01-31'")).toEqual({ from: '2026-01-01', until: '2026-01-31' })
  expect(days("segments.date >= '2026-01-01' AND segments.date <= '2026-01-09'")).toEqual({
    from: '2026-01-01',
    until: '2026-01-09',
  })
  expect(days("segments.date = '2026-01-05'")).toEqual({ from: '2026-01-05', until: '2026-01-05' })
})
