import { describe, expect, it } from 'vitest'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { FieldValue } from '../records.ts'
import { readAmount } from './values/amounts.ts'
import { readDate } from './values/dates.ts'

describe('dates', () => {
  const rules = { format: null, zone: 'UTC', hasSerials: true } as const
  const day = (cell: FieldValue, format: SyncSettings['date_format'] | null = null) => readDate(cell, { ...rules, format })

  it.each([
    ['2026-03-04', '2026-03-04T00:00:00.000Z'],
    ['2026/3/4', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04T10:30:00.000Z', '2026-03-04T10:30:00.000Z'],
    ['2026-03-04 10:30', '2026-03-04T10:30:00.000Z'],
    ['2026-03-04T10:30:00+02:00', '2026-03-04T08:30:00.000Z'],
    ['13/04/2026', '2026-04-13T00:00:00.000Z'],
    ['04/13/2026 2:05 PM', '2026-04-13T14:05:00.000Z'],
    ['05.05.26', '2026-05-05T00:00:00.000Z'],
    ['4 Mar 2026', '2026-03-04T00:00:00.000Z'],
    ['March 4th, 2026, 12:15 am', '2026-03-04T00:15:00.000Z'],
    [46_085, '2026-03-04T00:00:00.000Z'],
    [46_085.437_5, '2026-03-04T10:30:00.000Z'],
  ])('%s is read as %s', (cell, at) => {
    expect(day(cell)).toMatchObject({ at })
  })

  it('that are ambiguous are not read, unless a format was chosen', () => {
    expect(day('03/04/2026')).toMatchObject({ code: 'ambiguous_date' })
    expect(day('03/04/2026', 'day_first')).toMatchObject({ at: '2026-04-03T00:00:00.000Z' })
    expect(day('03/04/2026', 'month_first')).toMatchObject({ at: '2026-03-04T00:00:00.000Z' })
  })

  it.each(['31/02/2026', '2026-13-01', 'soon', '25:00', '2026-03-04 25:00', true, -5, 99_999_999])('%s is not a date', (cell) => {
    expect(day(cell)).toMatchObject({ code: 'bad_date' })
  })

  it('that do not match the chosen order are refused', () => {
    expect(day('03/25/2026', 'day_first')).toMatchObject({ code: 'bad_date' })
    expect(day('25/03/2026', 'iso')).toMatchObject({ code: 'bad_date' })
  })

  it('are read in the time zone of the file, through summer and winter', () => {
    const inNewYork = { ...rules, zone: 'America/New_York' }
    expect(readDate('2026-01-15 09:00', inNewYork)).toEqual({ at: '2026-01-15T14:00:00.000Z', day: '2026-01-15' })
    expect(readDate(46_218, inNewYork)).toEqual({ at: '2026-07-15T04:00:00.000Z', day: '2026-07-15' })
  })
})

describe('amounts', () => {
  it.each([
    [1234.5, '1234.5', null],
    [0.1 + 0.2, '0.3', null],
    ['$1,234.50', '1234.50', 'USD'],
    ['1.234,50 €', '1234.50', 'EUR'],
    ['€ 12 500', '12500', 'EUR'],
    ['USD 99', '99', 'USD'],
    ['1,200', '1200', null],
    ['12,5', '12.5', null],
    ['1.200.000', '1200000', null],
    ["CHF 1'200.00", '1200.00', 'CHF'],
    ['(500)', '-500', null],
    ['-£5', '-5', 'GBP'],
    ['KWD 1.250', '1.250', 'KWD'],
    ['1234.567', '1234.567', null],
    ['1234,567', '1234.567', null],
  ])('%s is %s', (cell, amount, currency) => {
    expect(readAmount(cell)).toEqual({ amount, currency })
  })

  it.each(['a lot', '1.234', '12k', '1,23,4', '1.2.3', true, Number.NaN, '#REF!'])('%s is not an amount', (cell) => {
    expect(readAmount(cell)).toBeUndefined()
  })

  it.each(['', ' ', '-', null])('"%s" is empty', (cell) => {
    expect(readAmount(cell)).toBeNull()
  })
})
