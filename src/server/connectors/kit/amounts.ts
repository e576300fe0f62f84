import { isOddAmount } from './text.ts'
import type { Sorted } from './wire.ts'

/** An opportunity whose amount is there but cannot be read is set aside: taken without it, it would count as nothing. */
export const setOddAmountsAside = <T>(
  { good, rejected }: Sorted<T>,
  of: { id: (record: T) => string; amounts: (record: T) => readonly unknown[] },
): Sorted<T> => {
  const odd = good.filter(({ record }) => of.amounts(record).some(isOddAmount))
  if (odd.length === 0) return { good, rejected }
  const reason = 'The amount of this opportunity is not a number that can be kept. Correct it at the vendor.'
  return {
    good: good.filter((one) => !odd.includes(one)),
    rejected: [
      ...rejected,
      ...odd.map(({ record, raw }) => ({
        object: 'opportunity' as const,
        externalId: of.id(record),
        code: 'bad_amount' as const,
        reason,
        raw,
      })),
    ],
  }
}
