import type { Desk } from '#server/platform/desk.ts'
import type { Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { resumeNow, wakeRun } from '../runs/service.ts'

/** A paused run resumes now instead of at its time, as far as the vendor allows. Answers with its id; undefined: no run is paused. */
export const resumePaused = (
  context: Context,
  desk: Pick<Desk, 'enqueue'>,
  place: { clientId: string; integrationId: string },
): Promise<string | undefined> =>
  context.asSystem('syncs: a paused run resumes', async (tx, note) => {
    const { clientId, integrationId } = place
    const resumed = await resumeNow(tx, place)
    if (!resumed) return undefined
    await wakeRun(tx, desk, { clientId, runId: resumed.id, isUrgent: true })
    await publish(tx, clientId, 'syncs')
    note({ action: 'sync.resumed', clientId, object: { type: 'integration', id: integrationId } })
    return resumed.id
  })
