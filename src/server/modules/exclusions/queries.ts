import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

export const selectTag = (tx: Tx, clientId: string) =>
  tx.selectFrom('exclusion_tag').select('tag').where('client_id', '=', clientId).executeTakeFirst()

export const writeTag = async (tx: Tx, clientId: string, tag: string): Promise<void> => {
  await tx
    .insertInto('exclusion_tag')
    .values({ client_id: clientId, tag })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ tag }))
    .execute()
}

/** Merges that follow each other, at most. */
const mergesMax = 20

/** The excluded contacts, and those into which they were merged at the vendor. */
export const selectExcludedIds = async (tx: Tx, clientId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive excluded as (
      select contact_id as id, 0 as merges from excluded_contact where client_id = ${clientId}
      union
      select contact.merged_into, excluded.merges + 1 from excluded
      join contact on contact.client_id = ${clientId} and contact.id = excluded.id
      where contact.merged_into is not null and excluded.merges < ${mergesMax})
    select distinct id from excluded`.execute(tx)
  return rows.map(({ id }) => id)
}

export const selectContacts = (tx: Tx, clientId: string, ids: readonly string[]) =>
  tx
    .selectFrom('contact')
    .select(['id', 'data_source_id', 'merged_into', 'deleted_at'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

export const countExcluded = async (tx: Tx, clientId: string): Promise<number> => {
  const { total } = await tx
    .selectFrom('excluded_contact')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return total
}

/** Returns those that were not excluded before. */
export const insertExcluded = async (
  tx: Tx,
  clientId: string,
  contactIds: readonly string[],
  by: { userId: string; at: Date },
): Promise<string[]> => {
  const rows = await tx
    .insertInto('excluded_contact')
    .values(contactIds.map((id) => ({ client_id: clientId, contact_id: id, excluded_by: by.userId, excluded_at: by.at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('contact_id')
    .execute()
  return rows.map(({ contact_id: id }) => id)
}

export const deleteExcluded = async (tx: Tx, clientId: string, contactId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('excluded_contact')
    .where('client_id', '=', clientId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

interface Page {
  clientId: string
  contactId: string | undefined
  page: number
  size: number
}

/** Of those that still exist. */
export const selectExcluded = async (tx: Tx, { clientId, contactId, page, size }: Page) => {
  const excluded = tx
    .selectFrom('excluded_contact')
    .innerJoin('contact', (join) =>
      join.onRef('contact.client_id', '=', 'excluded_contact.client_id').onRef('contact.id', '=', 'contact_id'),
    )
    .where('excluded_contact.client_id', '=', clientId)
    .where('contact.deleted_at', 'is', null)
    .$if(contactId !== undefined, (query) => query.where('contact_id', '=', contactId ?? ''))
  const items = await excluded
    .leftJoin('app_user', (join) =>
      join.onRef('app_user.client_id', '=', 'excluded_contact.client_id').onRef('app_user.id', '=', 'excluded_by'),
    )
    .select([
      'contact_id',
      'contact.first_name',
      'contact.last_name',
      'contact.email',
      'excluded_at',
      'app_user.name as user_name',
      'app_user.lastname as user_lastname',
    ])
    .orderBy('excluded_at', 'desc')
    .orderBy('contact_id', 'desc')
    .offset((page - 1) * size)
    .limit(size)
    .execute()
  const { total } = await excluded.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}
