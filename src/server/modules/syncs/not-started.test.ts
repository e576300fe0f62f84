// Runs that no worker can start. No worker runs here, so that each session can be examined.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { advanceRun } from './engine/advance.ts'
import { syncJobs } from './jobs.ts'
import { openRunsOf, workOff } from './testing/work-off.ts'

let stage: Stage
let priya: TestUser
let id: string
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
  const vendor = stage.play('ghl')
  const account = vendor.newAccount('Harbor', { people: 5, deals: 1 })
  id = (await connectToRead(priya, 'ghl', vendor.toConnect(account))).id
})
afterAll(() => stage.close())

const newest = async () => (await runsOf(priya, id))[0]

type AppOf = Stage['world']['vendors']['appOf']

const brokenByUs: AppOf = () => {
  throw new TypeError("Cannot read properties of undefined (reading 'api')")
}

const logged: string[] = []
beforeEach(() => void logged.splice(0))
const log = pino({}, { write: (line: string) => void logged.push(line) })

/** One session in a process that cannot reach the vendor's configuration. Returns the seconds until the next attempt. */
const advanceOnce = async (appOf: AppOf): Promise<number | undefined> => {
  const { database, vendors } = stage.world
  let after: number | undefined
  const dispatcher = {
    post: async () => {},
    enqueueAll: async () => {},
    enqueue: async (...[, , , options]: [unknown, unknown, unknown, { startAfterSeconds?: number }?]) => {
      after = options?.startAfterSeconds
    },
    productUrl: 'http://localhost',
  }
  const engine = { database, vendors: { ...vendors, appOf }, dispatcher, log, leaseSeconds: 20, sessionMs: 60_000 }
  const { clientId } = priya.user
  for (const run of await openRunsOf(stage.world, priya)) await advanceRun(engine, { clientId, runId: run.id })
  return after
}

const ownFault = {
  error_kind: 'internal',
  error_text: "Something went wrong on our side. We'll try the sync again.",
}

describe('A run that cannot start because of a fault of our own', () => {
  it('is deferred, logged and retried; Priya sees no internals [SYNC-10]', async () => {
    expect(await advanceOnce(brokenByUs)).toBe(10)
    expect(await newest()).toMatchObject({ ...ownFault, status: 'partial', resume_at: expect.any(String) })
    expect(logged.join()).toContain('Cannot read properties of undefined')
    expect((await integrationOf(priya, id)).status).toBe('active')
    expect(await advanceOnce(brokenByUs)).toBe(20)
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ status: 'done', created: 6, error_kind: null, error_text: null })
  })

  it('fails after five attempts, and the next run is scheduled [SYNC-10]', async () => {
    await askForRun(priya, id)
    for (let tries = 0; tries < 5; tries += 1) await advanceOnce(brokenByUs)
    expect(await newest()).toMatchObject({ ...ownFault, status: 'partial' })
    await advanceOnce(brokenByUs)
    expect(await newest()).toMatchObject({ ...ownFault, status: 'failed' })
    expect(Date.parse((await integrationOf(priya, id)).next_run_at ?? '')).toBeGreaterThan(Date.now())
  })

  it('ends immediately when Priya canceled it', async () => {
    await askForRun(priya, id)
    const { clientId } = priya.user
    await stage.world.database.inClient(clientId, (tx) =>
      tx.updateTable('sync_run').set({ cancel_requested: true }).where('client_id', '=', clientId).execute(),
    )
    expect(await advanceOnce(brokenByUs)).toBeUndefined()
    expect(await newest()).toMatchObject({ status: 'canceled', error_kind: null })
  })
})

describe('A run of a vendor that is no longer installed', () => {
  it('fails immediately with a text for users', async () => {
    await askForRun(priya, id)
    expect(await advanceOnce(() => null)).toBeUndefined()
    expect(await newest()).toMatchObject({
      status: 'failed',
      error_kind: 'refused',
      error_text: expect.stringMatching(/set up.*\.$/),
    })
    expect(logged).toEqual([])
  })
})

describe('a source that the clock cannot start', () => {
  it('is logged, and keeps back neither the source that is due after it nor a run that was lost', async () => {
    const { database, vendors } = stage.world
    const { clientId } = priya.user
    const vendor = stage.play('ghl')
    const connectNew = async (name: string) =>
      (await connectToRead(priya, 'ghl', vendor.toConnect(vendor.newAccount(name, { people: 1, deals: 1 })))).id
    const [broken, next] = [await connectNew('First'), await connectNew('Second')]
    await workOff(stage.world, priya)
    await askForRun(priya, id)
    const lost = await newest()
    await database.inClient(clientId, async (tx) => {
      const past = (minutes: number) => new Date(Date.now() - minutes * 60_000)
      for (const [source, minutes] of [[broken, 2] as const, [next, 1] as const])
        await tx
          .updateTable('integration')
          .set({ next_run_at: past(minutes) })
          .where('client_id', '=', clientId)
          .where('id', '=', source)
          .execute()
      await tx
        .updateTable('sync_run')
        .set({ created_at: past(5), lease_until: null, resume_at: null })
        .where('client_id', '=', clientId)
        .where('id', '=', lost?.id ?? '')
        .execute()
    })

    const woken: unknown[] = []
    let calls = 0
    const enqueue = async (_tx: unknown, _job: unknown, { runId }: { runId?: string }) => {
      calls += 1
      if (calls === 1) throw new Error('the first one fails')
      woken.push(runId)
    }
    const dispatcher = { ...stage.world.dispatcher, enqueue } as Dispatcher
    const clock = syncJobs({ database, dispatcher, vendors, log }).find(({ job }) => job.name === 'sync.clock')
    await clock?.handle({}, new AbortController().signal)

    const [ofBroken, ofNext] = [await runsOf(priya, broken), await runsOf(priya, next)]
    expect([ofBroken.length, ofNext.map(({ origin }) => origin)]).toEqual([1, ['schedule', 'user']])
    expect(woken).toEqual([ofNext[0]?.id, lost?.id])
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([{ job: 'sync.clock', integrationId: broken }])
  })
})
