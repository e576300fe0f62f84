import { currenciesInUse } from '#contract/currencies.ts'

const symbolOf = (locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const displays = new Map<string, 'symbol' | 'narrowSymbol'>()

/** The short symbol where only one currency has it, else the one by which the reader's country tells it from others. */
const displayOf = (locale: string, currency: string): 'symbol' | 'narrowSymbol' => {
  if (symbolOf(locale, currency, 'symbol') !== currency) return 'symbol'
  const narrow = symbolOf(locale, currency, 'narrowSymbol')
  const others = currenciesInUse.filter((other) => other !== currency)
  return others.some((other) => symbolOf(locale, other, 'narrowSymbol') === narrow) ? 'symbol' : 'narrowSymbol'
}

const knownDisplayOf = (locale: string, currency: string) => {
  const key = `${locale} ${currency}`
  const display = displays.get(key) ?? displayOf(locale, currency)
  displays.set(key, display)
  return display
}

/** Amounts as the reader's browser writes them: $6,400 in the United States. Without a known currency, plain numbers. */
export const moneyFormat = (
  currency: string | null,
  options: Intl.NumberFormatOptions = {},
  locale: string = navigator.language,
): Intl.NumberFormat => {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return new Intl.NumberFormat(locale, options)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: knownDisplayOf(locale, currency),
    ...options,
  })
}
