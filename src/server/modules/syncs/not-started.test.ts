// Runs at which nobody can sit down. Nobody works here by themselves, so that each session can be looked at.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { advanceRun } from './engine/advance.ts'
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

/** One session in a process that does not find its way to the vendor. Answers how long until somebody looks again. */
const sit = async (appOf: AppOf): Promise<number | undefined> => {
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
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const engine = { database, vendors: { ...vendors, appOf }, dispatcher, log, leaseSeconds: 20, sittingMs: 60_000 }
  const { clientId } = priya.user
  for (const run of await openRunsOf(stage.world, priya)) await advanceRun(engine, { clientId, runId: run.id })
  return after
}

const ownFault = {
  error_kind: 'internal',
  error_text: "Something went wrong on our side. We'll try the sync again.",
}

describe('a run that a fault of ours keeps from beginning', () => {
  it('is laid aside, logged and tried again; Priya reads nothing of what it was [SYNC-10]', async () => {
    expect(await sit(brokenByUs)).toBe(10)
    expect(await newest()).toMatchObject({ ...ownFault, status: 'partial', resume_at: expect.any(String) })
    expect(logged.join()).toContain('Cannot read properties of undefined')
    expect((await integrationOf(priya, id)).status).toBe('active')
    expect(await sit(brokenByUs)).toBe(20)
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ status: 'done', created: 6, error_kind: null, error_text: null })
  })

  it('fails when that was tried five times, and the next one comes by schedule [SYNC-10]', async () => {
    await askForRun(priya, id)
    for (let tries = 0; tries < 5; tries += 1) await sit(brokenByUs)
    expect(await newest()).toMatchObject({ ...ownFault, status: 'partial' })
    await sit(brokenByUs)
    expect(await newest()).toMatchObject({ ...ownFault, status: 'failed' })
    expect(Date.parse((await integrationOf(priya, id)).next_run_at ?? '')).toBeGreaterThan(Date.now())
  })

  it('is over at once when Priya wanted it to stop', async () => {
    await askForRun(priya, id)
    const { clientId } = priya.user
    await stage.world.database.inClient(clientId, (tx) =>
      tx.updateTable('sync_run').set({ cancel_requested: true }).where('client_id', '=', clientId).execute(),
    )
    expect(await sit(brokenByUs)).toBeUndefined()
    expect(await newest()).toMatchObject({ status: 'canceled', error_kind: null })
  })
})

describe('a run of a vendor that this installation no longer knows', () => {
  it('fails at once, in words', async () => {
    await askForRun(priya, id)
    expect(await sit(() => null)).toBeUndefined()
    expect(await newest()).toMatchObject({
      status: 'failed',
      error_kind: 'refused',
      error_text: expect.stringMatching(/set up.*\.$/),
    })
    expect(logged).toEqual([])
  })
})
