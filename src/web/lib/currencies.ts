import { language } from './locale.ts'

const names = new Intl.DisplayNames([language], { type: 'currency' })

/** The currency in words; a code that the browser does not know stays a code. */
export const currencyName = (code: string): string => {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** All that the browser knows, and what is stored already. */
export const currenciesWith = (stored: string): string[] => {
  const known = Intl.supportedValuesOf('currency')
  return known.includes(stored) ? known : [stored, ...known]
}
