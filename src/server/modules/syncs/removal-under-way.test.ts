// Decisions and reads while a removal is pending. No worker runs here, so that a run waits for as long as needed.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listContacts } from '#contract/crm/records.ts'
import { cancelRun, getReconciliation, rejectRemoval } from '#contract/syncs/runs.ts'
import { approveRemoval, askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let priya: TestUser
let id: string
let gone: string[]
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => stage.close())

const work = () => workOff(stage.world, priya)
const newest = async () => (await runsOf(priya, id))[0]
const ended = async () => {
  await work()
  return newest()
}
const keep = () => priya.call(rejectRemoval, { params: { integration_id: id } })
const contacts = async () => (await priya.call(listContacts, { query: { integration_id: id } })).body.total
const listed = async () => {
  const { items } = (await priya.call(listContacts, { query: { integration_id: id, held: 'true', size: 100 } })).body
  return items.map((one) => one.external_id).toSorted()
}
const held = async () => {
  const { items } = (await priya.call(getReconciliation, { params: { integration_id: id } })).body
  return items.find(({ object }) => object === 'contact')?.held
}

/** Sixty contacts, of whom thirty are gone and pending. */
beforeEach(async () => {
  const vendor = stage.play('ghl')
  const account = vendor.newAccount('Brightsmile', { people: 60, deals: 0 })
  id = (await connectToRead(priya, 'ghl', vendor.toConnect(account))).id
  await work()
  gone = vendor.crm.people(account, 30).map((contact) => contact.id)
  for (const contact of gone) vendor.crm.removePerson(account, contact, Date.now())
  await askForRun(priya, id)
  await work()
})

describe('A removal that Priya approved', () => {
  it('cannot be declined while its sweep is open, and can be once the sweep is canceled', async () => {
    const { body: sweep } = await approveRemoval(priya, id)
    const { status, error } = await keep()
    expect([status, error?.detail]).toEqual([409, expect.stringContaining('approved and is running')])
    expect((await priya.call(listAudit, { query: { action: 'sync.removal_kept' } })).body.items).toEqual([])
    expect((await priya.call(cancelRun, { params: { id: sweep.id } })).status).toBe(202)
    expect((await keep()).status).toBe(200)
    await askForRun(priya, id, 'sweep')
    expect(await ended()).toMatchObject({ status: 'done', deleted: 0 })
    expect(await contacts()).toBe(60)
  })

  it('applies to kept contacts if no others are pending, and they are pending again if its sweep is canceled', async () => {
    await keep()
    const { body: sweep } = await approveRemoval(priya, id)
    await priya.call(cancelRun, { params: { id: sweep.id } })
    expect(await held()).toMatchObject({ vanished: 30, kept: false })
    expect(await listed()).toEqual(gone.toSorted())
    await askForRun(priya, id)
    expect(await ended()).toMatchObject({ error_kind: 'held', deleted: 0 })
    await approveRemoval(priya, id)
    expect(await ended()).toMatchObject({ status: 'done', deleted: 30 })
    expect([await contacts(), await held(), await listed()]).toEqual([30, null, []])
  })
})

describe('The list of contacts that would be removed', () => {
  it('is exact, also while everything is read again and after that run was canceled', async () => {
    expect(await listed()).toEqual(gone.toSorted())
    const { faults } = stage.play('ghl')
    const { body: sweep } = await askForRun(priya, id, 'sweep')
    faults.add({ kind: 'stall' })
    const working = work()
    await eventually(async () => ((await newest())?.status === 'running' ? true : undefined))
    expect(await listed()).toEqual(gone.toSorted())
    await priya.call(cancelRun, { params: { id: sweep.id } })
    faults.clear()
    await working
    expect(await newest()).toMatchObject({ status: 'canceled' })
    expect(await listed()).toEqual(gone.toSorted())
  })
})

describe('A removal that was found before ids were stored', () => {
  it('can be declined after one more sync', async () => {
    await stage.world.database.asSystem('test: nobody is named', (tx) =>
      sql`update sync_stream set held_ids = '{}' where integration_id = ${id}`.execute(tx),
    )
    const { status, error } = await keep()
    expect([status, error?.detail]).toEqual([409, expect.stringContaining('Sync this source first')])
    await askForRun(priya, id)
    expect(await ended()).toMatchObject({ error_kind: 'held' })
    expect((await keep()).status).toBe(200)
    expect(await listed()).toEqual(gone.toSorted())
  })
})
