import { moneyFormat } from '#web/lib/money.ts'

/** Amounts of one currency, as they are written here; without one, plain numbers. */
export const moneyIn = (currency: string | null) => {
  const exact = moneyFormat(currency)
  const rough = moneyFormat(currency, { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 })
  return {
    exact: (amount: string | number) => exact.format(Number(amount)),
    /** For a scale. */
    rough: (amount: number) => rough.format(amount),
  }
}
export type Money = ReturnType<typeof moneyIn>
