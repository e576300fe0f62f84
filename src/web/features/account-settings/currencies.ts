import { currenciesWith, currencyName } from '#web/lib/format/currencies.ts'

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

const optionOf = (value: string) => {
  const name = currencyName(value)
  return { value, label: name === value ? value : `${value} – ${name}` }
}

/** The currencies that most accounts use first, then all others. */
export const currencyOptions = (chosen: string) => {
  const others = currenciesWith(chosen).filter((currency) => !common.includes(currency))
  return { common: common.map(optionOf), others: others.map(optionOf) }
}
