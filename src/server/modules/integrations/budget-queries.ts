import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

interface Slice {
  type: string
  account: string
  /** Requests that are wanted at once, and the milliseconds that each takes. */
  wanted: number
  each: number
  /** How far the account may get ahead after a rest, in milliseconds. */
  burst: number
}

/** When the first of the wanted requests may go out, in milliseconds from now. The database's clock is everybody's. */
export const takeSlice = async (tx: Tx, { type, account, wanted, each, burst }: Slice): Promise<number> => {
  await sql`set local synchronous_commit = off`.execute(tx)
  const { rows } = await sql<{ wait: number }>`
    insert into platform.vendor_budget as budget (type, account, next_at)
    values (${type}, ${account}, now() - make_interval(secs => ${burst / 1000}) + make_interval(secs => ${(wanted * each) / 1000}))
    on conflict (type, account) do update set
      next_at = greatest(budget.next_at, now() - make_interval(secs => ${burst / 1000}), coalesce(budget.blocked_until, now() - interval '1 hour'))
        + make_interval(secs => ${(wanted * each) / 1000})
    returning (extract(epoch from next_at - now()) * 1000 - ${wanted * each}::float8)::float8 as wait`.execute(tx)
  return Math.max(0, rows[0]?.wait ?? 0)
}

export const block = async (tx: Tx, type: string, account: string, ms: number): Promise<void> => {
  await sql`
    insert into platform.vendor_budget as budget (type, account, blocked_until)
    values (${type}, ${account}, now() + make_interval(secs => ${ms / 1000}))
    on conflict (type, account) do update set
      blocked_until = greatest(coalesce(budget.blocked_until, now()), excluded.blocked_until)`.execute(tx)
}
