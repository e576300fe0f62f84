// A worker dies: its run is resumed as soon as its lease expires, and not before.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { runsOf, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let stage: Stage
let omar: TestUser
let worker: World | undefined
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  omar = await stage.signUp({ company: 'Harbor Light', name: 'Omar' })
})
afterAll(async () => {
  await worker?.close()
  await stage.close()
})

const leaseSeconds = 3
/** When the lease of each source's run ends. */
const leases = new Map<string, number>()

/** The state that a worker leaves when it is killed. */
const leaveBehind = async (type: 'hubspot' | 'ghl', { withJob }: { withJob: boolean }): Promise<string> => {
  const vendor = stage.play(type)
  const { id } = await connectToRead(omar, type, vendor.toConnect(vendor.newAccount('Harbor', { people: 3, deals: 1 })))
  await stage.world.database.asSystem('test: a dead worker', async (tx) => {
    const { rows } = await sql<{ lease_until: Date }>`
      update sync_run set status = 'running', started_at = now(), lease_token = ${newId()},
      lease_until = now() + make_interval(secs => ${leaseSeconds}) where integration_id = ${id} returning lease_until`.execute(tx)
    leases.set(id, rows[0]?.lease_until.getTime() ?? Number.NaN)
    await (
      withJob
        ? sql`update pgboss.job set state = 'active', started_on = now() where name = 'sync.run' and state = 'created'`
        : sql`delete from pgboss.job where name = 'sync.run' and state = 'created'`
    ).execute(tx)
  })
  return id
}

it('a run whose worker was killed resumes within seconds of the end of its lease, also if its job was lost [SYNC-06]', async () => {
  const sources = [await leaveBehind('hubspot', { withJob: false }), await leaveBehind('ghl', { withJob: true })]
  worker = await startWorld({
    beside: stage.world,
    args: ['--roles', 'worker', '--sandbox-port', new URL(stage.sandbox.url).port],
    env: { VENDOR_LIMITS: 'off' },
  })
  for (const id of sources) {
    expect(await settled(omar, id)).toMatchObject({ status: 'done', created: 4 })
    const [run] = await runsOf(omar, id)
    expect(Date.parse(run?.finished_at ?? '')).toBeGreaterThan(leases.get(id) ?? Number.NaN)
  }
})
