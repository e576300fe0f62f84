// Workers die at any moment. What they leave behind is the same as if none had.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRunStatuses, type Run } from '#contract/runs.ts'
import { createDice, startStage, type PlayedVendor, type Stage } from '#server/testing/stage.ts'
import type { Person } from '#server/testing/world.ts'
import { advanceRun } from './engine/advance.ts'
import type { Engine } from './engine/sitting.ts'
import { rowsOf } from './testing/rows.ts'
import { askForRun, connectSource, runsOf } from './testing/sources.ts'
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
  for (const { vendor, account } of played) ids.push((await connectSource(stage, person, vendor, account)).id)
  sources.set(person, ids)
}

beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  ann = await stage.signUp({ company: 'Annfield Dental', name: 'Ann' })
  bea = await stage.signUp({ company: 'Beacon Dental', name: 'Bea' })
  played = (['hubspot', 'salesforce', 'active_campaign', 'ghl', 'microsoft_dynamics', 'googlesheet'] as const).map((type) => {
    const vendor = stage.play(type)
    return { vendor, account: vendor.newAccount(`Harbor ${type}`, { people: 300, deals: 120 }) }
  })
  await connectAll(ann)
  await connectAll(bea)
}, 60_000)
afterAll(() => stage.close())

const open = (person: Person, clientId = person.user.clientId) =>
  stage.world.database.inClient(clientId, (tx) =>
    tx.selectFrom('sync_run').select('id').where('client_id', '=', clientId).where('status', 'in', openRunStatuses).execute(),
  )

/** Without any disturbance. */
const workOff = async (person: Person): Promise<void> => {
  const { database, vendors } = stage.world
  const desk: Engine['desk'] = { post: async () => {}, enqueue: async () => {}, productUrl: '' }
  const engine: Engine = { database, vendors, desk, log: pino({ level: 'silent' }), leaseSeconds: 20, sittingMs: 60_000 }
  const runs = await open(person)
  await Promise.all(runs.map(({ id }) => advanceRun(engine, { clientId: person.user.clientId, runId: id })))
}

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

const progressOf = (clientId = bea.user.clientId) =>
  stage.world.database.inClient(clientId, (tx) =>
    tx.selectFrom('sync_run').select(['status', 'phase', 'pages']).where('client_id', '=', clientId).execute(),
  )

/** Somewhat later each time that nothing was saved, so that on a slow machine too the runs come to their end. */
const killLater = async (worker: ChildProcess, stretch: number): Promise<boolean> => {
  const before = JSON.stringify(await progressOf())
  await Promise.race([once(worker, 'exit'), pause((30 + random.below(370)) * stretch)])
  if (!worker.kill('SIGKILL')) return true
  killed += 1
  const after = await progressOf()
  for (const { status, phase } of after) if (status === 'running') interrupted.add(phase ?? 'the beginning')
  return JSON.stringify(after) !== before
}

/** One worker after the other, so many of them killed a moment after they began, until nothing is left to do. */
const workOffDying = async (deaths: number): Promise<void> => {
  const last = killed + deaths
  for (let stretch = 1; (await open(bea)).length > 0;) {
    const worker = await nextWorker()
    const ended = worker.exitCode === null ? once(worker, 'exit') : undefined
    const said = once(worker, 'message')
    worker.send('begin')
    const [word] = (await said) as [string]
    if (word === 'working' && killed < last) stretch = (await killLater(worker, stretch)) ? 1 : stretch * 1.5
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

/** How each round reads, and how many workers die in it. */
const rounds = [
  ['incremental', 10],
  ['sweep', 10],
  ['incremental', 5],
  ['full', 10],
] as const

it(
  'after 50 workers were killed at random, everything is as in an undisturbed run, row for row [SYNC-06]',
  { timeout: 180_000 },
  async () => {
    await workOff(ann)
    await workOffDying(15)
    for (const [round, [kind, deaths]] of rounds.entries()) {
      changeEverything(round)
      await begin(kind)
      await workOff(ann)
      await workOffDying(deaths)
    }
    await workOffDying(0)
    const [calm, disturbed] = await Promise.all([ann, bea].map((one) => rowsOf(stage.world.database, one.user.clientId)))
    for (const table of Object.keys(calm ?? {}))
      expect({ table, rows: disturbed?.[table] }).toEqual({ table, rows: calm?.[table] })
    expect(calm?.['contact']?.length).toBeGreaterThanOrEqual(played.length * 300)
    console.log('KILLED', killed, [...interrupted].join())
    expect(killed).toBe(kills)
    expect(interrupted.size).toBeGreaterThan(2)
  },
)

it('the runs tell the same story: what was read and what came of it', async () => {
  const storyOf = async (person: Person) => {
    const runs = await Promise.all((sources.get(person) ?? []).map((id) => runsOf(person, id)))
    return runs
      .flat()
      .map(({ kind, status, created, changed, deleted, merged }) => ({ kind, status, created, changed, deleted, merged }))
  }
  expect(await storyOf(bea)).toEqual(await storyOf(ann))
})
