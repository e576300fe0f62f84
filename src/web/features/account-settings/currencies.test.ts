import { describe, expect, it } from 'vitest'
import { currency } from '#contract/kit/texts.ts'
import { currencyOptions } from './currencies.ts'

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)

describe('Currencies to choose from', () => {
  it('begin with those that most accounts use, with code and name', () => {
    expect(currencyOptions('USD').common[0]).toEqual({ value: 'USD', label: 'USD – US Dollar' })
  })

  it('list each currency once', () => {
    const { common, others } = currencyOptions('EUR')
    const all = valuesOf([...common, ...others])
    expect(new Set(all).size).toBe(all.length)
  })

  it('keep a stored one that the browser does not know', () => {
    expect(valuesOf(currencyOptions('QQQ').others)[0]).toBe('QQQ')
  })
})

describe('The rule for currencies', () => {
  it('accepts only current legal tender', () => {
    for (const inUse of ['USD', 'EUR', 'XCG', 'ZWG']) expect(currency.safeParse(inUse).success).toBe(true)
    for (const outdated of ['DEM', 'HRK', 'BGN', 'XXX', 'XTS', 'XAU', 'usd'])
      expect(currency.safeParse(outdated).success).toBe(false)
  })

  it('offers nothing else', () => {
    const { common, others } = currencyOptions('USD')
    const offered = valuesOf([...common, ...others])
    for (const outdated of ['DEM', 'HRK', 'XXX', 'XAU']) expect(offered).not.toContain(outdated)
    expect(offered.every((code) => currency.safeParse(code).success)).toBe(true)
  })
})
