import type { Input } from '#contract/route.ts'
import type * as contract from '#contract/runs.ts'
import type { Reject, Run, Tile } from '#contract/runs.ts'
import { may } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, ScopedWork } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { maskAddress } from '#server/platform/masks.ts'
import { countLiving } from '../crm/service.ts'
import { recordEvent, type RequestedFor } from '../events/service.ts'
import {
  findIntegration,
  lookIntoSource,
  maySeeRaw,
  needsOf,
  scheduleNext,
  selectIntegrationAnywhere,
  titleOf,
  type IntegrationRow,
  type Place as IntegrationPlace,
} from '../integrations/service.ts'
import * as runs from '../runs/service.ts'
import { unpark } from './engine/stream-queries.ts'
import { openRun } from './open-run.ts'
import * as queries from './queries.ts'
import { agreeToHeld, selectHeld, type Held } from './reading/held-queries.ts'
import { resumePaused } from './resume.ts'
import { tellRunEnd } from './telling.ts'
import { checkLastAsked, intervalStart, isLimited } from './user-limit.ts'

export { followSandbox } from './follow-sandbox.ts'
export { watchLapsedRuns } from './lapsed.ts'
export { keepHealth } from './health.ts'
export { openRun } from './open-run.ts'
export { enqueueProbe } from './probe.ts'
export { eraseSome, insertHints } from './queries.ts'
export { forgetStreams } from './engine/stream-queries.ts'
export { tellRunEnd } from './telling.ts'

const cannotRun: Record<string, string> = {
  disconnected: 'This source is disconnected. Connect it again first.',
  ad_account: 'Choose an ad account first.',
  location: 'Choose a location first.',
  table: 'Choose the table and its columns first.',
}

/** Why nothing can be read from a source right now. One that failed may be tried: what was wrong may have been mended since. */
const obstacleOf = (row: IntegrationRow): string | undefined => cannotRun[row.status] ?? cannotRun[needsOf(row) ?? '']

interface Wanted {
  kind: Run['kind']
  origin: Run['origin']
  actor: string | null
}

/** Opens a run of a source that can be read; says so in words where it cannot. */
const begin = async (tx: Tx, desk: Desk, row: IntegrationRow, wanted: Wanted): Promise<string> => {
  const obstacle = obstacleOf(row)
  if (obstacle !== undefined) throw new AppError('ACTION_NOT_ALLOWED', { detail: obstacle })
  const runId = await openRun(tx, desk, { clientId: row.client_id, integrationId: row.id, ...wanted })
  if (runId === undefined) throw new AppError('SYNC_RUNNING')
  return runId
}

/** A run that follows from what was just connected, chosen or changed; none where something has to be chosen first or one is under way. */
export const beginIfPossible = async (tx: Tx, desk: Desk, row: IntegrationRow, wanted: Wanted): Promise<string | null> => {
  if (obstacleOf(row) !== undefined) return null
  return (await openRun(tx, desk, { clientId: row.client_id, integrationId: row.id, ...wanted })) ?? null
}

const viewerOf = (origin: Run['origin']): runs.Viewer => (origin === 'staff' ? 'staff' : 'member')

/** As whoever asked for it sees it. */
const readRun = async (tx: Tx, place: runs.RunPlace, viewer: runs.Viewer): Promise<Run> => {
  const row = await runs.selectRun(tx, place)
  if (!row) throw new AppError('NOT_FOUND')
  return runs.runOf(row, viewer)
}

/** Whoever does not administer the account may ask now and then. What others or the clock have started does not count. */
const checkStarts = async (tx: Tx, { caller }: Context, integrationId: string): Promise<void> => {
  if (!isLimited(caller)) return
  const { clientId, email: actor } = caller
  checkLastAsked(await runs.selectLastAsked(tx, { clientId, integrationId, actor, since: intervalStart() }))
}

/** A sweep removes what it does not meet: that is for those who administer the sources. */
const checkKind = ({ caller }: Context, kind: Run['kind']): void => {
  if (kind !== 'sweep' || may(caller, 'integrations', 'x')) return
  throw new AppError('FORBIDDEN', { detail: 'Only an admin can ask for a sweep. Ask for an ordinary sync.' })
}

type Asked = Pick<Input<typeof contract.startRun>['body'], 'kind' | 'agrees_to_removal'> & {
  requestedFor?: RequestedFor | undefined
}

/** What is agreed to, in counts: what is held back at this moment. Only a sweep meets everybody there is. */
const agreedTo = async (tx: Tx, place: { clientId: string; integrationId: string }, asked: Asked) => {
  if (!asked.agrees_to_removal) return undefined
  if (asked.kind !== 'sweep')
    throw new AppError('VALIDATION_FAILED', {
      detail: 'Agree to a removal together with a sweep: only a sweep meets everybody.',
      field: 'agrees_to_removal',
    })
  const held = await selectHeld(tx, place)
  if (held.size === 0) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Nothing waits to be removed.' })
  return Object.fromEntries([...held].map(([object, { vanished }]) => [`agreed_removal_${object}`, vanished]))
}

const startAs = async (
  tx: Tx,
  desk: Desk,
  row: IntegrationRow,
  { requestedFor, ...wanted }: Wanted & { requestedFor?: RequestedFor | undefined },
): Promise<Run> => {
  const runId = await begin(tx, desk, row, wanted)
  const { client_id: clientId } = row
  const { origin, actor } = wanted
  await recordEvent(tx, { clientId, event: 'sync_started', origin, actor: actor ?? '', object: titleOf(row), requestedFor })
  return readRun(tx, { clientId, runId }, viewerOf(origin))
}

const startedAct = (row: IntegrationRow, kind: Run['kind'], agreed?: Record<string, number>) => ({
  action: 'sync.started',
  clientId: row.client_id,
  object: { type: 'integration', id: row.id },
  after: { kind, ...agreed },
})

/** Only whoever asks for what changed means the run that is paused; to read everything is another one. */
const resume = async (context: Context, desk: Desk, place: IntegrationPlace, viewer: runs.Viewer): Promise<Run | undefined> => {
  const runId = await resumePaused(context, desk, place)
  if (runId === undefined) return undefined
  return context.asSystem('syncs: read the resumed run', (tx) => readRun(tx, { clientId: place.clientId, runId }, viewer))
}

/** Our own people help where something is stuck. */
const startForClient = async (context: Context, desk: Desk, integrationId: string, asked: Asked): Promise<Run> => {
  const { kind, agrees_to_removal: agrees } = asked
  if (agrees) throw new AppError('FORBIDDEN', { detail: 'Only an admin of the account itself can agree to a removal.' })
  const found = await context.asStaff('look for a source to sync', (tx) => selectIntegrationAnywhere(tx, integrationId))
  if (!found) throw new AppError('NOT_FOUND')
  const place = { clientId: found.client_id, integrationId }
  const resumed = kind === 'incremental' ? await resume(context, desk, place, 'staff') : undefined
  if (resumed) return resumed
  return context.asSystem('syncs: staff start a run', async (tx, note) => {
    const row = await findIntegration(tx, place)
    note(startedAct(row, kind))
    return startAs(tx, desk, row, { kind, origin: 'staff', actor: context.caller.email })
  })
}

export const startRun = async (context: Context, desk: Desk, integrationId: string, asked: Asked): Promise<Run> => {
  const { clientId, email: actor, isStaff } = context.caller
  if (isStaff) return startForClient(context, desk, integrationId, asked)
  const { kind, requestedFor } = asked
  const place = { clientId, integrationId }
  await context.inClient((tx) => findIntegration(tx, place))
  const resumed = kind === 'incremental' ? await resume(context, desk, place, 'member') : undefined
  if (resumed) return resumed
  return context.inClient(async (tx, note) => {
    const row = await findIntegration(tx, place)
    checkKind(context, kind)
    await checkStarts(tx, context, integrationId)
    const agreed = await agreedTo(tx, place, asked)
    note(startedAct(row, kind, agreed))
    const run = await startAs(tx, desk, row, { kind, origin: 'user', actor, requestedFor })
    if (agreed) await agreeToHeld(tx, place, run.id)
    return run
  })
}

export const listRuns = (context: Context, integrationId: string, page: { page: number; size: number }) =>
  lookIntoSource(context, integrationId, async (tx, { viewer, ...place }) => {
    const { items, total } = await runs.selectRuns(tx, place, page)
    return { items: items.map((row) => runs.runOf(row, viewer)), total }
  })

interface Canceler {
  origin: 'user' | 'staff'
  actor: string
}

const cancelAs =
  (place: runs.RunPlace, { origin, actor }: Canceler): ScopedWork<Run> =>
  async (tx, note) => {
    const { clientId } = place
    const run = await runs.selectRun(tx, place)
    if (!run) throw new AppError('NOT_FOUND')
    // The clock takes the source before its run, and so does whoever cancels.
    await scheduleNext(tx, { clientId, integrationId: run.integration_id })
    if (!(await runs.requestCancel(tx, place))) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This run is over already.' })
    const row = await findIntegration(tx, { clientId, integrationId: run.integration_id })
    const ended = await runs.cancelIdle(tx, place)
    if (ended) await tellRunEnd(tx, ended, row, { event: 'sync_canceled', by: { origin, actor } })
    await publish(tx, clientId, 'syncs')
    note({ action: 'sync.cancel_requested', clientId, object: { type: 'integration', id: run.integration_id } })
    return readRun(tx, place, viewerOf(origin))
  }

const cancelForClient = async (context: Context, runId: string): Promise<Run> => {
  const found = await context.asStaff('look for a run to cancel', (tx) => runs.selectOpenRunAnywhere(tx, runId))
  if (!found) throw new AppError('NOT_FOUND', { detail: 'There is no such run, or it is over already.' })
  const place = { clientId: found.client_id, runId }
  const by: Canceler = { origin: 'staff', actor: context.caller.email }
  return context.asSystem('syncs: staff cancel a run', cancelAs(place, by))
}

export const cancelRun = (context: Context, runId: string): Promise<Run> => {
  const { clientId, email, isStaff } = context.caller
  if (isStaff) return cancelForClient(context, runId)
  return context.inClient(cancelAs({ clientId, runId }, { origin: 'user', actor: email }))
}

/** Where a sheet has no ids of its own, an address may be one. */
const idFor = (viewer: runs.Viewer, externalId: string): string => (viewer === 'staff' ? maskAddress(externalId) : externalId)

export const listRejects = (
  context: Context,
  integrationId: string,
  query: { skip: number; limit: number; run_id?: string | undefined },
): Promise<{ items: Reject[]; total: number }> =>
  lookIntoSource(context, integrationId, async (tx, { viewer, ...place }) => {
    const { items, total } = await queries.selectRejects(tx, place, { ...query, runId: query.run_id })
    return {
      total,
      items: items.map(({ first_at, last_at, parked_at, object, code, external_id, payload, ...rest }) => ({
        ...rest,
        payload: viewer === 'member' && maySeeRaw(context) ? payload : null,
        external_id: idFor(viewer, external_id),
        object: object as Reject['object'],
        code: code as Reject['code'],
        first_at: first_at.toISOString(),
        last_at: last_at.toISOString(),
        parked: parked_at !== null,
      })),
    }
  })

export const retryRejects = (context: Context, desk: Desk, integrationId: string): Promise<Run> =>
  context.inClient(async (tx, note) => {
    const { clientId, email } = context.caller
    const row = await findIntegration(tx, { clientId, integrationId })
    await unpark(tx, { clientId, integrationId })
    const runId = await begin(tx, desk, row, { kind: 'incremental', origin: 'user', actor: email })
    note({ action: 'sync.rejects_retried', clientId, object: { type: 'integration', id: integrationId } })
    return readRun(tx, { clientId, runId }, 'member')
  })

const heldOf = (held: Held | null): Tile['held'] =>
  held && {
    vanished: held.vanished,
    own: held.own,
    cause: held.cause ?? 'vendor',
    since: held.since ?? held.at,
  }

export const getReconciliation = (context: Context, integrationId: string): Promise<{ items: Tile[] }> =>
  lookIntoSource(context, integrationId, async (tx, { viewer, ...place }) => {
    const counts = await queries.selectCounts(tx, place)
    const rejected = await queries.countRejectsByObject(tx, place)
    const items: Tile[] = []
    for (const { stream, vendor_count, counted_at, missing, held } of counts) {
      const object = stream as Tile['object']
      const own_count = await countLiving(tx, place, object)
      items.push({
        object,
        vendor_count,
        own_count,
        rejected: rejected.get(object) ?? 0,
        missing: missing.map((externalId) => idFor(viewer, externalId)),
        counted_at: counted_at?.toISOString() ?? null,
        held: heldOf(held as Held | null),
      })
    }
    return { items }
  })
