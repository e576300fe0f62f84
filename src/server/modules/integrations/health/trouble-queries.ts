// How the runs of a source have ended lately, and which alerts its admins got.
import type { AlertKind, IntegrationRef } from '../model.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Another run failed, or a run has been waiting for its vendor. Returns how long this has lasted. */
export const noteFailure = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { at, isOver }: { at: Date; isOver: boolean },
): Promise<{ failures: number; since: Date } | undefined> => {
  const { rows } = await sql<{ failures: number; since: Date }>`
    update integration set failures_in_row = failures_in_row + ${isOver ? 1 : 0}, failing_since = coalesce(failing_since, ${at})
    where client_id = ${clientId} and id = ${integrationId}
    returning failures_in_row as failures, failing_since as since`.execute(tx)
  return rows[0]
}

/** The caller that marks it notifies the admins. False: they were notified. */
export const markAlerted = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  what: AlertKind,
  at: Date,
): Promise<boolean> => {
  const column = `told_${what}_at` as const
  const marked = await tx
    .updateTable('integration')
    .set({ [column]: at })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .where(column, 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** The alert is settled: should it occur again, admins are notified again. */
export const clearAlerted = async (tx: Tx, { clientId, integrationId }: IntegrationRef, what: AlertKind): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({ [`told_${what}_at`]: null })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}

/** Runs succeed again. Returns the alerts that admins got and that are over now. */
export const clearTrouble = async (
  tx: Tx,
  { clientId, integrationId }: IntegrationRef,
  { stillSkips }: { stillSkips: boolean },
): Promise<AlertKind[]> => {
  const before = await tx
    .selectFrom('integration')
    .select(['failures_in_row', 'failing_since', 'told_failing_at', 'told_held_at', 'told_skipping_at'])
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .forUpdate()
    .executeTakeFirst()
  const over = (['failing', 'held', 'skipping'] as const).filter(
    (what) => before?.[`told_${what}_at`] && !(what === 'skipping' && stillSkips),
  )
  if (over.length === 0 && !before?.failing_since) return []
  await tx
    .updateTable('integration')
    .set({
      failures_in_row: 0,
      failing_since: null,
      told_failing_at: null,
      told_held_at: null,
      ...(stillSkips ? {} : { told_skipping_at: null }),
    })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
  return over
}
