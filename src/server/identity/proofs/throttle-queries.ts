import type { Tx } from '#server/platform/db/scope.ts'
import type { ThrottleKind } from '../queries.ts'

interface Counted {
  subject: string
  kind: ThrottleKind
}

export interface Count extends Counted {
  count: number
  since: Date
  lastAt: Date
}

/** Several in one question. */
export const selectThrottles = (tx: Tx, wanted: readonly Counted[]): Promise<Count[]> =>
  tx
    .selectFrom('pool.throttle')
    .select(['subject', 'kind', 'count', 'since', 'last_at as lastAt'])
    .where((row) => row.or(wanted.map(({ subject, kind }) => row.and([row('subject', '=', subject), row('kind', '=', kind)]))))
    .$castTo<Count>()
    .execute()

export const upsertThrottle = async (tx: Tx, row: Count): Promise<void> => {
  const { count, since, lastAt, ...key } = row
  await tx
    .insertInto('pool.throttle')
    .values({ ...key, count, since, last_at: lastAt })
    .onConflict((conflict) => conflict.columns(['subject', 'kind']).doUpdateSet({ count, since, last_at: lastAt }))
    .execute()
}

/** One more in the window that is open, or the first of a new one; counts right however many come at the same time. */
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

export const deleteThrottle = async (tx: Tx, { subject, kind }: Counted): Promise<void> => {
  await tx.deleteFrom('pool.throttle').where('subject', '=', subject).where('kind', '=', kind).execute()
}
