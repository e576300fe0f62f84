// How a run ends: what is stored, who is notified, and when the next run is due.
import { objectsOf } from '#server/connectors/kit/connector.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { countActive } from '../../crm/deletion/service.ts'
import { noteRead } from '../../crm/service.ts'
import { scheduleNext, checkReadable } from '../../integrations/schedule/service.ts'
import { dataSourceOf, titleOf } from '../../integrations/model.ts'
import { markStep } from '../../onboarding/service.ts'
import { wakeRun } from '../runs/service.ts'
import { endRun, selectRun } from '../runs/queries.ts'
import { technicalOf, type Health } from '../../integrations/vendors/model.ts'
import { keepHealth } from '../health/service.ts'
import { openRun } from '../start/open-run.ts'
import { notifyRunEnded } from '../health/alerts.ts'
import { recordRunEnded, type Ending } from '../run-events.ts'
import { decide } from './run/plan.ts'
import { Canceled, LeaseLost, type RunSession } from './run/run-session.ts'
import { hasWebhookEvents, hasRejects, storeOwnCount } from './run/stream-queries.ts'
import { deferRun, logTrouble, notifyFailing, type Trouble } from './run/failure.ts'

const recordEnd = (tx: Tx, { run, progress, integration }: RunSession, act: Ending['act'], trouble?: Trouble): Promise<void> => {
  const failure = trouble === undefined ? {} : { error: trouble.text, technical: trouble.technical }
  return recordRunEnded(tx, { ...run, ...progress }, integration, { act, ...failure, isAudited: true })
}

/** A run that failed or was canceled has saved rows too, so its counts are stored. */
const storeOwnCounts = async (tx: Tx, { ref, connector }: RunSession): Promise<void> => {
  for (const object of objectsOf(connector))
    await storeOwnCount(tx, ref, object, await countActive(tx, dataSourceOf(ref), object))
}

/** Returns whether no row is rejected. */
const finish = (runSession: RunSession): Promise<boolean> =>
  runSession.engine.database.inClient(runSession.ref.clientId, async (tx) => {
    const { ref, token } = runSession
    const isClean = !(await hasRejects(tx, ref))
    const status = isClean ? 'done' : 'done_with_rejects'
    await scheduleNext(tx, ref)
    if (!(await endRun(tx, ref, token, { status }))) throw new LeaseLost()
    await markStep(tx, ref.clientId, 'first_sync')
    await noteRead(tx, { ...dataSourceOf(ref), dispatcher: runSession.engine.dispatcher })
    await recordEnd(tx, runSession, isClean ? 'sync.finished' : 'sync.finished_with_rejects')
    return isClean
  })

/** Runs in the system scope, because a tenant's transaction may not change whether our access works. */
const setHealth = ({ engine, ref, integration, run }: RunSession, health: Health): Promise<void> =>
  engine.database.asSystem('syncs: whether a source still lets us in', (tx) =>
    keepHealth(tx, engine.dispatcher, { ref, name: titleOf(integration), health, by: run.id }),
  )

const notifyOfSuccess = ({ engine, integration, run }: RunSession, isClean: boolean): Promise<void> =>
  engine.database.asSystem('syncs: whether runs are well', (tx) =>
    notifyRunEnded(tx, engine.dispatcher, { source: integration, by: run.id, skips: !isClean }),
  )

/** Opens a run for changes that came while this run was under way: a full sync that is due, or new webhook events. */
const openFollowUpRun = ({ engine, ref }: RunSession, { forWebhookEvents }: { forWebhookEvents: boolean }): Promise<void> =>
  engine.database.inClient(ref.clientId, async (tx) => {
    const { isOn, fullOwed } = await checkReadable(tx, ref)
    if (!isOn) return
    if (fullOwed) await openRun(tx, engine.dispatcher, { ...ref, kind: 'full', origin: 'schedule', actor: null })
    else if (forWebhookEvents && (await hasWebhookEvents(tx, ref)))
      await openRun(tx, engine.dispatcher, { ...ref, kind: 'incremental', origin: 'webhook', actor: null })
  })

export const endWell = async (runSession: RunSession): Promise<void> => {
  const isClean = await finish(runSession)
  await openFollowUpRun(runSession, { forWebhookEvents: true })
  await setHealth(runSession, { status: 'active', reason: null })
  await notifyOfSuccess(runSession, isClean)
}

/** False: the run was no longer ours. */
const fail = (runSession: RunSession, trouble: Trouble): Promise<boolean> => {
  const { ref, token, engine } = runSession
  const { errorKind, text: errorText, technical } = trouble
  return engine.database.inClient(ref.clientId, async (tx) => {
    await scheduleNext(tx, ref)
    if (!(await endRun(tx, ref, token, { status: 'failed', errorKind, errorText, technical }))) return false
    await storeOwnCounts(tx, runSession)
    await recordEnd(tx, runSession, errorKind === 'held' ? 'sync.held' : 'sync.failed', trouble)
    return true
  })
}

const cancel = (runSession: RunSession): Promise<void> =>
  runSession.engine.database.inClient(runSession.ref.clientId, async (tx) => {
    const { ref, token } = runSession
    await scheduleNext(tx, ref)
    if (!(await endRun(tx, ref, token, { status: 'canceled' }))) return
    await storeOwnCounts(tx, runSession)
    await recordEnd(tx, runSession, 'sync.canceled')
  })

/** Disconnecting a source also revokes our access. The failure of its run is then expected. */
const isUnwanted = async ({ engine, ref }: RunSession): Promise<boolean> =>
  engine.database.inClient(ref.clientId, async (tx) => (await selectRun(tx, ref))?.cancel_requested === true)

/** The session's time is over, or the process stops: another worker continues the run right away. */
export const startNextRun = (runSession: RunSession): Promise<void> =>
  runSession.engine.database.inClient(runSession.ref.clientId, async (tx) => {
    const { ref, token, engine } = runSession
    if (!(await endRun(tx, ref, token, { status: 'partial' }))) return
    await wakeRun(tx, engine.dispatcher, ref)
  })

export const endBadly = async (runSession: RunSession, error: unknown): Promise<void> => {
  const { run, progress } = runSession
  if (error instanceof LeaseLost) return
  if (error instanceof Canceled || runSession.wasCanceled || (await isUnwanted(runSession))) {
    await cancel(runSession)
    return openFollowUpRun(runSession, { forWebhookEvents: false })
  }
  if (runSession.controller.signal.aborted) return startNextRun(runSession)
  // A page that was saved in between resets the count.
  const failures = progress.pages > run.pages ? 0 : run.failures
  const decision = decide(error, failures)
  logTrouble(runSession, error, decision.errorKind)
  const technical = technicalOf(error)
  if (decision.kind === 'later') return deferRun(runSession, { ...decision, technical }, failures)
  if (!(await fail(runSession, { ...decision, technical }))) return
  await notifyFailing(runSession, decision, true)
  if (decision.kind === 'lost') await setHealth(runSession, { status: 'error', reason: decision.text, technical })
  else await openFollowUpRun(runSession, { forWebhookEvents: false })
}
