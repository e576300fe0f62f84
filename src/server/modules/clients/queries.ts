import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Holds a name for a client. False: somebody else has it. */
export const reserveName = async (tx: Tx, key: string, clientId: string): Promise<boolean> => {
  const held = await tx
    .insertInto('registry.client_name')
    .values({ name_key: key, client_id: clientId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name_key')
    .executeTakeFirst()
  return held !== undefined
}

export const releaseName = async (tx: Tx, key: string, clientId: string): Promise<void> => {
  await tx.deleteFrom('registry.client_name').where('name_key', '=', key).where('client_id', '=', clientId).execute()
}

export const isNameTaken = async (tx: Tx, key: string): Promise<boolean> =>
  (await tx.selectFrom('registry.client_name').select('client_id').where('name_key', '=', key).executeTakeFirst()) !== undefined

interface NewClient {
  clientId: string
  name: string
  type: 'AGENCY' | 'COMPANY'
  timeZone: string
  ownerUserId: string
  isInternal: boolean
}

export const insertClient = async (tx: Tx, client: NewClient): Promise<void> => {
  await tx
    .insertInto('client')
    .values({
      client_id: client.clientId,
      name: client.name,
      type: client.type,
      time_zone: client.timeZone,
      owner_user_id: client.ownerUserId,
      is_internal: client.isInternal,
    })
    .execute()
}

export const selectClient = (tx: Tx, clientId: string) =>
  tx.selectFrom('client').selectAll().where('client_id', '=', clientId).executeTakeFirst()

interface ClientChange {
  name?: string | undefined
  time_zone?: string | undefined
  currency?: string | undefined
}

/** Undefined when the version is not the current one. */
export const updateClient = (tx: Tx, place: { clientId: string; version: number }, change: ClientChange) =>
  tx
    .updateTable('client')
    .set({ ...change, version: place.version + 1, updated_at: sql`now()` })
    .where('client_id', '=', place.clientId)
    .where('version', '=', place.version)
    .returningAll()
    .executeTakeFirst()

export const selectClients = async (tx: Tx, { page, size }: { page: number; size: number }) => {
  const items = await tx
    .selectFrom('client')
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.client_id', '=', 'client.client_id').onRef('app_user.id', '=', 'client.owner_user_id'),
    )
    .selectAll('client')
    .select(['app_user.name as owner_name', 'app_user.lastname as owner_lastname', 'app_user.email as owner_email'])
    .orderBy('client.created_at', 'desc')
    .orderBy('client.client_id', 'desc')
    .offset((page - 1) * size)
    .limit(size)
    .execute()
  const { total } = await tx
    .selectFrom('client')
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}
