// How a run ends: what is written down, who is told, and when the next one comes.
import { appendActs, systemActor } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { publish } from '#server/platform/live/hub.ts'
import { countActive } from '../../crm/service.ts'
import { dataSourceOf, scheduleNext, selectReadable, titleOf } from '../../integrations/service.ts'
import { markStep } from '../../onboarding/service.ts'
import { endRun, selectRun, wakeRun } from '../runs/service.ts'
import { technicalOf, type Health } from '../../integrations/vendors/service.ts'
import { keepHealth } from '../health/health.ts'
import { openRun } from '../start/open-run.ts'
import { notifyRunEnded } from '../health/alerts.ts'
import { recordRunEnded } from '../run-events.ts'
import { decide, objectsOf } from './run/plan.ts'
import { Canceled, LeaseLost, type RunSession } from './run/run-session.ts'
import { hasWebhookEvents, hasRejects, storeOwnCount } from './run/stream-queries.ts'
import { deferRun, logTrouble, notifyFailing, type Trouble } from './failure.ts'

type Told = Parameters<typeof recordRunEnded>[3]['event']

const tell = async (tx: Tx, { run, progress, integration }: RunSession, event: Told, trouble?: Trouble): Promise<void> => {
  const told = trouble === undefined ? {} : { error: trouble.text, technical: trouble.technical }
  await recordRunEnded(tx, { ...run, ...progress }, integration, { event, ...told })
  await publish(tx, run.client_id, 'integrations')
}

/** A run that did not come to its end has brought something all the same. */
const countHeldNow = async (tx: Tx, { place, connector }: RunSession): Promise<void> => {
  for (const object of objectsOf(connector))
    await storeOwnCount(tx, place, object, await countActive(tx, dataSourceOf(place), object))
}

const note = async (tx: Tx, sitting: RunSession, action: string): Promise<void> => {
  const { place, progress } = sitting
  const { created, changed, deleted, rejected } = progress
  if (created + changed + deleted + rejected === 0) return
  await appendActs(tx, systemActor, [
    {
      action,
      clientId: place.clientId,
      object: { type: 'integration', id: place.integrationId },
      after: { created, changed, deleted, rejected },
    },
  ])
}

/** Says whether nothing is skipped. */
const finish = (sitting: RunSession): Promise<boolean> =>
  sitting.engine.database.inClient(sitting.place.clientId, async (tx) => {
    const { place, token } = sitting
    const isClean = !(await hasRejects(tx, place))
    const status = isClean ? 'done' : 'done_with_rejects'
    await scheduleNext(tx, place)
    if (!(await endRun(tx, place, token, { status }))) throw new LeaseLost()
    await markStep(tx, place.clientId, 'first_sync')
    await tell(tx, sitting, isClean ? 'sync_done' : 'sync_done_with_rejects')
    await note(tx, sitting, 'sync.finished')
    return isClean
  })

/** Said by the system's own role: whether our access holds is not for a tenant's request to say. */
const setHealth = ({ engine, place, integration, run }: RunSession, health: Health): Promise<void> =>
  engine.database.asSystem('syncs: whether a source still lets us in', (tx) =>
    keepHealth(tx, engine.desk, { place, name: titleOf(integration), health, by: run.id }),
  )

const tellWell = ({ engine, integration, run }: RunSession, isClean: boolean): Promise<void> =>
  engine.database.asSystem('syncs: whether runs are well', (tx) =>
    notifyRunEnded(tx, engine.desk, { source: integration, by: run.id, skips: !isClean }),
  )

/** What was told or changed while the run was under way may be news to it: somebody looks again. */
const lookAgain = ({ engine, place }: RunSession, { forHints }: { forHints: boolean }): Promise<void> =>
  engine.database.inClient(place.clientId, async (tx) => {
    const { isOn, fullOwed } = await selectReadable(tx, place)
    if (!isOn) return
    if (fullOwed) await openRun(tx, engine.desk, { ...place, kind: 'full', origin: 'schedule', actor: null })
    else if (forHints && (await hasWebhookEvents(tx, place)))
      await openRun(tx, engine.desk, { ...place, kind: 'incremental', origin: 'webhook', actor: null })
  })

export const endWell = async (sitting: RunSession): Promise<void> => {
  const isClean = await finish(sitting)
  await lookAgain(sitting, { forHints: true })
  await setHealth(sitting, { status: 'active', reason: null })
  await tellWell(sitting, isClean)
}

/** False: the run was no longer ours. */
const fail = (sitting: RunSession, trouble: Trouble): Promise<boolean> => {
  const { place, token, engine } = sitting
  const { errorKind, text: errorText, technical } = trouble
  return engine.database.inClient(place.clientId, async (tx) => {
    await scheduleNext(tx, place)
    if (!(await endRun(tx, place, token, { status: 'failed', errorKind, errorText, technical }))) return false
    await countHeldNow(tx, sitting)
    await tell(tx, sitting, errorKind === 'held' ? 'sync_held' : 'sync_failed', trouble)
    await note(tx, sitting, errorKind === 'held' ? 'sync.finished' : 'sync.failed')
    return true
  })
}

const cancel = (sitting: RunSession): Promise<void> =>
  sitting.engine.database.inClient(sitting.place.clientId, async (tx) => {
    const { place, token } = sitting
    await scheduleNext(tx, place)
    if (!(await endRun(tx, place, token, { status: 'canceled' }))) return
    await countHeldNow(tx, sitting)
    await tell(tx, sitting, 'sync_canceled')
    await note(tx, sitting, 'sync.canceled')
  })

/** Whoever disconnects a source takes our access with it: that the run then fails is what they wanted. */
const isUnwanted = async ({ engine, place }: RunSession): Promise<boolean> =>
  engine.database.inClient(place.clientId, async (tx) => (await selectRun(tx, place))?.cancel_requested === true)

/** The time for one sitting is over, or the process is: somebody goes on at once. */
export const startNextRun = (sitting: RunSession): Promise<void> =>
  sitting.engine.database.inClient(sitting.place.clientId, async (tx) => {
    const { place, token, engine } = sitting
    if (!(await endRun(tx, place, token, { status: 'partial' }))) return
    await wakeRun(tx, engine.desk, place)
  })

export const endBadly = async (sitting: RunSession, error: unknown): Promise<void> => {
  const { run, progress } = sitting
  if (error instanceof LeaseLost) return
  if (error instanceof Canceled || sitting.wasCanceled || (await isUnwanted(sitting))) {
    await cancel(sitting)
    return lookAgain(sitting, { forHints: false })
  }
  if (sitting.controller.signal.aborted) return startNextRun(sitting)
  // A page in between starts the count anew.
  const failures = progress.pages > run.pages ? 0 : run.failures
  const decision = decide(error, failures)
  logTrouble(sitting, error, decision.errorKind)
  const technical = technicalOf(error)
  if (decision.kind === 'later') return deferRun(sitting, { ...decision, technical }, failures)
  if (!(await fail(sitting, { ...decision, technical }))) return
  await notifyFailing(sitting, decision, true)
  if (decision.kind === 'lost') await setHealth(sitting, { status: 'error', reason: decision.text, technical })
  else await lookAgain(sitting, { forHints: false })
}
