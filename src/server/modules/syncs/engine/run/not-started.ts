// How a run ends that could not start.
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { AppError } from '#server/platform/errors.ts'
import { scheduleNext } from '../../../integrations/schedule/service.ts'
import { endRun } from '../../runs/queries.ts'
import { technicalOf } from '../../../integrations/vendors/model.ts'
import { recordRunEnded } from '../../run-events.ts'
import { decide } from './plan.ts'
import { deferRun, logTrouble, notifyFailing, type Trouble } from './failure.ts'
import type { TakenRun } from './taken-run.ts'

/** False: the run was no longer ours. */
const fail = ({ engine, ref, token, run, integration }: TakenRun, trouble: Trouble): Promise<boolean> =>
  engine.database.inClient(ref.clientId, async (tx) => {
    const { errorKind, text, technical } = trouble
    await scheduleNext(tx, ref)
    if (!(await endRun(tx, ref, token, { status: 'failed', errorKind, errorText: text, technical }))) return false
    await recordRunEnded(tx, run, integration, { act: 'sync.failed', error: text, technical })
    return true
  })

/** The account is not open, or a user canceled the run. */
export const cancelAcquiredRun = ({ engine, ref, token, run, integration }: TakenRun): Promise<void> =>
  engine.database.inClient(ref.clientId, async (tx) => {
    await scheduleNext(tx, ref)
    if (!(await endRun(tx, ref, token, { status: 'canceled' }))) return
    await recordRunEnded(tx, run, integration, { act: 'sync.canceled' })
  })

/**
 * A failure with a text for users (for example, a vendor that is no longer installed) ends the run. Anything else is a
 * fault of our own and is retried.
 */
export const failRun = async (taken: TakenRun, error: unknown): Promise<void> => {
  const { run } = taken
  if (run.cancel_requested) return cancelAcquiredRun(taken)
  const technical = technicalOf(error)
  if (error instanceof AppError || error instanceof ConnectorFailure) {
    await fail(taken, { errorKind: 'refused', text: error.message, technical })
    return
  }
  const decision = decide(error, run.failures)
  logTrouble(taken, error, decision.errorKind)
  if (decision.kind === 'later') return deferRun(taken, { ...decision, technical }, run.failures)
  if (await fail(taken, { ...decision, technical })) await notifyFailing(taken, decision, true)
}
