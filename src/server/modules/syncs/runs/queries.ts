import { sql } from 'kysely'
import { openRunStatuses, type Run, type RunErrorKind } from '#contract/syncs/runs.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Progress, RunRef, RunRow } from './model.ts'

interface NewRun {
  clientId: string
  id: string
  integrationId: string
  kind: Run['kind']
  origin: Run['origin']
  actor: string | null
}

/** Returns false if a run of the integration is already open. */
export const insertRun = async (tx: Tx, { clientId, id, integrationId, kind, origin, actor }: NewRun): Promise<boolean> => {
  const made = await tx
    .insertInto('sync_run')
    .values({ client_id: clientId, id, integration_id: integrationId, kind, origin, actor })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export const selectRun = (tx: Tx, { clientId, runId }: RunRef) =>
  tx.selectFrom('sync_run').selectAll().where('client_id', '=', clientId).where('id', '=', runId).executeTakeFirst()

/** For staff, who do not know the account. Only open runs, because searching all runs of all accounts would take too long. */
export const selectOpenRunAnywhere = (tx: Tx, runId: string) =>
  tx.selectFrom('sync_run').select('client_id').where('id', '=', runId).where('status', 'in', openRunStatuses).executeTakeFirst()

export const selectOpenRun = (tx: Tx, clientId: string, integrationId: string) =>
  tx
    .selectFrom('sync_run')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('status', 'in', openRunStatuses)
    .executeTakeFirst()

export const selectRuns = async (
  tx: Tx,
  ref: { clientId: string; integrationId: string },
  page: { page: number; size: number },
) => {
  const of = tx.selectFrom('sync_run').where('client_id', '=', ref.clientId).where('integration_id', '=', ref.integrationId)
  const items = await of
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page.page - 1) * page.size)
    .limit(page.size)
    .execute()
  const { total } = await of.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}

/** When a user last started a run by hand, if that was after the given time. */
export const selectLastRequested = async (
  tx: Tx,
  { clientId, integrationId, actor, since }: { clientId: string; integrationId: string; actor: string; since: Date },
): Promise<Date | undefined> => {
  const row = await tx
    .selectFrom('sync_run')
    .select('created_at')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('origin', '=', 'user')
    .where('actor', '=', actor)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

export const requestCancel = async (tx: Tx, { clientId, runId }: RunRef): Promise<boolean> => {
  const changed = await tx
    .updateTable('sync_run')
    .set({ cancel_requested: true, resume_at: null })
    .where('client_id', '=', clientId)
    .where('id', '=', runId)
    .where('status', 'in', openRunStatuses)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Gives one worker the run until the lease ends. False: another worker has it, or there is nothing left to do. */
export const takeLease = async (tx: Tx, { clientId, runId }: RunRef, { token, seconds }: { token: string; seconds: number }) => {
  const taken = await tx
    .updateTable('sync_run')
    .set({
      lease_token: token,
      lease_until: sql`now() + make_interval(secs => ${seconds})`,
      status: 'running',
      resume_at: null,
      waiting_until: null,
      started_at: sql`least(started_at, now())`,
      heartbeat_at: sql`now()`,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', runId)
    .where('status', 'in', openRunStatuses)
    .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst()
  return taken
}

/** Renews the lease. Returns whether a user canceled the run; undefined: the run is no longer ours. */
export const keepLease = async (tx: Tx, { clientId, runId }: RunRef, { token, seconds }: { token: string; seconds: number }) => {
  const kept = await tx
    .updateTable('sync_run')
    .set({ lease_until: sql`now() + make_interval(secs => ${seconds})`, heartbeat_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', runId)
    .where('lease_token', '=', token)
    .where('status', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst()
  return kept
}

/** The vendor asked us to wait. The next saved step clears it. */
export const noteWaiting = async (tx: Tx, { clientId, runId }: RunRef, waiting: { token: string; ms: number }): Promise<void> => {
  await tx
    .updateTable('sync_run')
    .set({ waiting_until: sql`now() + make_interval(secs => ${waiting.ms / 1000})` })
    .where('client_id', '=', clientId)
    .where('id', '=', runId)
    .where('lease_token', '=', waiting.token)
    .where('status', '=', 'running')
    .execute()
}

/** Saves the progress together with the page. Undefined: the run is no longer ours. */
export const saveProgress = async (
  tx: Tx,
  { clientId, runId }: RunRef,
  { token, seconds, progress, isLate }: { token: string; seconds: number; progress: Progress; isLate: boolean },
) => {
  const { phases, cursors, ...numbers } = progress
  return tx
    .updateTable('sync_run')
    .set({
      ...numbers,
      phases: jsonText(phases),
      cursor: jsonText(cursors),
      lease_until: sql`now() + make_interval(secs => ${seconds})`,
      heartbeat_at: sql`now()`,
      failures: 0,
      error_kind: null,
      error_text: null,
      technical: null,
      ...(isLate ? {} : { waiting_until: null }),
    })
    .where('client_id', '=', clientId)
    .where('id', '=', runId)
    .where('lease_token', '=', token)
    .where('status', '=', 'running')
    .returning('cancel_requested')
    .executeTakeFirst()
}

interface Ending {
  status: Run['status']
  errorKind?: RunErrorKind | null
  errorText?: string | null
  /** For staff and engineers. */
  technical?: string | null
  resumeAt?: Date | null
  failures?: number
}

/** Ends the run, or defers it until `resumeAt`. */
export const endRun = async (tx: Tx, { clientId, runId }: RunRef, token: string, ending: Ending): Promise<boolean> => {
  const { status, errorKind = null, errorText = null, technical = null, resumeAt = null, failures } = ending
  const isOver = status !== 'partial'
  const ended = await tx
    .updateTable('sync_run')
    .set({
      status,
      error_kind: errorKind,
      error_text: errorText,
      technical,
      resume_at: resumeAt,
      waiting_until: null,
      ...(failures === undefined ? {} : { failures }),
      ...(isOver ? { finished_at: sql`now()`, cursor: null, phase: null } : {}),
      lease_token: null,
      lease_until: null,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', runId)
    .where('lease_token', '=', token)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends a run immediately if no worker holds it. */
export const cancelIdle = async (tx: Tx, { clientId, runId }: RunRef): Promise<RunRow | undefined> =>
  tx
    .updateTable('sync_run')
    .set({
      status: 'canceled',
      error_kind: null,
      error_text: null,
      technical: null,
      finished_at: sql`now()`,
      cursor: null,
      phase: null,
      lease_token: null,
      lease_until: null,
      resume_at: null,
      waiting_until: null,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', runId)
    .where('status', 'in', openRunStatuses)
    .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst()

/** Runs whose lease has expired although no worker released it. */
export const selectLapsed = (tx: Tx, limit: number) =>
  tx
    .selectFrom('sync_run')
    .select(['client_id', 'id'])
    .where('status', '=', 'running')
    .where('lease_until', '<', sql<Date>`now()`)
    .limit(limit)
    .execute()

/** Open runs that no worker has processed for a while: their job was lost. */
export const selectForgotten = (tx: Tx, limit: number) =>
  tx
    .selectFrom('sync_run')
    .select(['client_id', 'id', 'integration_id'])
    .where('status', 'in', openRunStatuses)
    .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<', sql<Date>`now() - interval '1 minute'`)]))
    .where((or) => or.or([or('resume_at', 'is', null), or('resume_at', '<', sql<Date>`now() - interval '1 minute'`)]))
    .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
    .limit(limit)
    .execute()

export const hasRun = async (
  tx: Tx,
  { clientId, integrationId }: { clientId: string; integrationId: string },
): Promise<boolean> => {
  const run = await tx
    .selectFrom('sync_run')
    .select('id')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}

/** Clears the pause of a run. Undefined: no run is paused. */
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
