import type { Integration } from '#contract/integrations/integrations.ts'
import { limits } from '#contract/kit/limits.ts'

const day = 86_400_000

/** Days until our access expires, once it is close, and 0 when it has expired; undefined while there is nothing to do. */
export const daysOfAccess = (
  { status, access_ends_at: end }: Pick<Integration, 'status' | 'access_ends_at'>,
  now: number,
): number | undefined => {
  if (status !== 'active' || end === null) return undefined
  const days = Math.max(0, Math.ceil((Date.parse(end) - now) / day))
  return days <= limits.accessWarnedDays ? days : undefined
}
