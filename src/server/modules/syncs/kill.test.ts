// Workers die at any moment. What they leave behind is the same as if none had.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { askForRun, runsOf } from '#server/testing/runs.ts'
import { connectToRead } from '#server/testing/sources.ts'
import { createDice, startStage, type PlayedVendor, type Stage } from '#server/testing/stage.ts'
import type { Person } from '#server/testing/world.ts'
import { rowsOf } from './testing/rows.ts'
import { openRunsOf, workOff } from './testing/work-off.ts'
import type { WorkerOrder } from './testing/worker-process.ts'

const kills = 50
const random = createDice(2026)

interface Played {
  vendor: PlayedVendor
  account: string
}

let stage: Stage
let ann: Person
let bea: Person
let played: Played[]
const sources = new Map<Person, string[]>()

const connectAll = async (person: Person): Promise<void> => {
  const ids: string[] = []
  for (const { vendor, account } of played) ids.push((await connectToRead(person, vendor.type, vendor.toConnect(account))).id)
  sources.set(person, ids)
}

beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  ann = await stage.signUp({ company: 'Annfield Dental', name: 'Ann' })
  bea = await stage.signUp({ company: 'Beacon Dental', name: 'Bea' })
  played = (['hubspot', 'salesforce', 'active_campaign', 'ghl', 'microsoft_dynamics', 'googlesheet'] as const).map((type) => {
    const vendor = stage.play(type)
    return { vendor, account: vendor.newAccount(`Harbor ${type}`, { people: 200, deals: 80 }) }
  })
  await connectAll(ann)
  await connectAll(bea)
})
afterAll(() => stage.close())

let turns = 0

const startWorker = async (): Promise<ChildProcess> => {
  const { location, dataDir, url } = stage.world
  const order: WorkerOrder = {
    location,
    dataDir,
    sandboxUrl: stage.sandbox.url,
    publicUrl: url,
    clientId: bea.user.clientId,
    leaseSeconds: 0.4,
    turn: (turns += 1),
  }
  const file = join(import.meta.dirname, 'testing/worker-process.ts')
  const worker = fork(file, [JSON.stringify(order)], { execArgv: [], env: { ...process.env, NODE_COMPILE_CACHE: dataDir } })
  await once(worker, 'message')
  return worker
}

/** Two are always on their way up, so that nobody waits for a process to start. */
const spare: Promise<ChildProcess>[] = []
const nextWorker = (): Promise<ChildProcess> => {
  while (spare.length < 3) spare.push(startWorker())
  return spare.shift() ?? startWorker()
}
afterAll(async () => {
  for (const worker of await Promise.all(spare)) worker.kill('SIGKILL')
})

let killed = 0
/** What the dead were at. */
const interrupted = new Set<string>()

/** Where the runs are that nobody has finished. */
const phasesNow = (clientId = bea.user.clientId) =>
  stage.world.database.inClient(clientId, (tx) =>
    tx.selectFrom('sync_run').select('phase').where('client_id', '=', clientId).where('status', '=', 'running').execute(),
  )

/** Measured by how long this machine needs for the same work in peace. Some live longer, and die further on. */
const killLater = async (worker: ChildProcess, calm: number): Promise<void> => {
  await Promise.race([once(worker, 'exit'), pause(30 + random.below(Math.max(370, calm / 6)) * (random.chance(0.3) ? 4 : 1))])
  if (!worker.kill('SIGKILL')) return
  killed += 1
  for (const { phase } of await phasesNow()) interrupted.add(phase ?? 'the beginning')
}

/** One worker after the other, so many of them killed a moment after they began, until nothing is left to do. */
const workOffDying = async (deaths: number, calm: number): Promise<void> => {
  const last = Math.min(kills, killed + deaths)
  while ((await openRunsOf(stage.world, bea)).length > 0) {
    const worker = await nextWorker()
    const ended = once(worker, 'exit')
    const said = once(worker, 'message')
    worker.send('begin')
    const [word] = (await said) as [string]
    if (word === 'working' && killed < last) await killLater(worker, calm)
    await ended
  }
}

const begin = async (kind: Run['kind']): Promise<void> => {
  for (const person of [ann, bea])
    for (const id of sources.get(person) ?? []) expect((await askForRun(person, id, kind)).status).toBe(202)
}

/** A day at the vendors: people come, change, become one and go; deals move on. */
const changeEverything = (round: number): void => {
  const now = Date.now()
  for (const { vendor, account } of played) {
    const { crm } = vendor
    const people = crm.people(account, 50)
    const deals = crm.deals(account, 50)
    stage.sandbox.store.transaction(() => {
      for (const { id } of people.slice(0, 20)) crm.changePerson(account, id, { lastName: `Round ${round}` }, now)
      for (const { id } of people.slice(20, 23)) crm.removePerson(account, id, now)
      const [from, into] = people.slice(23, 25)
      if (from && into) crm.mergePeople?.(account, { from: from.id, into: into.id }, now)
      for (const [index, { id }] of deals.slice(0, 10).entries())
        crm.changeDeal(account, id, { stage: index % 3 === 0 ? 'won' : 1, amount: 1000 + round }, now)
      for (const { id } of deals.slice(10, 12)) crm.removeDeal(account, id, now)
    })
  }
}

const kinds = ['incremental', 'sweep', 'incremental', 'full'] as const
const deathsARound = 12
const roundsMax = 20

/** The same work twice: in peace, and among the dying. */
const workOffBoth = async (): Promise<void> => {
  const began = Date.now()
  await workOff(stage.world, ann)
  await workOffDying(deathsARound, Date.now() - began)
}

const isOver = (round: number): boolean => round >= kinds.length && (killed === kills || round >= roundsMax)

it('after 50 workers were killed at random, everything is as in an undisturbed run, row for row [SYNC-06]', async () => {
  await workOffBoth()
  for (let round = 0; !isOver(round); round += 1) {
    changeEverything(round)
    await begin(kinds[round % kinds.length] ?? 'full')
    await workOffBoth()
  }
  expect(killed).toBe(kills)
  expect(interrupted.size).toBeGreaterThan(2)
  const calm = await rowsOf(stage.world.database, ann.user.clientId)
  const disturbed = await rowsOf(stage.world.database, bea.user.clientId)
  for (const [table, rows] of Object.entries(calm)) expect({ table, rows: disturbed[table] }).toEqual({ table, rows })
  expect(calm['contact']?.length).toBeGreaterThanOrEqual(played.length * 200)
})

it('the runs tell the same story: what was read and what came of it', async () => {
  const storyOf = async (person: Person) => {
    const runs = await Promise.all((sources.get(person) ?? []).map((id) => runsOf(person, id)))
    return runs.flat().map(({ kind, status, ...run }) => {
      const { records, created, changed, deleted, merged, rejected } = run
      return { kind, status, records, created, changed, deleted, merged, rejected }
    })
  }
  expect(await storyOf(bea)).toEqual(await storyOf(ann))
})
