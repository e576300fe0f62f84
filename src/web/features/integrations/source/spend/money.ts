import { locale } from '#web/lib/locale.ts'

/** Amounts of one currency, as they are written here; without one, plain numbers. */
export const moneyIn = (currency: string | null) => {
  const style = currency !== null && /^[A-Z]{3}$/.test(currency) ? { style: 'currency' as const, currency } : {}
  const exact = new Intl.NumberFormat(locale, style)
  const rough = new Intl.NumberFormat(locale, {
    ...style,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  })
  return {
    exact: (amount: string | number) => exact.format(Number(amount)),
    /** For a scale. */
    rough: (amount: number) => rough.format(amount),
  }
}
export type Money = ReturnType<typeof moneyIn>
