// Limits how fast a vendor's account is called by all workers together.
import { setTimeout as pause } from 'node:timers/promises'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { Budget } from '#server/connectors/kit/calls/http.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import { vendorNameOf } from '#server/connectors/registry.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { block, selectRestOfDay, takeSlice } from './budget-queries.ts'

const open: Budget = { take: async () => {}, pause: async () => {} }

interface BudgetParts {
  database: Database
  type: ProviderType
  /** The vendor's account: two clients that are connected to the same one share it. */
  account: string
  limit: Manifest['limit']
  isKept: boolean
  /** The percentage of the vendor's daily limit. Absent: requests are counted but not refused. */
  dailyShare?: number | undefined
  /** A user waits for the answer, but at most this long, in milliseconds. */
  longest?: number | undefined
}

/** A little below the limit: clocks differ, and the vendor's other callers count too. */
const share = 0.9

const usedUp = (type: ProviderType): string =>
  `We've used our share of the daily ${vendorNameOf(type)} limit, to leave enough for your other tools. We'll resume automatically tomorrow.`

/** Clocks differ a little. */
const margin = 1000

/** Reported to the user immediately: no retry repeats this error. */
const tooBusy = (type: ProviderType): AppError =>
  new AppError('PROVIDER_UNAVAILABLE', {
    detail: `We've reached the limit of requests ${vendorNameOf(type)} allows per minute. Try again in a minute.`,
    retryAfter: 60,
  })

const refusalOf = async ({ database, type, longest }: BudgetParts): Promise<Error> => {
  if (longest !== undefined) return tooBusy(type)
  const rest = await database.asSystem('integrations: how long the day is', (tx) => selectRestOfDay(tx))
  return new ConnectorFailure('rate_limited', usedUp(type), { retryAfterMs: Math.ceil(rest) + margin })
}

const perDayOf = ({ limit: { perDay }, dailyShare }: BudgetParts): number | null =>
  perDay === undefined || dailyShare === undefined ? null : Math.floor((perDay * dailyShare) / 100)

export const createBudget = (parts: BudgetParts): Budget => {
  const { database, type, account, limit, isKept } = parts
  if (!isKept) return open
  const perDay = perDayOf(parts)
  const each = limit.perMs / (limit.requests * share)
  const wanted = Math.max(1, Math.min(10, Math.floor(250 / each)))
  const burst = Math.min(limit.perMs / 10, each * 5)
  let left = 0
  let nextAt = 0
  let taking: Promise<void> | undefined
  const takeNext = async (): Promise<void> => {
    const wait = await database.asSystem('integrations: a turn at the vendor', (tx) =>
      takeSlice(tx, { type, account, wanted, each, burst, perDay, longest: parts.longest ?? null }),
    )
    if (wait === undefined) throw await refusalOf(parts)
    left = wanted
    nextAt = Date.now() + wait
  }
  /** Concurrent requests share one reservation: if each made its own, most of it would be wasted. */
  const takeTogether = (): Promise<void> => {
    taking ??= takeNext().finally(() => {
      taking = undefined
    })
    return taking
  }
  const takeOne = async (): Promise<void> => {
    if (left > 0) {
      left -= 1
      return
    }
    await takeTogether()
    await takeOne()
  }
  return {
    async take(signal) {
      await takeOne()
      const wait = nextAt - Date.now()
      nextAt += each
      if (wait > 0) await pause(wait, undefined, signal ? { signal } : {})
    },
    async pause(ms) {
      left = 0
      await database.asSystem('integrations: the vendor wants a rest', (tx) => block(tx, type, account, ms))
    },
  }
}
