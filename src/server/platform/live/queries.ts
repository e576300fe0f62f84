import { sql } from 'kysely'
import type { Tx } from '../db/scope.ts'

export const insertLiveEvent = async (tx: Tx, event: { clientId: string; id: string; topic: string }): Promise<void> => {
  const { clientId, id, topic } = event
  await tx.insertInto('live_event').values({ client_id: clientId, id, topic }).execute()
  await sql`select pg_notify('live', ${`${clientId} ${id} ${topic}`})`.execute(tx)
}

export const selectLiveEvents = (tx: Tx, clientId: string, page: { after: string; limit: number }) =>
  tx
    .selectFrom('live_event')
    .select(['id', 'topic'])
    .where('client_id', '=', clientId)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

export const deleteLiveEvents = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('live_event').where('created_at', '<', before).execute()
}
