// Failures of a run, while it was under way or before it could start.
import type { RunErrorKind } from '#contract/syncs/runs.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { record } from '../../../acts/service.ts'
import { acts } from '../../acts.ts'
import { wakeRun } from '../../runs/service.ts'
import { endRun } from '../../runs/queries.ts'
import { notifyFailure } from '../../health/alerts.ts'
import type { Decision } from './plan.ts'
import type { TakenRun } from './taken-run.ts'

export interface Trouble {
  errorKind: RunErrorKind
  text: string
  /** For staff and engineers. */
  technical: string | null
}

/**
 * Users read the error text of the run; staff also see the technical detail of the vendor's answer. Faults of our own
 * are only logged.
 */
export const logTrouble = ({ engine, run, integration }: TakenRun, error: unknown, errorKind: RunErrorKind): void => {
  if (errorKind === 'internal') engine.log.error({ err: error, runId: run.id }, 'a sync failed through a fault of ours')
  else if (error instanceof ConnectorFailure && error.technical !== undefined)
    engine.log.warn(
      { runId: run.id, provider: integration.type, kind: error.kind, technical: error.technical },
      'a vendor failed a sync',
    )
}

/** Runs in the system scope, as for lost access. */
export const notifyFailing = (
  { engine, run, integration }: TakenRun,
  { errorKind, text }: Pick<Trouble, 'errorKind' | 'text'>,
  isOver: boolean,
): Promise<void> =>
  engine.database.asSystem('syncs: whether runs are well', (tx) =>
    notifyFailure(tx, engine.dispatcher, { source: integration, by: run.id, reason: text, errorKind, isOver }),
  )

type Later = Extract<Decision, { kind: 'later' }> & Trouble

/** `failures`: the number of failures in a row before this one. */
export const deferRun = async (taken: TakenRun, decision: Later, failures: number): Promise<void> => {
  const { engine, ref, token } = taken
  const wasOurs = await engine.database.inClient(ref.clientId, async (tx) => {
    const ending = {
      status: 'partial',
      errorKind: decision.errorKind,
      errorText: decision.text,
      technical: decision.technical,
      resumeAt: new Date(Date.now() + decision.seconds * 1000),
      failures: failures + 1,
    } as const
    if (!(await endRun(tx, ref, token, ending))) return false
    await wakeRun(tx, engine.dispatcher, { ...ref, inSeconds: decision.seconds, keepsPlace: true })
    await record(tx, acts['sync.deferred'], { clientId: ref.clientId })
    return true
  })
  if (wasOurs) await notifyFailing(taken, decision, false)
}
