// Amounts as users write them.
import { currencyDigits } from '#contract/kit/currencies.ts'

interface ReadAmount {
  /** Decimal text in whole units. */
  amount: string
  /** From the sign next to it, if there is one. */
  currency: string | null
}

const signs: Readonly<Record<string, string>> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '₹': 'INR', A$: 'AUD', C$: 'CAD' }
const largest = 1e15
const longest = 40

const ofNumber = (value: number): string | null =>
  Number.isFinite(value) && Math.abs(value) < largest ? String(Number(value.toFixed(4))) : null

const codeOf = (sign: string): string | null => {
  const text = sign.trim().toUpperCase()
  return signs[text] ?? (/^[A-Z]{3}$/.test(text) ? text : null)
}

const withoutThousands = (text: string, separator: ',' | '.'): string | null => {
  const [head = '', ...groups] = text.split(separator)
  return /^\d{1,3}$/.test(head) && groups.every((group) => /^\d{3}$/.test(group)) ? head + groups.join('') : null
}

/** With both signs, the last one is the decimal separator. */
const ofBoth = (digits: string): string | null => {
  const decimal = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.'
  const [whole = '', cents = '', ...more] = digits.split(decimal)
  const units = withoutThousands(whole, decimal === ',' ? '.' : ',')
  return more.length === 0 && units !== null && /^\d{1,4}$/.test(cents) ? `${units}.${cents}` : null
}

/** With this many digits before it, a sign is not a thousands separator. */
const isInThousandths = (digits: string, hasThousandths: boolean): boolean =>
  /^\d{4,}[.,]\d{3}$/.test(digits) || (hasThousandths && /^\d+\.\d{3}$/.test(digits))

/**
 * `1.234` and `1,234` are ambiguous: the comma counts as a thousands separator, the dot is not guessed unless the
 * currency decides.
 */
const ofDigits = (digits: string, hasThousandths: boolean): string | null => {
  if (/^\d+$/.test(digits)) return digits
  if (isInThousandths(digits, hasThousandths)) return digits.replace(',', '.')
  if (digits.includes(',') && digits.includes('.')) return ofBoth(digits)
  if (/^\d+,\d{1,2}$/.test(digits)) return digits.replace(',', '.')
  if (digits.includes(',')) return withoutThousands(digits, ',')
  if (/^\d+\.(\d{1,2}|\d{4})$/.test(digits)) return digits
  return /\..*\./.test(digits) ? withoutThousands(digits, '.') : null
}

const pattern = /^(\(?-?)([^\d.,()-]{0,3})(-?)([\d.,]{1,20})([^\d.,()]{0,3})\)?$/

const ofText = (text: string, known: string | null): ReadAmount | undefined => {
  const found = pattern.exec(text)
  if (!found) return undefined
  const [, opening, before, minus, written, after] = found as unknown as readonly [string, string, string, string, string, string]
  const currency = codeOf(before) ?? codeOf(after)
  const digits = ofDigits(written, currencyDigits(known ?? currency ?? '') === 3)
  const isWord = currency === null && /\p{L}/u.test(before + after)
  if (digits === null || isWord) return undefined
  return { amount: (opening + minus && '-') + digits.replace(/^0+(?=\d)/, ''), currency }
}

/** `undefined` if it is not an amount, null if the cell is empty. `known` is the currency of another cell. */
export const readAmount = (cell: unknown, known: string | null = null): ReadAmount | null | undefined => {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') {
    const amount = ofNumber(cell)
    return amount === null ? undefined : { amount, currency: null }
  }
  if (typeof cell !== 'string' || cell.length > longest) return undefined
  const text = cell.replaceAll(/[\s'’_]/g, '')
  return text === '' || text === '-' ? null : ofText(text, known)
}
