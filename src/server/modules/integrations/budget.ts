// How fast a vendor's account is asked, by all workers together.
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '#server/connectors/kit/http.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { block, takeSlice } from './budget-queries.ts'

const open: Budget = { take: async () => {}, pause: async () => {} }

interface BudgetParts {
  database: Database
  type: string
  /** The vendor's account: two of our tenants that are connected to the same one share it. */
  account: string
  limit: { requests: number; perMs: number }
  isKept: boolean
}

/** A little below what is allowed: clocks differ, and the vendor's other guests count too. */
const share = 0.9

export const createBudget = ({ database, type, account, limit, isKept }: BudgetParts): Budget => {
  if (!isKept) return open
  const each = limit.perMs / (limit.requests * share)
  const wanted = Math.max(1, Math.min(10, Math.floor(250 / each)))
  const burst = Math.min(limit.perMs / 10, each * 5)
  let left = 0
  let nextAt = 0
  return {
    async take(signal) {
      if (left === 0) {
        const wait = await database.asSystem('integrations: a turn at the vendor', (tx) =>
          takeSlice(tx, { type, account, wanted, each, burst }),
        )
        left = wanted
        nextAt = Date.now() + wait
      }
      left -= 1
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
