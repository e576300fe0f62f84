// One worker's session with a run: the lease, the session with the vendor, and the progress of the run.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Connector } from '#server/connectors/kit/connector.ts'
import type { Session } from '#server/connectors/kit/access.ts'
import type { Json } from '#server/connectors/kit/records.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../../acts/service.ts'
import { acts } from '../../acts.ts'
import { lookUpIntegration } from '../../../integrations/service.ts'
import { checkReadable } from '../../../integrations/schedule/service.ts'
import type { IntegrationRow } from '../../../integrations/model.ts'
import { keepLease, noteWaiting, takeLease } from '../../runs/queries.ts'
import type { Phase, Progress, RunRef, RunRow } from '../../runs/model.ts'
import { openVendorSession } from '../../../integrations/vendors/service.ts'
import { cancelAcquiredRun, failRun } from './not-started.ts'
import { phasesOf } from './plan.ts'
import type { Engine, TakenRun } from './taken-run.ts'

/** The run is no longer ours: pending writes are dropped. */
export class LeaseLost extends Error {}
/** A user canceled the run. */
export class Canceled extends Error {}

export interface RunSession extends TakenRun {
  connector: Connector
  session: Session
  settings: SyncSettings
  progress: Progress
  startedAt: number
  /** Aborts all requests to the vendor. */
  controller: AbortController
  wasCanceled: boolean
  hasRejects: boolean
  lastPublished: number
  /** When the progress was last saved. */
  lastSaved: number
  /** Progress has been made that is not saved or not announced yet. */
  isBehind: boolean
  catchUp: NodeJS.Timeout | undefined
  lastCommit: number
  /** Requests that were sent, in all sessions of the run. */
  counter: { requests: number }
  /** Ends the session and aborts all requests to the vendor. */
  release: () => void
  /** The step that is being saved. The next step waits for it. */
  turn: Promise<unknown>
}

const progressOf = (run: RunRow, connector: Connector): Progress => {
  const known = run.phases as unknown as Phase[]
  const { phase, records, created, changed, unchanged, deleted, merged, rejected, pages, requests, rate } = run
  const phases = known.length > 0 ? known : phasesOf(connector)
  const cursors = (run.cursor ?? {}) as Record<string, Json>
  return { phases, phase, cursors, records, created, changed, unchanged, deleted, merged, rejected, pages, requests, rate }
}

/** While we wait for the vendor nothing is saved, so a timer renews the lease. It also notices a cancellation. */
const startHeartbeat = (runSession: RunSession): (() => void) => {
  const { engine, ref, token } = runSession
  const beat = async (): Promise<void> => {
    const kept = await engine.database.inClient(ref.clientId, (tx) => keepLease(tx, ref, { token, seconds: engine.leaseSeconds }))
    if (kept && !kept.cancel_requested) return
    runSession.wasCanceled = kept !== undefined
    runSession.controller.abort(kept ? new Canceled() : new LeaseLost())
  }
  const timer = setInterval(() => void beat().catch(() => {}), (engine.leaseSeconds * 1000) / 4)
  timer.unref()
  return () => clearInterval(timer)
}

/** Shows users that we wait for the vendor. A failure here is ignored: the next saved step replaces this status. */
const reportWaiting =
  ({ database }: Engine, ref: RunRef, token: string) =>
  (ms: number): void => {
    const recorded = database.inClient(ref.clientId, async (tx) => {
      await noteWaiting(tx, ref, { token, ms })
      await record(tx, acts['sync.progressed'], { clientId: ref.clientId })
    })
    void recorded.catch(() => {})
  }

/** Aborts the controller when one of the signals is aborted. The signals live longer, so the listeners are removed. */
const follow = (controller: AbortController, signals: readonly AbortSignal[]): (() => void) => {
  const abort = ({ target }: Event): void => controller.abort((target as AbortSignal).reason)
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', abort)
  }
  return () => {
    for (const signal of signals) signal.removeEventListener('abort', abort)
  }
}

interface Acquired {
  run: RunRow
  integration: IntegrationRow
  /** Suspended and closing accounts are not synced. */
  isOpen: boolean
}

const take = (engine: Engine, ref: RunRef, token: string): Promise<Acquired | undefined> =>
  engine.database.inClient(ref.clientId, async (tx) => {
    const run = await takeLease(tx, ref, { token, seconds: engine.leaseSeconds })
    if (!run) return undefined
    const at = { clientId: ref.clientId, integrationId: run.integration_id }
    const integration = await lookUpIntegration(tx, at)
    return integration ? { run, integration, isOpen: (await checkReadable(tx, at)).isOpen } : undefined
  })

/** Takes the lease and opens the session with the vendor. Undefined: there is nothing to do. */
export const acquireRun = async (engine: Engine, runRef: RunRef, signal?: AbortSignal): Promise<RunSession | undefined> => {
  const token = newId()
  const acquired = await take(engine, runRef, token)
  if (!acquired) return undefined
  const { run, integration, isOpen } = acquired
  const ours = { engine, ref: { ...runRef, integrationId: run.integration_id }, token, run, integration }
  if (!isOpen) {
    await cancelAcquiredRun(ours)
    return undefined
  }
  const controller = new AbortController()
  const stopListening = follow(controller, [engine.vendors.stopping, ...(signal ? [signal] : [])])
  const counter = { requests: run.requests }
  try {
    const { connector, session } = openVendorSession(engine.vendors, integration, {
      signal: controller.signal,
      onRequest: () => void (counter.requests += 1),
      onThrottled: reportWaiting(engine, runRef, token),
    })
    const runSession: RunSession = {
      ...ours,
      connector,
      session,
      settings: session.settings,
      progress: progressOf(run, connector),
      counter,
      startedAt: Date.now(),
      controller,
      wasCanceled: run.cancel_requested,
      hasRejects: true,
      lastPublished: 0,
      lastSaved: 0,
      isBehind: false,
      catchUp: undefined,
      lastCommit: Date.now(),
      release: () => {},
      turn: Promise.resolve(),
    }
    const stopHeartbeat = startHeartbeat(runSession)
    runSession.release = () => {
      stopHeartbeat()
      clearTimeout(runSession.catchUp)
      stopListening()
      controller.abort()
    }
    return runSession
  } catch (error) {
    stopListening()
    await failRun(ours, error)
    return undefined
  }
}
