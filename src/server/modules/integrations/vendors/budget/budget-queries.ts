import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

interface Slice {
  type: string
  account: string
  /** The number of requests to reserve, and the milliseconds that each takes. */
  wanted: number
  each: number
  /** How far the account may get ahead after a pause, in milliseconds. */
  burst: number
  /** Requests that may be made in a day. Null: unlimited. */
  perDay: number | null
  /** Milliseconds after which a slot comes too late, so that none is reserved. Null: no limit. */
  longest: number | null
}

const today = sql`(now() at time zone 'utc')::date`

/**
 * When the first of the reserved requests may be sent, in milliseconds from now. Undefined: today's requests are used
 * up, or it would be too late. All workers use the database's clock.
 */
export const takeSlice = async (tx: Tx, slice: Slice): Promise<number | undefined> => {
  const { type, account, wanted, each, burst, perDay, longest } = slice
  const turn = sql`greatest(budget.next_at, now() - make_interval(secs => ${burst / 1000}), coalesce(budget.blocked_until, now() - interval '1 hour'))`
  await sql`set local synchronous_commit = off`.execute(tx)
  const { rows } = await sql<{ wait: number }>`
    insert into platform.vendor_budget as budget (type, account, next_at, day, used)
    values (${type}, ${account}, now() - make_interval(secs => ${burst / 1000}) + make_interval(secs => ${(wanted * each) / 1000}),
      ${today}, ${wanted})
    on conflict (type, account) do update set
      next_at = ${turn} + make_interval(secs => ${(wanted * each) / 1000}),
      day = excluded.day,
      used = excluded.used + case when budget.day = excluded.day then budget.used else 0 end
    where (${perDay}::integer is null or budget.day is distinct from excluded.day or budget.used + excluded.used <= ${perDay})
      and (${longest}::float8 is null or ${turn} <= now() + make_interval(secs => ${longest}::float8 / 1000))
    returning (extract(epoch from next_at - now()) * 1000 - ${wanted * each}::float8)::float8 as wait`.execute(tx)
  const [taken] = rows
  return taken && Math.max(0, taken.wait)
}

export const selectRestOfDay = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ rest: number }>`
    select (extract(epoch from ${today} + 1 - now() at time zone 'utc') * 1000)::float8 as rest`.execute(tx)
  return rows[0]?.rest ?? 0
}

export const block = async (tx: Tx, type: string, account: string, ms: number): Promise<void> => {
  await sql`
    insert into platform.vendor_budget as budget (type, account, blocked_until)
    values (${type}, ${account}, now() + make_interval(secs => ${ms / 1000}))
    on conflict (type, account) do update set
      blocked_until = greatest(coalesce(budget.blocked_until, now()), excluded.blocked_until)`.execute(tx)
}

/** Deletes budgets that were not used for days: the next request starts with a new one. */
export const deleteIdleBudgets = async (tx: Tx): Promise<void> => {
  await sql`delete from platform.vendor_budget where next_at < now() - interval '2 days'
    and coalesce(blocked_until, next_at) < now() - interval '2 days'`.execute(tx)
}
