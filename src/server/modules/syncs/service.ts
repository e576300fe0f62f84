import type { Input } from '#contract/kit/route.ts'
import type * as contract from '#contract/syncs/runs.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { may } from '#contract/users/permissions.ts'
import type { WebhookEvent } from '#server/connectors/kit/connector.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { record } from '../acts/service.ts'
import type { RequestedFor } from '../events/model.ts'
import { findIntegration, viewIntegration, locateIntegration, checkSeen } from '../integrations/service.ts'
import { checkReadable, scheduleNext } from '../integrations/schedule/service.ts'
import { needsOf, titleOf, type IntegrationRow, type IntegrationRef } from '../integrations/model.ts'
import { type RunRef, type Viewer, runOf } from './runs/model.ts'
import {
  selectOpenRunAnywhere,
  cancelIdle,
  hasRun,
  requestCancel,
  selectRun,
  selectRuns,
  selectLastRequested,
  selectOpenRun,
} from './runs/queries.ts'
import { eraseRuns } from './runs/retention-queries.ts'
import { deleteStreams, storeOwnCount, unpark } from './engine/run/stream-queries.ts'
import { eraseSome, insertWebhookEvents } from './queries.ts'
import { openRun } from './start/open-run.ts'
import { approvalOf } from './removal.ts'
import { resumePaused } from './start/resume.ts'
import { acts } from './acts.ts'
import { recordRunEnded } from './run-events.ts'
import { checkLastRequested, intervalStart, isLimited } from './start/user-limit.ts'

const cannotRun: Record<string, string> = {
  disconnected: 'This source is disconnected. Reconnect it first.',
  ad_account: 'Choose an ad account first.',
  location: 'Choose a location first.',
  table: 'Choose the table and its columns first.',
}

/** Why a source cannot be synced now. A source that failed may be tried again, because the cause may have been fixed since. */
const obstacleOf = (row: IntegrationRow): string | undefined => cannotRun[row.status] ?? cannotRun[needsOf(row) ?? '']

interface RunParams {
  kind: Run['kind']
  origin: Run['origin']
  actor: string | null
}

/** A run that waits for its vendor: the error says what the user can do instead. */
const whyPaused = async (tx: Tx, { client_id: clientId, id: integrationId }: IntegrationRow): Promise<{ detail?: string }> => {
  const open = await selectOpenRun(tx, clientId, integrationId)
  if (!open?.resume_at) return {}
  const until = `${open.resume_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    detail: `The current sync is paused until ${until}. ${open.error_text ?? ''} A regular sync resumes it now. Cancel it to start another kind.`,
  }
}

/** Opens a run of a source, or fails with the reason why it cannot be synced. */
const openOrExplain = async (tx: Tx, dispatcher: Dispatcher, row: IntegrationRow, params: RunParams): Promise<string> => {
  const obstacle = obstacleOf(row)
  if (obstacle !== undefined) throw new AppError('ACTION_NOT_ALLOWED', { detail: obstacle })
  const runId = await openRun(tx, dispatcher, { clientId: row.client_id, integrationId: row.id, ...params })
  if (runId === undefined) throw new AppError('SYNC_RUNNING', await whyPaused(tx, row))
  return runId
}

/** Opens a run after a source was connected or changed. No run if something has to be chosen first or a run is open. */
export const beginIfPossible = async (
  tx: Tx,
  dispatcher: Dispatcher,
  row: IntegrationRow,
  params: RunParams,
): Promise<string | null> => {
  if (obstacleOf(row) !== undefined) return null
  return (await openRun(tx, dispatcher, { clientId: row.client_id, integrationId: row.id, ...params })) ?? null
}

const viewerOf = (origin: Run['origin']): Viewer => (origin === 'staff' ? 'staff' : 'member')

/** The run as the caller sees it. */
const readRun = async (tx: Tx, ref: RunRef, viewer: Viewer): Promise<Run> => {
  const row = await selectRun(tx, ref)
  if (!row) throw new AppError('NOT_FOUND')
  return runOf(row, viewer)
}

/** Users without admin rights may start a run once in 15 minutes. Runs that others or the schedule started do not count. */
const checkStarts = async (tx: Tx, { caller }: Context, integrationId: string): Promise<void> => {
  if (!isLimited(caller)) return
  const { clientId, email: actor } = caller
  checkLastRequested(await selectLastRequested(tx, { clientId, integrationId, actor, since: intervalStart() }))
}

/** A sweep removes records that it does not find, so only users who may administer sources can start one. */
const checkKind = ({ caller }: Context, kind: Run['kind']): void => {
  if (kind !== 'sweep' || may(caller, 'integrations', 'x')) return
  throw new AppError('FORBIDDEN', { detail: 'Only admins can start a full resync. Start a regular sync instead.' })
}

type StartInput = Pick<Input<typeof contract.startRun>['body'], 'kind' | 'agrees_to_removal'> & {
  requestedFor?: RequestedFor | undefined
}

/** Only a sweep covers every record. */
const approvedRemoval = async (tx: Tx, ref: IntegrationRef, input: StartInput) => {
  if (!input.agrees_to_removal) return undefined
  if (input.kind === 'sweep') return approvalOf(tx, ref)
  throw new AppError('VALIDATION_FAILED', {
    detail: 'You can approve a removal only together with a full resync, which reads every record.',
    field: 'agrees_to_removal',
  })
}

interface Starting {
  requestedFor?: RequestedFor | undefined
  /** The approved removal, in counts. */
  agreed?: Record<string, number> | undefined
}

const startAs = async (
  tx: Tx,
  dispatcher: Dispatcher,
  row: IntegrationRow,
  { requestedFor, agreed, ...params }: RunParams & Starting,
): Promise<Run> => {
  const runId = await openOrExplain(tx, dispatcher, row, params)
  const { client_id: clientId } = row
  const { origin, actor } = params
  await record(tx, acts['sync.started'], {
    clientId,
    by: { origin, actor: actor ?? '' },
    object: { id: row.id, name: titleOf(row) },
    requestedFor,
    after: { kind: params.kind, ...agreed },
  })
  return readRun(tx, { clientId, runId }, viewerOf(origin))
}

/** Only a request for changes resumes a paused run; a full sync is another run. */
const resume = async (
  context: Context,
  dispatcher: Dispatcher,
  ref: IntegrationRef,
  viewer: Viewer,
): Promise<Run | undefined> => {
  const runId = await resumePaused(context, dispatcher, ref)
  if (runId === undefined) return undefined
  return context.asSystem('syncs: read the resumed run', (tx) => readRun(tx, { clientId: ref.clientId, runId }, viewer))
}

/** Staff can start a run when something is stuck. */
const startForClient = async (
  context: Context,
  dispatcher: Dispatcher,
  integrationId: string,
  input: StartInput,
): Promise<Run> => {
  const { kind, agrees_to_removal: agrees } = input
  if (agrees) throw new AppError('FORBIDDEN', { detail: "Only the account's own admins can approve a removal." })
  const ref = await context.asStaff('look for a source to sync', (tx) => locateIntegration(tx, integrationId))
  const resumed = kind === 'incremental' ? await resume(context, dispatcher, ref, 'staff') : undefined
  if (resumed) return resumed
  return context.asSystem('syncs: staff start a run', async (tx) => {
    const row = await findIntegration(tx, ref)
    return startAs(tx, dispatcher, row, { kind, origin: 'staff', actor: context.caller.email })
  })
}

export const startRun = async (
  context: Context,
  dispatcher: Dispatcher,
  integrationId: string,
  input: StartInput,
): Promise<Run> => {
  const { clientId, email: actor, isStaff } = context.caller
  if (isStaff) return startForClient(context, dispatcher, integrationId, input)
  const { kind, requestedFor } = input
  const ref = { clientId, integrationId }
  await context.inClient((tx) => findIntegration(tx, ref))
  const resumed = kind === 'incremental' ? await resume(context, dispatcher, ref, 'member') : undefined
  if (resumed) return resumed
  return context.inClient(async (tx) => {
    const row = await findIntegration(tx, ref)
    checkKind(context, kind)
    await checkStarts(tx, context, integrationId)
    const agreed = await approvedRemoval(tx, ref, input)
    const run = await startAs(tx, dispatcher, row, { kind, origin: 'user', actor, requestedFor, agreed: agreed?.counts })
    await agreed?.writeFor(run.id)
    return run
  })
}

export const listRuns = (context: Context, integrationId: string, page: { page: number; size: number }) =>
  viewIntegration(context, integrationId, async (tx, { viewer, ...ref }) => {
    const { items, total } = await selectRuns(tx, ref, page)
    return { items: items.map((row) => runOf(row, viewer)), total }
  })

interface Canceler {
  origin: 'user' | 'staff'
  actor: string
}

const cancelAs =
  (ref: RunRef, { origin, actor }: Canceler): ScopedWork<Run> =>
  async (tx) => {
    const { clientId } = ref
    const run = await selectRun(tx, ref)
    if (!run) throw new AppError('NOT_FOUND')
    // Canceling locks the source before its run, as the schedule does.
    await scheduleNext(tx, { clientId, integrationId: run.integration_id })
    if (!(await requestCancel(tx, ref))) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This sync has already ended.' })
    const row = await findIntegration(tx, { clientId, integrationId: run.integration_id })
    const ended = await cancelIdle(tx, ref)
    if (ended) await recordRunEnded(tx, ended, row, { act: 'sync.canceled', by: { origin, actor } })
    await record(tx, acts['sync.cancel_requested'], { clientId, object: { id: run.integration_id } })
    return readRun(tx, ref, viewerOf(origin))
  }

const cancelForClient = async (context: Context, runId: string): Promise<Run> => {
  const found = await context.asStaff('look for a run to cancel', (tx) => selectOpenRunAnywhere(tx, runId))
  if (!found) throw new AppError('NOT_FOUND', { detail: "This sync doesn't exist, or has already ended." })
  const ref = { clientId: found.client_id, runId }
  const by: Canceler = { origin: 'staff', actor: context.caller.email }
  return context.asSystem('syncs: staff cancel a run', cancelAs(ref, by))
}

export const cancelRun = async (context: Context, runId: string): Promise<Run> => {
  const { clientId, email, isStaff } = context.caller
  if (isStaff) return cancelForClient(context, runId)
  const run = await context.inClient((tx) => selectRun(tx, { clientId, runId }))
  if (run) await checkSeen(context, run.integration_id)
  return context.inClient(cancelAs({ clientId, runId }, { origin: 'user', actor: email }))
}

export const retryRejects = (context: Context, dispatcher: Dispatcher, integrationId: string): Promise<Run> =>
  context.inClient(async (tx) => {
    const { clientId, email } = context.caller
    const row = await findIntegration(tx, { clientId, integrationId })
    await unpark(tx, { clientId, integrationId })
    const runId = await openOrExplain(tx, dispatcher, row, { kind: 'incremental', origin: 'user', actor: email })
    await record(tx, acts['sync.rejects_retried'], { clientId, object: { id: integrationId } })
    return readRun(tx, { clientId, runId }, 'member')
  })

/** A run that a worker holds ends in that worker, which also records it. */
export const stopReading = async (tx: Tx, row: IntegrationRow): Promise<void> => {
  const { client_id: clientId, id: integrationId } = row
  const open = await selectOpenRun(tx, clientId, integrationId)
  if (!open) return
  const ref = { clientId, runId: open.id }
  await requestCancel(tx, ref)
  const run = await cancelIdle(tx, ref)
  if (run) await recordRunEnded(tx, run, row, { act: 'sync.canceled' })
}

/** A webhook event starts a run only while source and account are on, and only after a user has started the first run. */
const canBeSynced = async (tx: Tx, ref: IntegrationRef): Promise<boolean> =>
  (await checkReadable(tx, ref)).isOn && (await hasRun(tx, ref))

/** Stores webhook events and opens a run that reads the changes. Returns how many events were new. */
export const keepWebhookEvents = async (
  tx: Tx,
  dispatcher: Dispatcher,
  ref: IntegrationRef,
  events: readonly WebhookEvent[],
): Promise<number> => {
  const newEvents = await insertWebhookEvents(tx, ref, events)
  // While a run is open there is no second one: when it ends, it checks for new events.
  if (newEvents > 0 && (await canBeSynced(tx, ref)))
    await openRun(tx, dispatcher, { ...ref, kind: 'incremental', origin: 'webhook', actor: null })
  return newEvents
}

/** What a source has that no sync has read. */
export const storeCounts = async (
  tx: Tx,
  ref: IntegrationRef,
  { contacts, opportunities }: { contacts: number; opportunities: number },
): Promise<void> => {
  await storeOwnCount(tx, ref, 'contact', contacts)
  await storeOwnCount(tx, ref, 'opportunity', opportunities)
}

/** The next run reads everything from the beginning. */
export const forgetStreams = (tx: Tx, ref: IntegrationRef): Promise<void> => deleteStreams(tx, ref)

/** Deletes up to `limit` rows of what syncs store of a source. 0: nothing is left. */
export const eraseSyncData = async (tx: Tx, ref: IntegrationRef, limit: number): Promise<number> =>
  (await eraseSome(tx, ref, limit)) || eraseRuns(tx, ref, limit)
