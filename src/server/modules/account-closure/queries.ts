import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Accounts whose time is over, including those whose erasure was started and not finished. */
export const selectDue = async (tx: Tx, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('client')
    .select('client_id')
    .where('closes_at', '<=', sql<Date>`now()`)
    .where('status', 'in', ['closing', 'closed'])
    .orderBy('closes_at')
    .limit(limit)
    .execute()
  return rows.map(({ client_id: id }) => id)
}

/** Accounts that staff opened for a user whose last invitation has expired, and without any other user who signed in. */
const abandoned = (tx: Tx, before: Date, clientId?: string) =>
  tx
    .selectFrom('client')
    .leftJoin('app_user as owner', (join) =>
      join.onRef('owner.client_id', '=', 'client.client_id').onRef('owner.id', '=', 'client.owner_user_id'),
    )
    .$if(clientId !== undefined, (clients) => clients.where('client.client_id', '=', clientId ?? ''))
    .where('client.status', '=', 'pending')
    .where('client.status_since', '<=', before)
    .where((row) => row.or([row('owner.invited_at', 'is', null), row('owner.invited_at', '<=', before)]))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('app_user as comer')
            .select('comer.id')
            .$if(clientId !== undefined, (comers) => comers.where('comer.client_id', '=', clientId ?? ''))
            .whereRef('comer.client_id', '=', 'client.client_id')
            .where('comer.subject', 'is not', null),
        ),
      ),
    )

export const selectAbandoned = async (tx: Tx, before: Date, limit: number): Promise<string[]> => {
  const rows = await abandoned(tx, before).select('client.client_id').limit(limit).execute()
  return rows.map(({ client_id: id }) => id)
}

export const isAbandoned = async (tx: Tx, clientId: string, before: Date): Promise<boolean> =>
  (await abandoned(tx, before, clientId).select('client.client_id').executeTakeFirst()) !== undefined

/** `closes_at` stays until everything is erased: it marks that work is left. */
export const markClosed = async (tx: Tx, clientId: string): Promise<void> => {
  await tx
    .updateTable('client')
    .set({ status: 'closed', status_since: sql`now()`, updated_at: sql`now()`, closes_at: sql`least(closes_at, now())` })
    .where('client_id', '=', clientId)
    .execute()
}

/** False if another worker has finished it. */
export const markErased = async (tx: Tx, clientId: string): Promise<boolean> => {
  const row = await tx
    .updateTable('client')
    .set({ closes_at: null, owner_user_id: null, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('status', '=', 'closed')
    .where('closes_at', 'is not', null)
    .returning('client_id')
    .executeTakeFirst()
  return row !== undefined
}

export const selectOwner = (tx: Tx, clientId: string, ownerId: string) =>
  tx
    .selectFrom('app_user')
    .select(['email', 'name'])
    .where('client_id', '=', clientId)
    .where('id', '=', ownerId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()

/** Users whom the identity provider may still know, by their ids. */
export const selectKnown = async (
  tx: Tx,
  clientId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('email_norm', '<>', '')
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const countKnown = async (tx: Tx, clientId: string): Promise<number> => {
  const { people } = await tx
    .selectFrom('app_user')
    .select((row) => row.fn.countAll<number>().as('people'))
    .where('client_id', '=', clientId)
    .where('email_norm', '<>', '')
    .executeTakeFirstOrThrow()
  return people
}

export const markRemoved = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('app_user')
    .set({ status: 'DELETED', status_since: sql`now()`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .where('status', '<>', 'DELETED')
    .execute()
}
