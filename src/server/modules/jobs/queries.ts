import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

const failed = (tx: Tx) => tx.selectFrom('pgboss.job').where('state', '=', 'failed').where('name', 'not like', '\\_\\_%')

export const selectFailedJobs = async (tx: Tx, { page, size }: { page: number; size: number }) => {
  const items = await failed(tx)
    .select(['id', 'name', 'group_id', 'retry_count', 'completed_on', sql<string | null>`output ->> 'message'`.as('reason')])
    .orderBy('completed_on', 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * size)
    .limit(size)
    .execute()
  const { total } = await failed(tx)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export const selectFailedJob = (tx: Tx, id: string) => failed(tx).select(['id', 'name']).where('id', '=', id).executeTakeFirst()
