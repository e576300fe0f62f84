import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatNumber } from './format-number.ts'
import { moneyFormat } from './money.ts'

const written = (amount: number, currency: string | null) => moneyFormat(currency).format(amount)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('Money', () => {
  it('is written with "$" for US dollars, and differently for other dollars', () => {
    expect(written(6400, 'USD')).toBe('$6,400.00')
    expect(written(6400, 'CAD')).toBe('CA$6,400.00')
  })

  it('is written like every other number on the screen, whatever the language of the browser', () => {
    vi.stubGlobal('navigator', { language: 'de-DE' })
    expect([written(6400, 'USD'), written(1234.5, null), formatNumber(6400)]).toEqual(['$6,400.00', '1,234.5', '6,400'])
  })

  it('has its short symbol when no other currency shares it', () => {
    expect(written(12, 'PLN')).toBe('zł\u00A012.00')
    expect(written(12, 'SEK')).toBe('SEK\u00A012.00')
  })

  it('has the decimals of its currency: three for dinars, none for yen', () => {
    expect(written(1234.567, 'KWD')).toBe('KWD\u00A01,234.567')
    expect(written(1234.5, 'IQD')).toBe('IQD\u00A01,234.500')
    expect(written(1234, 'JPY')).toBe('¥1,234')
  })

  it('is a plain number without a known currency', () => {
    expect(written(1234.5, null)).toBe('1,234.5')
    expect(written(1234.5, 'none')).toBe('1,234.5')
  })
})
