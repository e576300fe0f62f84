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

/** Excluded contacts, each with the ones into which it was merged at the vendor, one after the other. */
const followed = (clientId: string) => sql`
  followed as (
    select contact_id as excluded_id, contact_id as id, excluded_by, excluded_at, 0 as merges from excluded_contact
      where client_id = ${clientId}
    union
    select followed.excluded_id, contact.merged_into, followed.excluded_by, followed.excluded_at, followed.merges + 1 from followed
    join contact on contact.client_id = ${clientId} and contact.id = followed.id
    where contact.merged_into is not null and followed.merges < ${mergesMax})`

/**
 * The contacts that are never shared: those that exist, and those that were deleted but still take part in an opportunity,
 * which is not shared either.
 */
export const selectExcludedIds = async (tx: Tx, clientId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive ${followed(clientId)}
    select id from contact
    where client_id = ${clientId} and id in (select id from followed)
      and (deleted_at is null or exists (select from opportunity_contact as party
        where party.client_id = ${clientId} and party.contact_id = contact.id))`.execute(tx)
  return rows.map(({ id }) => id)
}

export const selectContacts = (tx: Tx, clientId: string, ids: readonly string[]) =>
  tx
    .selectFrom('contact')
    .select(['id', 'data_source_id', 'merged_into', 'deleted_at'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

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

/** With the contacts that were merged into it. Returns which of them were excluded. */
export const deleteExcluded = async (tx: Tx, clientId: string, contactId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    delete from excluded_contact where client_id = ${clientId} and contact_id in (
      with recursive ${followed(clientId)} select excluded_id from followed where id = ${contactId})
    returning contact_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Contacts that exist and are excluded, or into which an excluded one was merged. By whom: the newest of a user, if any. */
const listed = (clientId: string) => sql`
  with recursive ${followed(clientId)},
  listed as (
    select distinct on (contact.id) contact.id, contact.first_name, contact.last_name, contact.email, excluded_by, excluded_at
    from followed join contact on contact.client_id = ${clientId} and contact.id = followed.id
    where contact.deleted_at is null
    order by contact.id, excluded_by is null, excluded_at desc)`

/** How many users have excluded one by one. */
export const countExcluded = async (tx: Tx, clientId: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    ${listed(clientId)} select count(*) as total from listed where excluded_by is not null`.execute(tx)
  return rows[0]?.total ?? 0
}

interface Page {
  clientId: string
  contactId: string | undefined
  page: number
  size: number
}

interface ExcludedRow {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  excluded_at: Date
  is_by_tag: boolean
  user_name: string | null
  user_lastname: string | null
}

export const selectExcluded = async (tx: Tx, { clientId, contactId, page, size }: Page) => {
  const wanted = contactId === undefined ? sql`true` : sql`listed.id = ${contactId}`
  const items = await sql<ExcludedRow>`
    ${listed(clientId)}
    select listed.id, first_name, last_name, listed.email, excluded_at, excluded_by is null as is_by_tag, app_user.name as user_name, app_user.lastname as user_lastname
    from listed left join app_user on app_user.client_id = ${clientId} and app_user.id = excluded_by
    where ${wanted}
    order by excluded_at desc, listed.id desc
    limit ${size} offset ${(page - 1) * size}`.execute(tx)
  const counted = await sql<{ total: number }>`
    ${listed(clientId)} select count(*) as total from listed where ${wanted}`.execute(tx)
  return { items: items.rows, total: counted.rows[0]?.total ?? 0 }
}
