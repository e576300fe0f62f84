import { describe, expect, it } from 'vitest'
import { currencyOptions } from './currencies.ts'

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)

describe('Currencies to choose from', () => {
  it('begin with those that most accounts use, by code and name', () => {
    expect(currencyOptions('USD').common[0]).toEqual({ value: 'USD', label: 'USD – US Dollar' })
  })

  it('name each currency once', () => {
    const { common, others } = currencyOptions('EUR')
    const all = valuesOf([...common, ...others])
    expect(new Set(all).size).toBe(all.length)
  })

  it('keep one that is stored and that the browser does not know', () => {
    expect(valuesOf(currencyOptions('QQQ').others)[0]).toBe('QQQ')
  })
})
