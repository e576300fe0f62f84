import { describe, expect, it } from 'vitest'
import { currencyOptions } from './currencies.ts'

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)

describe('Currencies to choose from', () => {
  it('begin with those that most accounts use, by code and name', () => {
    expect(currencyOptions('USD', '').common[0]).toEqual({ value: 'USD', label: 'USD – US Dollar' })
  })

  it('name each currency once', () => {
    const { common, others } = currencyOptions('EUR', 'sek')
    const all = valuesOf([...common, ...others])
    expect(new Set(all).size).toBe(all.length)
  })

  it('include three letters that somebody types or has chosen, and nothing shorter', () => {
    expect(valuesOf(currencyOptions('QQQ', ' wwz ').others).slice(0, 2)).toEqual(['QQQ', 'WWZ'])
    expect(valuesOf(currencyOptions('USD', 'ww').others)).not.toContain('WW')
  })
})
