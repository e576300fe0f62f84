// Deletes old runs, and renames the users who started them.
import { sql } from 'kysely'
import { deleteSome } from '#server/platform/db/statements/delete-some.ts'
import { isToReplace, replacedIn, type Replacing } from '#server/platform/db/statements/replaced.ts'
import type { Tx } from '#server/platform/db/scope.ts'

/** Runs are kept for two years: each is one small row. */
export const deleteOldRuns = async (tx: Tx): Promise<void> => {
  await sql`delete from sync_run where finished_at < now() - interval '2 years'`.execute(tx)
}

/** Deletes up to `limit` runs of a source. 0: none is left. */
export const eraseRuns = (tx: Tx, source: { clientId: string; integrationId: string }, limit: number): Promise<number> =>
  deleteSome(tx, 'sync_run', source, limit)

/** Replaces the id of the user who started the runs. */
export const updateActor = async (tx: Tx, clientId: string, { from, to }: { from: string; to: string }): Promise<void> => {
  await tx.updateTable('sync_run').set({ actor: to }).where('client_id', '=', clientId).where('actor', '=', from).execute()
}

/** Replaces addresses in the cursors of open runs. */
export const moveCursors = async (tx: Tx, replacing: Replacing): Promise<void> => {
  await sql`update sync_run set cursor = ${replacedIn('cursor', replacing)}::jsonb
    where status in ('queued', 'running', 'partial') and cursor is not null and ${isToReplace('cursor', replacing)}`.execute(tx)
}
