import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { previewClosure } from '#contract/account-closure.ts'
import { acceptConnection, cancelConnection } from '#contract/connections/connections.ts'
import { getShared, listReceipts } from '#contract/connections/sharing.ts'

import { getTotals, smallestTotal, type SharedTotals, type TotalsQuery } from '#contract/connections/totals.ts'
import type { RecordBatch } from '../../crm/model.ts'
import { contact, opportunity, touch } from '../../crm/testing/records.ts'
import { diceOf } from '../../criteria/testing/random.ts'
import { joinTeam } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { approve, arrive, invite, saveInto, send, sharePair, type Pair } from '../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const seed = Number(process.env['SEED'] ?? 71)
const dice = diceOf(seed)
const channels = ['Paid Search', 'Paid Social', 'Email', 'Referral']
const origins = [
  { source: 'google', medium: 'cpc' },
  { source: 'facebook', medium: 'cpc' },
  { source: 'newsletter', medium: 'email' },
  { source: 'blog.example', medium: 'referral' },
].map((origin) => ({ ...origin, clickId: null, landingUrl: null, referrer: null }))
const outcomes = ['open', 'won', 'lost'] as const
const months = ['2026-01', '2026-02', '2026-03']

const records = (size: number): RecordBatch => {
  const ids = Array.from({ length: size }, (_, n) => `lead-${n}`)
  const some = <T>(list: readonly T[]): T => list[Math.min(dice.below(list.length), dice.below(list.length))] as T
  const createdAt = () => `${some(months)}-10T10:00:00.000Z`
  return {
    contacts: ids.map((id) =>
      contact(id, {
        tags: ['northlight'],
        createdAt: createdAt(),
        touches: [touch(`touch-${id}`, some(origins))],
      }),
    ),
    opportunities: ids.map((id) =>
      opportunity(`deal-${id}`, {
        contactIds: [id],
        createdAt: createdAt(),
        outcome: some(outcomes),
        pipelineId: null,
        stageId: null,
      }),
    ),
  }
}

const totalsOf = async (user: TestUser, id: string, query: Partial<TotalsQuery>): Promise<SharedTotals> => {
  const { status, body, error } = await user.call(getTotals, { params: { id }, query })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}

const openCounts = async (size: number): Promise<Pair> => {
  const pair = await sharePair(world, { type_of_data: 'COUNTS' })
  await saveInto(world, pair, records(size))
  await eventually(async () => {
    const { body } = await pair.priya.call(getShared, { params: { id: pair.id } })
    return body.contacts === size + 2 && body.opportunities === size ? true : undefined
  })
  return pair
}

describe('An agency that gets totals only', () => {
  it(`learns of no group of fewer than 5 by comparing the answers to 1,000 pairs of filters (SEED=${seed})`, async () => {
    const { ana, priya, id } = await openCounts(160)
    const known = new Map<string, SharedTotals>()
    const ask = async (query: Partial<TotalsQuery>): Promise<SharedTotals> => {
      const key = JSON.stringify(query)
      const answer = known.get(key) ?? (await totalsOf(ana, id, query))
      known.set(key, answer)
      return answer
    }
    const filter = (): Partial<TotalsQuery> => ({
      ...(dice.once(2) ? { channel: dice.of(channels) } : {}),
      ...(dice.once(2) ? { outcome: dice.of(outcomes) } : {}),
      ...(dice.once(2) ? { from: dice.of(months) } : {}),
    })
    const by = ['channel', 'outcome', 'month'] as const
    for (let pair = 0; pair < 1000; pair += 1) {
      const wide = { by: dice.of(by), ...filter() }
      const [all, part] = [await ask(wide), await ask({ ...filter(), ...wide })]
      const difference = (all.total ?? 0) - (part.total ?? 0)
      expect(difference === 0 || difference >= smallestTotal).toBe(true)
      for (const { count } of [...all.items, ...part.items, { count: all.notShown }])
        expect(count === 0 || count >= smallestTotal).toBe(true)
    }
    expect([...known.values()].filter(({ total }) => total !== null && total > 0).length).toBeGreaterThan(30)
    expect([...known.values()].some(({ total, notShown }) => total === null || notShown > 0)).toBe(true)
    const absent = await totalsOf(ana, id, { channel: 'No such channel' })
    expect(absent).toEqual({
      isProtected: true,
      countedAt: expect.any(String),
      total: null,
      isExact: false,
      items: [],
      notShown: 0,
    })
    expect(await totalsOf(priya, id, { by: 'outcome' })).toEqual(await totalsOf(ana, id, { by: 'outcome' }))
    expect(await totalsOf(ana, id, { by: 'outcome' })).toMatchObject({ isProtected: true, total: 160 })
  })

  it('reads nothing of fewer than 5 altogether, also not as what would be erased with its account', async () => {
    const { ana, id } = await sharePair(world, { type_of_data: 'COUNTS' })
    const closure = await ana.call(previewClosure, { params: { id: ana.user.clientId } })
    expect(closure.body.removes).toMatchObject({ contacts: 0, opportunities: 0, touches: 0 })
    expect(await totalsOf(ana, id, { of: 'contacts' })).toEqual({
      isProtected: true,
      countedAt: expect.any(String),
      total: null,
      isExact: false,
      items: [],
      notShown: 0,
    })
  })
})

const shared = ({ priya, id }: Pair, contacts: number) =>
  eventually(async () => {
    const { body } = await priya.call(getShared, { params: { id } })
    return body.contacts === contacts ? true : undefined
  })

/** Totals that were counted today become those of the day before yesterday. */
const letADayPass = ({ id }: Pair) =>
  world.database.asSystem('test: two days later', (tx) =>
    sql`update connection set totals_at = totals_at - interval '2 days' where id = ${id}`.execute(tx),
  )

/** Priya sends criteria that leave out some of the leads more. Less is shared, so they are in force at once. */
const leaveOut = async (pair: Pair, size: number, from = 0): Promise<void> => {
  const { rows } = await world.database.asSystem('test: ids', (tx) =>
    sql<{ id: string }>`select contact.id from contact
      where contact.client_id = ${pair.priya.user.clientId} and contact.external_id like 'lead-%'
      order by length(contact.external_id), contact.external_id limit ${from + size}`.execute(tx),
  )
  const values = rows.map(({ id }) => id)
  const { connection } = await send(pair, {
    ...pair.criteria,
    filter: { all: [pair.criteria.filter, { field: 'record_id', op: 'not_in', values }] },
  })
  expect(connection.pendingVersion).toBeNull()
}

/** All that Gus or Ana can ask of a small installation, without when it was counted. */
const everything = async (user: TestUser, id: string) => {
  const queries: Partial<TotalsQuery>[] = [
    { of: 'contacts', by: 'channel' },
    { of: 'contacts', by: 'month' },
    ...(['channel', 'outcome', 'month'] as const).map((by) => ({ by })),
    ...channels.flatMap((channel) => outcomes.map((outcome) => ({ by: 'month' as const, channel, outcome }))),
  ]
  const answers = []
  for (const query of queries) {
    const { countedAt: _, ...answer } = await totalsOf(user, id, query)
    answers.push({ query, ...answer })
  }
  return answers
}

describe('An agency that counts again after the criteria changed', () => {
  it('learns nothing of one contact who is left out, not at once, not on the next days, and not from what it keeps', async () => {
    const pair = await openCounts(160)
    const { ana, priya, id } = pair
    const before = await everything(ana, id)
    for (const [index, left] of [161, 160, 159].entries()) {
      await leaveOut(pair, 1, index)
      await shared(pair, left)
      expect(await everything(ana, id)).toEqual(before)
      await letADayPass(pair)
      expect(await everything(ana, id)).toEqual(before)
    }
    await letADayPass(pair)
    await priya.call(cancelConnection, { params: { id }, body: { name: ana.user.client.name, keepTotals: true } })
    expect(await everything(ana, id)).toEqual(before)
  })

  it('reads other numbers on the day after many were left out, none of them by fewer than 5', async () => {
    const pair = await openCounts(160)
    const { ana, id } = pair
    const before = await everything(ana, id)
    await leaveOut(pair, 100)
    await shared(pair, 62)
    expect(await everything(ana, id)).toEqual(before)
    await letADayPass(pair)
    const after = await everything(ana, id)
    expect(after[0]?.total).toBeLessThan(100)
    for (const [index, { total }] of after.entries()) {
      const difference = Math.abs((total ?? 0) - (before[index]?.total ?? 0))
      expect(difference === 0 || difference >= smallestTotal).toBe(true)
    }
  })

  it('reads no old numbers as those of the new version, however early it asks', async () => {
    const pair = await openCounts(160)
    const { ana, id } = pair
    const { countedAt } = await totalsOf(ana, id, { of: 'contacts' })
    await letADayPass(pair)
    await world.database.asSystem('test: the projection waits for what is locked', async (tx) => {
      await sql`update connection set projected_version = null where id = ${id}`.execute(tx)
    })
    const early = await totalsOf(ana, id, { of: 'contacts' })
    expect(early.total).toBe(162)
    expect(early.countedAt).not.toBe(countedAt)
    expect(Date.parse(early.countedAt ?? '')).toBeLessThan(Date.now() - 86_400_000)
    await leaveOut(pair, 100)
    await totalsOf(ana, id, { of: 'contacts' })
    await shared(pair, 62)
    expect((await totalsOf(ana, id, { of: 'contacts' })).total).toBeLessThan(100)
  })
})

const cancel = (user: TestUser, id: string, name: string, more = {}) =>
  user.call(cancelConnection, { params: { id }, body: { name, ...more } })

const finishedReceipt = (user: TestUser, id: string) =>
  eventually(async () => {
    const { body } = await user.call(listReceipts, { params: { id }, query: {} })
    return body.items.find(({ finishedAt }) => finishedAt !== null)
  })

describe('An agency that is connected again', () => {
  it('learns nothing of one contact who was left out in between', async () => {
    const pair = await openCounts(160)
    const { ana, priya } = pair
    const before = await everything(ana, pair.id)
    await leaveOut(pair, 1)
    await shared(pair, 161)
    await cancel(priya, pair.id, ana.user.client.name)
    await finishedReceipt(ana, pair.id)
    const again = { ...pair, id: (await invite(priya, ana.email)).id }
    await ana.call(acceptConnection, { params: { id: again.id }, body: {} })
    const { textHash } = await send(again, pair.criteria)
    await approve(ana, again.id, textHash)
    await arrive(again, 'ACTIVE')
    await leaveOut(again, 1)
    await shared(again, 161)
    expect(await everything(ana, again.id)).toEqual(before)
  })
})

describe('Totals of some months', () => {
  it('are of months that are told by themselves, so that no first or last month of others can be found', async () => {
    const pair = await sharePair(world, { type_of_data: 'COUNTS' })
    const { ana, id } = pair
    const lead = (n: number, month: string, origin: (typeof origins)[number]) => ({
      contacts: [
        contact(`lead-${n}`, {
          tags: ['northlight'],
          createdAt: `${month}-10T10:00:00.000Z`,
          touches: [touch(`touch-${n}`, origin)],
        }),
      ],
      opportunities: [
        opportunity(`deal-${n}`, {
          contactIds: [`lead-${n}`],
          createdAt: `${month}-10T10:00:00.000Z`,
          outcome: 'won',
          pipelineId: null,
          stageId: null,
        }),
      ],
    })
    const of = (size: number, from: number, month: string, origin = origins[3] as (typeof origins)[number]) =>
      Array.from({ length: size }, (_, n) => lead(from + n, month, origin))
    const all = [...of(3, 0, '2026-01'), ...of(4, 10, '2026-02'), ...of(1, 20, '2026-04'), ...of(9, 30, '2026-03')]
    await saveInto(world, pair, {
      contacts: all.flatMap(({ contacts }) => contacts),
      opportunities: all.flatMap(({ opportunities }) => opportunities),
    })
    await shared(pair, 19)
    const referral = { channel: 'Referral', outcome: 'won' } as const
    expect(await totalsOf(ana, id, referral)).toMatchObject({ total: 17, isExact: false, notShown: 0 })
    for (const from of ['2025-01', '2026-01', '2026-02', '2026-03'])
      for (const to of ['2026-03', '2026-04', '2026-05', '2027-01']) {
        const found = await totalsOf(ana, id, { ...referral, from, to })
        expect([found.total, found.isExact]).toEqual([9, false])
      }
    for (const asked of [{ to: '2026-02' }, { from: '2026-04' }, { from: '2026-05' }, { to: '2025-01' }])
      expect(await totalsOf(ana, id, { ...referral, ...asked })).toMatchObject({ total: null, isExact: false })
  })
})

describe('A company that ends a connection', () => {
  it('can let the agency keep totals without any record', async () => {
    const { ana, priya, id } = await openCounts(40)
    const before = await totalsOf(ana, id, { by: 'month' })
    const { status, error } = await cancel(ana, id, priya.user.client.name, { keepTotals: true })
    expect([status, error?.detail]).toEqual([400, 'Only the company decides whether totals are kept.'])
    const { body } = await cancel(priya, id, ana.user.client.name, { keepTotals: true })
    expect(body).toMatchObject({ state: 'CANCELED', keepsTotals: true })
    const { stores } = await finishedReceipt(ana, id)
    expect(stores.at(-1)).toMatchObject({ name: expect.stringContaining('Totals without contacts'), removed: 0 })
    expect(before.total).toBe(40)
    expect({ ...(await totalsOf(ana, id, { by: 'month' })), countedAt: before.countedAt }).toEqual(before)
    const { rows } = await world.database.asSystem('test: what is left', (tx) =>
      sql`select id from contact where client_id = ${ana.user.clientId}`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  it('otherwise leaves no totals either', async () => {
    const { ana, priya, id } = await openCounts(40)
    await cancel(priya, id, ana.user.client.name)
    expect(await totalsOf(ana, id, {})).toMatchObject({ total: 0, items: [] })
  })
})

describe('An agency that gets records', () => {
  it('reads exact totals of them', async () => {
    const pair = await sharePair(world)
    const { ana, id } = pair
    await saveInto(world, pair, {
      contacts: [contact('zoe', { tags: ['northlight'], createdAt: '2026-02-10T10:00:00.000Z', touches: [touch('ad')] })],
    })
    const totals = await eventually(async () => {
      const found = await totalsOf(ana, id, { of: 'contacts', by: 'month' })
      return found.total === 3 ? found : undefined
    })
    expect(totals).toMatchObject({ isProtected: false, isExact: true, notShown: 0 })
    expect(totals.items).toContainEqual({ value: '2026-02', count: 1 })
  })

  it('gets a clear answer to a question that makes no sense, and others get none [USER-08]', async () => {
    const { ana, id } = await sharePair(world)
    const wrong = await ana.call(getTotals, { params: { id }, query: { of: 'contacts', by: 'stage' } })
    expect([wrong.status, wrong.error?.detail]).toEqual([400, 'Contacts are not counted by stage. Count opportunities.'])
    const odd = await ana.call(getTotals, { params: { id }, query: { from: '2026-13' } })
    expect(odd.status).toBe(400)
    const mia = await joinTeam(world, ana, { name: 'Mia', role: 'user', companies: [] })
    const stranger = await world.signUp({ company: 'Stranger Ltd' })
    for (const user of [mia, stranger]) expect((await user.call(getTotals, { params: { id }, query: {} })).status).toBe(404)
  })
})
