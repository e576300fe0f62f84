import { sql } from 'kysely'
import type { Row, Tx } from '#server/platform/db/scope.ts'

export type PropertyRow = Row<'webhook_property'>

export interface PropertyRef {
  clientId: string
  propertyId: string
}

/** What users write of a property. */
export type PropertyFields = Pick<
  PropertyRow,
  'name' | 'label' | 'type' | 'enum_values' | 'is_required' | 'maps_to' | 'is_personal' | 'example'
>

const listed = (tx: Tx, clientId: string) =>
  tx.selectFrom('webhook_property').where('client_id', '=', clientId).where('hidden_at', 'is', null)

/** Those in the catalogue, by name. */
export const selectProperties = (tx: Tx, clientId: string): Promise<PropertyRow[]> =>
  listed(tx, clientId).selectAll().orderBy('name').execute()

export const selectNames = async (tx: Tx, clientId: string): Promise<string[]> =>
  (await listed(tx, clientId).select('name').execute()).map(({ name }) => name)

/** Locked until the transaction ends: until then no value of it is counted. */
export const lockProperty = (tx: Tx, { clientId, propertyId }: PropertyRef): Promise<PropertyRow | undefined> =>
  listed(tx, clientId).selectAll().where('id', '=', propertyId).forUpdate().executeTakeFirst()

export const insertProperties = (tx: Tx, clientId: string, all: readonly PropertyFields[]): Promise<PropertyRow[]> =>
  tx
    .insertInto('webhook_property')
    .values(all.map((fields) => ({ client_id: clientId, ...fields })))
    .returningAll()
    .execute()

export const updateProperty = (tx: Tx, row: PropertyRow, fields: PropertyFields): Promise<PropertyRow> =>
  tx
    .updateTable('webhook_property')
    .set({ ...fields, version: row.version + 1, updated_at: sql`now()` })
    .where('client_id', '=', row.client_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Frees the names of properties that get others, so that two of them can swap theirs. */
export const freeNames = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<void> => {
  await sql`update webhook_property set name = '~' || id::text where client_id = ${clientId} and id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

export const hideProperty = async (tx: Tx, { clientId, propertyId }: PropertyRef): Promise<void> => {
  await tx
    .updateTable('webhook_property')
    .set({ hidden_at: sql`now()`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', propertyId)
    .execute()
}

export const deleteProperty = async (tx: Tx, { clientId, propertyId }: PropertyRef): Promise<void> => {
  await tx.deleteFrom('webhook_property').where('client_id', '=', clientId).where('id', '=', propertyId).execute()
}

/** How many events brought a value of each property, from a day on. */
export const selectUsed = async (tx: Tx, clientId: string, from: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; used: number }>`
    select property_id as id, sum(count)::bigint as used from webhook_property_day
    where client_id = ${clientId} and day >= ${from}::date group by property_id`.execute(tx)
  return new Map(rows.map(({ id, used }) => [id, used]))
}

/** How many events ever brought a value of a property. Undefined: none. */
export const selectUsedEver = async (tx: Tx, { clientId, propertyId }: PropertyRef): Promise<number | undefined> => {
  const { rows } = await sql<{ used: number | null }>`
    select sum(count)::bigint as used from webhook_property_day
    where client_id = ${clientId} and property_id = ${propertyId}`.execute(tx)
  return rows[0]?.used ?? undefined
}
