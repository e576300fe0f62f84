// When a source is synced next, and whether it may be.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { minutesAfter } from '#server/platform/db/statements/time.ts'
import type { IntegrationRef } from '../model.ts'

const nextRun = minutesAfter(sql`now()`, sql`interval_minutes`)

/** Sources that are due, in all open accounts. */
export const selectDue = (tx: Tx, limit: number) =>
  tx
    .selectFrom('integration')
    .innerJoin('client', 'client.client_id', 'integration.client_id')
    .select(['integration.client_id', 'integration.id', 'integration.next_run_at'])
    .where('integration.next_run_at', '<=', sql<Date>`now()`)
    .where('integration.status', '=', 'active')
    .where('integration.syncing', '=', true)
    .where('client.status', '=', 'active')
    .orderBy('integration.next_run_at')
    .limit(limit)
    .execute()

/** Sets the next time first, so that two schedulers never start the same run. */
export const claimDue = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<boolean> => {
  const claimed = await tx
    .updateTable('integration')
    .set({ next_run_at: nextRun })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .where('next_run_at', '<=', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export const scheduleNext = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await sql`update integration set next_run_at = ${nextRun}
    where client_id = ${clientId} and id = ${integrationId} and status = 'active' and syncing`.execute(tx)
}

/** Whether an account may be synced, and whether the source is on: not while the account is suspended, closing or closed. */
export const selectReadable = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
): Promise<{ isOpen: boolean; isOn: boolean; fullOwed: boolean }> => {
  const found = await tx
    .selectFrom('integration')
    .innerJoin('client', 'client.client_id', 'integration.client_id')
    .select(['client.status as client_status', 'integration.status', 'integration.syncing', 'integration.full_owed'])
    .where('integration.client_id', '=', clientId)
    .where('integration.id', '=', integrationId)
    .executeTakeFirst()
  const isOpen = found?.client_status === 'active'
  return { isOpen, isOn: isOpen && found?.status === 'active' && found.syncing, fullOwed: found?.full_owed ?? false }
}

/** The current settings apply from now on, so no full sync is due. */
export const settleOwed = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({ full_owed: false })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .where('full_owed', '=', true)
    .execute()
}

/** A full sync is due as soon as the open run has ended. */
export const oweFullRun = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({ full_owed: true })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}
