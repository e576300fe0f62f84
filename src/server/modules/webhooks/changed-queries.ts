import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { changedChannel } from './model.ts'

/** Tells every process that what it has cached of an account's endpoints and properties is stale. */
export const tellChanged = async (tx: Tx, clientId: string): Promise<void> => {
  await sql`select pg_notify(${changedChannel}, ${clientId})`.execute(tx)
}
