import { pino } from 'pino'
import { openRunStatuses } from '#contract/syncs/runs.ts'
import type { TestUser, World } from '#server/testing/world.ts'
import { advanceRun } from '../engine/advance.ts'
import type { Engine } from '../engine/run/taken-run.ts'
export const openRunsOf = ({ database }: World, { user: { clientId } }: TestUser) =>
  database.inClient(clientId, (tx) =>
    tx.selectFrom('sync_run').select('id').where('client_id', '=', clientId).where('status', 'in', openRunStatuses).execute(),
  )

/** Advances each open run of a user's account by one session, in a world without workers. */
export const workOff = async (world: World, user: TestUser, { sessionMs = 60_000 } = {}): Promise<void> => {
  const { database, vendors } = world
  const dispatcher: Engine['dispatcher'] = {
    post: async () => {},
    enqueue: async () => {},
    enqueueAll: async () => {},
    productUrl: 'http://localhost',
  }
  const engine: Engine = { database, vendors, dispatcher, log: pino({ level: 'silent' }), leaseSeconds: 20, sessionMs }
  const { clientId } = user.user
  const runs = await openRunsOf(world, user)
  await Promise.all(runs.map(({ id }) => advanceRun(engine, { clientId, runId: id })))
}
