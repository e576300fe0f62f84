import { currenciesInUse, currencyDigits } from '#contract/kit/currencies.ts'
import { locale } from './locale.ts'

const symbolOf = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const displays = new Map<string, 'symbol' | 'narrowSymbol'>()

/** The short symbol when only one currency has it, else the unambiguous one. */
const displayOf = (currency: string): 'symbol' | 'narrowSymbol' => {
  if (symbolOf(currency, 'symbol') !== currency) return 'symbol'
  const narrow = symbolOf(currency, 'narrowSymbol')
  const others = currenciesInUse.filter((other) => other !== currency)
  return others.some((other) => symbolOf(other, 'narrowSymbol') === narrow) ? 'symbol' : 'narrowSymbol'
}

const knownDisplayOf = (currency: string) => {
  const display = displays.get(currency) ?? displayOf(currency)
  displays.set(currency, display)
  return display
}

/** Amounts such as $6,400.00, with the decimals that the currency has. Without a known currency, plain numbers. */
export const moneyFormat = (currency: string | null, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat => {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return new Intl.NumberFormat(locale, options)
  // For some currencies browsers use another number of decimals than the smallest unit has.
  const digits = currencyDigits(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: knownDisplayOf(currency),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...options,
  })
}

/** Formats amounts of one currency; plain numbers without one. */
export const moneyIn = (currency: string | null) => {
  const exact = moneyFormat(currency)
  const rough = moneyFormat(currency, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 })
  return {
    exact: (amount: string | number) => exact.format(Number(amount)),
    /** For the axis of a chart. */
    rough: (amount: number) => rough.format(amount),
  }
}
export type Money = ReturnType<typeof moneyIn>
