import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** A password, a passkey, a code that was sent, that of a second step, or the answer to the operator's question. */
export type ProofKind = 'password' | 'passkey' | 'code' | 'mfa' | 'question'

type ThrottleKind =
  | ProofKind
  | 'sign_up'
  | 'sign_up_code'
  | 'password_code'
  | 'attribute_code'
  | 'sign_in_code'
  | 'second_step_code'
  | 'address'
  | 'address_letters'
  | 'network'
  | 'network_letters'
  | 'attack_letter'

interface Counted {
  subject: string
  kind: ThrottleKind
}

export interface Count extends Counted {
  count: number
  since: Date
  lastAt: Date
  /** The same within a day, which a success does not reset. */
  dayCount: number
  daySince: Date | null
}

/** Several in one query. */
export const selectThrottles = (tx: Tx, counted: readonly Counted[]): Promise<Count[]> =>
  tx
    .selectFrom('pool.throttle')
    .select(['subject', 'kind', 'count', 'since', 'last_at as lastAt', 'day_count as dayCount', 'day_since as daySince'])
    .where((row) => row.or(counted.map(({ subject, kind }) => row.and([row('subject', '=', subject), row('kind', '=', kind)]))))
    .$castTo<Count>()
    .execute()

export const upsertThrottle = async (
  tx: Tx,
  row: Omit<Count, 'dayCount' | 'daySince'> & Partial<Pick<Count, 'dayCount' | 'daySince'>>,
): Promise<void> => {
  const { subject, kind, count, since, lastAt, dayCount = 0, daySince = null } = row
  const change = { count, since, last_at: lastAt, day_count: dayCount, day_since: daySince }
  await tx
    .insertInto('pool.throttle')
    .values({ subject, kind, ...change })
    .onConflict((conflict) => conflict.columns(['subject', 'kind']).doUpdateSet(change))
    .execute()
}

/** One more in the open window, or the first of a new one; counts correctly with concurrent calls. */
export const addToThrottle = async (
  tx: Tx,
  { subject, kind }: Counted,
  { now, window }: { now: Date; window: number },
): Promise<number> => {
  const isOver = new Date(now.getTime() - window)
  const { count } = await tx
    .insertInto('pool.throttle')
    .values({ subject, kind, count: 1, since: now, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'kind']).doUpdateSet((row) => ({
        count: row
          .case()
          .when('pool.throttle.since', '<=', isOver)
          .then(1)
          .else(row('pool.throttle.count', '+', 1))
          .end(),
        since: row.case().when('pool.throttle.since', '<=', isOver).then(now).else(row.ref('pool.throttle.since')).end(),
        last_at: now,
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** Resets the waits; the day's count stays. */
export const restartThrottle = async (tx: Tx, { subjects, kind }: { subjects: string[]; kind: ThrottleKind }): Promise<void> => {
  await tx.updateTable('pool.throttle').set({ count: 0 }).where('subject', 'in', subjects).where('kind', '=', kind).execute()
}

/** Together with the day's count. */
export const deleteThrottles = async (tx: Tx, { subjects, kind }: { subjects: string[]; kind: ThrottleKind }): Promise<void> => {
  await tx.deleteFrom('pool.throttle').where('subject', 'in', subjects).where('kind', '=', kind).execute()
}

/** Makes proofs of one subject wait for each other, so that concurrent guesses are all counted. */
export const lockSubject = async (tx: Tx, subject: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pool ${subject}`}, 0))`.execute(tx)
}
