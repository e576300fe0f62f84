// Spend is counted on both sides, by campaign and day. No worker runs here, so that each session can be examined.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#server/connectors/kit/day-windows.ts'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { connectAds, playAds, yesterday } from './testing/ad-account.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
})
afterAll(() => stage.close())

const campaigns = 3
const days = 200

describe.each(['facebook', 'google'] as const)('%s', (type) => {
  let ana: TestUser
  let id: string

  beforeEach(async () => {
    playAds(stage, type).faults.clear()
    ana = await stage.signUp({ company: `Northlight ${type} ${Math.random()}`, name: 'Ana', agency: true })
    id = await connectAds(stage, ana, { type, campaigns, days })
  })

  const held = async (): Promise<number> => {
    const { clientId } = ana.user
    const { rows } = await stage.world.database.inClient(clientId, (tx) =>
      sql<{ n: number }>`select count(*) as n from ad_spend where client_id = ${clientId}`.execute(tx),
    )
    return rows[0]?.n ?? 0
  }

  const run = async () => {
    await workOff(stage.world, ana)
    return (await runsOf(ana, id))[0]
  }

  it('fails with a text for users when a page of the first read is malformed, and the next run brings every day', async () => {
    playAds(stage, type).faults.add({ kind: 'odd_shape', path: type === 'google' ? ':search' : '/insights', after: 3, times: 1 })
    expect(await run()).toMatchObject({ status: 'failed', error_kind: 'bad_answer' })
    await askForRun(ana, id)
    expect(await run()).toMatchObject({ status: 'done', error_text: null })
    expect(await held()).toBe(campaigns * days)
  })

  it('notices days that are missing here, of any age, and reads them again', async () => {
    expect(await run()).toMatchObject({ status: 'done', created: campaigns * days })
    const { clientId } = ana.user
    const { database } = stage.world
    await database.inClient(clientId, (tx) =>
      sql`delete from ad_spend where client_id = ${clientId} and day < ${addDays(yesterday, -60)}::date`.execute(tx),
    )
    await database.inClient(clientId, (tx) =>
      sql`update sync_stream set counted_at = ${new Date(Date.now() - 8 * 86_400_000)}
        where client_id = ${clientId} and integration_id = ${id} and stream = 'campaign_day'`.execute(tx),
    )
    await askForRun(ana, id)
    const done = await run()
    expect(done).toMatchObject({ kind: 'incremental', status: 'done' })
    expect(done?.records).toBe(campaigns * days)
    expect(await held()).toBe(campaigns * days)
  })

  it('continues counting where it stopped when a session is too short, and finishes', async () => {
    playAds(stage, type).faults.add({ kind: 'slow', ms: 400 })
    const sittings = 40
    for (let runSession = 0; runSession < sittings; runSession += 1) {
      await workOff(stage.world, ana, { sessionMs: 1000 })
      if ((await runsOf(ana, id))[0]?.status === 'done') break
    }
    expect((await runsOf(ana, id))[0]).toMatchObject({ status: 'done', created: campaigns * days })
  })
})
