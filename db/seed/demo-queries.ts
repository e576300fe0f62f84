import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

export interface DemoClient {
  clientId: string
  demoName: string
  /** The users whom a start without the demo locked out. */
  lockedOut: string[]
  /** The status of the account before a start without the demo suspended it; null if none did. */
  statusBefore: string | null
}

export const insertDemoClient = async (tx: Tx, { clientId, demoName }: Pick<DemoClient, 'clientId' | 'demoName'>) => {
  await tx.insertInto('platform.demo_client').values({ client_id: clientId, demo_name: demoName }).execute()
}

/** Every account that the demo ever opened, the oldest first. */
export const selectDemoClients = async (tx: Tx): Promise<DemoClient[]> => {
  const rows = await tx.selectFrom('platform.demo_client').selectAll().orderBy('client_id').execute()
  return rows.map((row) => ({
    clientId: row.client_id,
    demoName: row.demo_name,
    lockedOut: row.locked_out,
    statusBefore: row.status_before,
  }))
}

export const addLockedOut = async (tx: Tx, { clientId, userId }: { clientId: string; userId: string }): Promise<void> => {
  await tx
    .updateTable('platform.demo_client')
    .set({ locked_out: sql`array_append(array_remove(locked_out, ${userId}::uuid), ${userId}::uuid)` })
    .where('client_id', '=', clientId)
    .execute()
}

export const removeLockedOut = async (tx: Tx, { clientId, userId }: { clientId: string; userId: string }): Promise<void> => {
  await tx
    .updateTable('platform.demo_client')
    .set({ locked_out: sql`array_remove(locked_out, ${userId}::uuid)` })
    .where('client_id', '=', clientId)
    .execute()
}

export const setStatusBefore = async (tx: Tx, { clientId, statusBefore }: Pick<DemoClient, 'clientId' | 'statusBefore'>) => {
  await tx.updateTable('platform.demo_client').set({ status_before: statusBefore }).where('client_id', '=', clientId).execute()
}
