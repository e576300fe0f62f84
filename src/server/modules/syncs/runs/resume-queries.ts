import type { Tx } from '#server/platform/db/scope.ts'

/** A run that rests until a later time need not wait for it any more; undefined: none rests. */
export const resumeNow = (tx: Tx, { clientId, integrationId }: { clientId: string; integrationId: string }) =>
  tx
    .updateTable('sync_run')
    .set({ resume_at: null, waiting_until: null })
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('status', '=', 'partial')
    .where('resume_at', 'is not', null)
    .where('cancel_requested', '=', false)
    .returning(['id', 'created_at'])
    .executeTakeFirst()
