import { describe, expect, it } from 'vitest'
import { moneyFormat } from './money.ts'

const written = (amount: number, currency: string | null, locale: string) => moneyFormat(currency, {}, locale).format(amount)

describe('Money', () => {
  it('is written with "$" for dollars in a browser of the United States, and told apart from other dollars', () => {
    expect(written(6400, 'USD', 'en-US')).toBe('$6,400.00')
    expect(written(6400, 'CAD', 'en-US')).toBe('CA$6,400.00')
    expect(written(6400, 'CAD', 'en-CA')).toBe('$6,400.00')
  })

  it('has its short symbol where no other currency shares it', () => {
    expect(written(12, 'PLN', 'en-US')).toBe('zł\u00A012.00')
    expect(written(12, 'SEK', 'en-US')).toBe('SEK\u00A012.00')
  })

  it('is a plain number without a known currency', () => {
    expect(written(1234.5, null, 'en-US')).toBe('1,234.5')
    expect(written(1234.5, 'none', 'en-US')).toBe('1,234.5')
  })
})
