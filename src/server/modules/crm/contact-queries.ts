import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Contacts that still exist. */
export const selectContactNames = (tx: Tx, clientId: string, ids: readonly string[]) =>
  tx
    .selectFrom('contact')
    .select(['id', 'first_name', 'last_name', 'email', 'external_id'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
