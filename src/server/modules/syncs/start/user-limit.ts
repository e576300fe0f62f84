// How often users who do not administer the sources may start or resume a run.
import { may } from '#contract/users/permissions.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'

const interval = 15 * 60_000

export const intervalStart = (): Date => new Date(Date.now() - interval)

export const isLimited = (caller: Caller): boolean => !caller.isStaff && !may(caller, 'integrations', 'x')

export const checkLastRequested = (last: Date | undefined): void => {
  const left = last ? last.getTime() + interval - Date.now() : 0
  if (left <= 0) return
  const minutes = Math.ceil(left / 60_000)
  throw new AppError('TOO_MANY_REQUESTS', {
    detail: `You already synced this source recently. Try again in ${minutes} min.`,
    retryAfter: Math.ceil(left / 1000),
  })
}
