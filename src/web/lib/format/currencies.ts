import { currenciesInUse } from '#contract/kit/currencies.ts'
import { language } from './locale.ts'

const names = new Intl.DisplayNames([language], { type: 'currency' })

/** The name of the currency; a code that the browser does not know stays a code. */
export const currencyName = (code: string): string => {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** The currencies in use today, and the stored one. */
export const currenciesWith = (stored: string): string[] =>
  currenciesInUse.includes(stored) ? [...currenciesInUse] : [stored, ...currenciesInUse]
