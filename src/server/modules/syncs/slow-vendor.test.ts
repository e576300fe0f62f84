// A vendor that stops answering in the middle of a run.
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Run } from '#contract/syncs/runs.ts'
import { askForRun, runsOf, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'

let stage: Stage
let vendor: PlayedVendor
beforeAll(async () => {
  stage = await startStage()
  vendor = stage.play('hubspot')
})
afterAll(() => stage.close())
beforeEach(() => vendor.faults.clear())

/** Like a page of the product, it reads the newest run when it opens and when it is told of a change, and at no other time. */
const watch = async (user: TestUser, integrationId: string): Promise<{ shown: () => Run | undefined }> => {
  const stopper = new AbortController()
  onTestFinished(() => stopper.abort())
  const { body } = await fetch(`${stage.world.url}/agencies-api/live`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: stopper.signal,
  })
  let shown: Run | undefined
  const refresh = async (): Promise<void> => {
    shown = (await runsOf(user, integrationId))[0]
  }
  const parser = createParser({ onEvent: ({ event }) => void (event === 'syncs' && refresh()) })
  const read = async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(chunk)
  }
  void read().catch(() => undefined)
  await refresh()
  return { shown: () => shown }
}

const contactsIn = (run: Run | undefined): number => run?.phases.find(({ name }) => name === 'contacts')?.read ?? 0

describe('When the vendor stops answering, Maya sees what has been read so far', () => {
  it('in the first sync', async () => {
    const maya = await stage.world.signUp({ company: 'Harbor Light' })
    vendor.faults.add({ kind: 'stall', path: '/contacts?limit=100&after=', after: 1 })
    const account = vendor.newAccount('Harbor portal', { people: 500, deals: 5 })
    const { id } = await connectToRead(maya, 'hubspot', vendor.toConnect(account))
    const screen = await watch(maya, id)
    await eventually(async () => (contactsIn(screen.shown()) === 200 ? true : undefined))
    expect(screen.shown()).toMatchObject({ kind: 'full', status: 'running' })
  })

  it('in a sync that finds nothing new', async () => {
    const maya = await stage.world.signUp({ company: 'Harbor Lane' })
    const account = vendor.newAccount('Lane portal', { people: 500, deals: 5 })
    const { id } = await connectToRead(maya, 'hubspot', vendor.toConnect(account))
    expect((await settled(maya, id)).status).toBe('done')
    const screen = await watch(maya, id)
    vendor.faults.add({ kind: 'stall', path: '/contacts?limit=100&after=', after: 1 })
    expect((await askForRun(maya, id, 'full')).status).toBe(202)
    await eventually(async () => (contactsIn(screen.shown()) === 200 ? true : undefined))
    expect(screen.shown()).toMatchObject({ kind: 'full', status: 'running' })
  })
})
