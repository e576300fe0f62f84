import { language } from '#web/lib/locale.ts'

const common = [
  'USD',
  'EUR',
  'GBP',
  'CAD',
  'AUD',
  'NZD',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'JPY',
  'SGD',
  'INR',
  'BRL',
  'MXN',
  'ZAR',
]
const code = /^[A-Z]{3}$/

const names = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' })

const optionOf = (value: string) => {
  const name = names.of(value)
  return { value, label: name ? `${value} – ${name}` : value }
}

/** Those that most accounts use first, then all others, then whatever three letters somebody types. */
export const currencyOptions = (chosen: string, typed: string) => {
  const others = Intl.supportedValuesOf('currency').filter((currency) => !common.includes(currency))
  const known = new Set([...common, ...others])
  const wanted = [chosen, typed.trim().toUpperCase()].filter((text) => code.test(text) && !known.has(text))
  return { common: common.map(optionOf), others: [...new Set([...wanted, ...others])].map(optionOf) }
}
