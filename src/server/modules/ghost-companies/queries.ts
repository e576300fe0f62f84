import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { GhostCompanyRef } from './model.ts'

const one = ({ clientId, ghostCompanyId }: GhostCompanyRef) => ({ client_id: clientId, id: ghostCompanyId })

export const selectCompany = (tx: Tx, { clientId, ghostCompanyId }: GhostCompanyRef) =>
  tx.selectFrom('ghost_company').selectAll().where('client_id', '=', clientId).where('id', '=', ghostCompanyId).executeTakeFirst()

/** For staff, who know a ghost company by its id alone. */
export const selectCompanyAnywhere = (tx: Tx, id: string) =>
  tx.selectFrom('ghost_company').selectAll().where('id', '=', id).executeTakeFirst()

export const selectCompanies = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('ghost_company')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()

/** The one that has the name. */
export const selectByName = (tx: Tx, clientId: string, nameKey: string) =>
  tx
    .selectFrom('ghost_company')
    .select('id')
    .where('client_id', '=', clientId)
    .where('name_key', '=', nameKey)
    .where('deleted_at', 'is', null)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()

interface NewCompany extends GhostCompanyRef {
  name: string
  nameKey: string
  /** Null: nobody stated yet that its data may be processed. */
  acknowledgedBy: string | null
}

export const insertCompany = async (tx: Tx, { name, nameKey, acknowledgedBy, ...ref }: NewCompany): Promise<void> => {
  await tx
    .insertInto('ghost_company')
    .values({
      ...one(ref),
      name,
      name_key: nameKey,
      ...(acknowledgedBy === null ? {} : { acknowledged_by: acknowledgedBy, acknowledged_at: sql`now()` }),
    })
    .execute()
}

const update = (tx: Tx, { clientId, ghostCompanyId }: GhostCompanyRef) =>
  tx
    .updateTable('ghost_company')
    .set({ updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', ghostCompanyId)

export const updateName = async (tx: Tx, ref: GhostCompanyRef, { name, nameKey }: { name: string; nameKey: string }) => {
  await update(tx, ref)
    .set({ name, name_key: nameKey, version: sql`version + 1` })
    .execute()
}

export const acknowledge = async (tx: Tx, ref: GhostCompanyRef, userId: string): Promise<void> => {
  await update(tx, ref)
    .set({ acknowledged_by: userId, acknowledged_at: sql`now()` })
    .execute()
}

/** Null: nobody is at the vendor. */
export const setConnecting = async (tx: Tx, ref: GhostCompanyRef, until: Date | null): Promise<void> => {
  await update(tx, ref).set({ connecting_until: until }).execute()
}

export const markClaimed = async (tx: Tx, ref: GhostCompanyRef): Promise<void> => {
  await update(tx, ref)
    .set({ claimed_at: sql`now()`, connecting_until: null, version: sql`version + 1` })
    .execute()
}

export const markDeleted = async (tx: Tx, ref: GhostCompanyRef): Promise<void> => {
  await update(tx, ref)
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .execute()
}
