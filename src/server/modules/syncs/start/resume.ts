import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { lastActAt } from '../../audit/service.ts'
import type { IntegrationRef } from '../../integrations/model.ts'
import { resumeNow } from '../runs/queries.ts'
import { wakeRun } from '../runs/service.ts'
import { checkLastRequested, intervalStart, isLimited } from './user-limit.ts'

const act = acts['sync.resumed']

/** The audit log tells who resumed which source and when. Only resumes of this run count, not its start. */
const checkResumes = async (tx: Tx, { caller }: Context, ref: IntegrationRef, runStart: Date): Promise<void> => {
  if (!isLimited(caller)) return
  const from = new Date(Math.max(runStart.getTime(), intervalStart().getTime()))
  checkLastRequested(await lastActAt(tx, { ...ref, action: act.name, userId: caller.userId, from }))
}

/** Resumes a paused run now, as far as the vendor allows it. Returns its id; undefined: no run is paused. */
export const resumePaused = (
  context: Context,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  ref: IntegrationRef,
): Promise<string | undefined> =>
  context.asSystem('syncs: a paused run resumes', async (tx) => {
    const { clientId, integrationId } = ref
    const resumed = await resumeNow(tx, ref)
    if (!resumed) return undefined
    await checkResumes(tx, context, ref, resumed.created_at)
    await wakeRun(tx, dispatcher, { clientId, runId: resumed.id, isUrgent: true })
    await record(tx, act, { clientId, object: { id: integrationId } })
    return resumed.id
  })
