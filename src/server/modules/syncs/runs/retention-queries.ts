// What becomes of runs with time, and with whoever asked for them.
import { sql } from 'kysely'
import { deleteSome } from '#server/platform/db/statements/delete-some.ts'
import { isToReplace, replacedIn, type Replacing } from '#server/platform/db/statements/replaced.ts'
import type { Tx } from '#server/platform/db/scope.ts'

/** Two years of runs: each is one small row. */
export const deleteOldRuns = async (tx: Tx): Promise<void> => {
  await sql`delete from sync_run where finished_at < now() - interval '2 years'`.execute(tx)
}

/** So many of a source; 0: none is left. */
export const eraseRuns = (tx: Tx, source: { clientId: string; integrationId: string }, limit: number): Promise<number> =>
  deleteSome(tx, 'sync_run', source, limit)

/** Whoever asked for them is called otherwise from now on. */
export const updateActor = async (tx: Tx, clientId: string, { from, to }: { from: string; to: string }): Promise<void> => {
  await tx.updateTable('sync_run').set({ actor: to }).where('client_id', '=', clientId).where('actor', '=', from).execute()
}

/** Addresses in the places at which open runs go on. */
export const moveCursors = async (tx: Tx, replacing: Replacing): Promise<void> => {
  await sql`update sync_run set cursor = ${replacedIn('cursor', replacing)}::jsonb
    where status in ('queued', 'running', 'partial') and cursor is not null and ${isToReplace('cursor', replacing)}`.execute(tx)
}
