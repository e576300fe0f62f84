import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getShared, listReceipts } from '#contract/connections/sharing.ts'
import { deleteIntegration, listIntegrations } from '#contract/integrations/integrations.ts'
import { emailTo } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { arrive, lookAt, sharePair, type Pair } from '../testing/pairs.ts'
import { sweepHealth } from './health.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)
const sweep = (now = new Date()) => sweepHealth({ ...world, log: pino({ level: 'silent' }) }, now)

const healthOf = async ({ ana, priya, id }: Pair) => [(await lookAt(ana, id)).health, (await lookAt(priya, id)).health]

const fail = ({ priya, criteria }: Pair, since: Date | null) =>
  world.database.asSystem('test: the source fails', (tx) =>
    tx
      .updateTable('integration')
      .set({ failing_since: since })
      .where('client_id', '=', priya.user.clientId)
      .where('id', '=', criteria.integration_id)
      .execute(),
  )

describe('The source of what is shared', () => {
  it('that fails for more than a day is shown to both, and the company hears of it; when it works again, that is over', async () => {
    const pair = await sharePair(world)
    await fail(pair, days(-0.5))
    await sweep()
    expect(await healthOf(pair)).toEqual(['ok', 'ok'])
    await sweep(days(0.6))
    expect(await healthOf(pair)).toEqual(['source_error', 'source_error'])
    await emailTo(world, pair.priya.email, /has a problem/)
    await fail(pair, null)
    await sweep(days(0.7))
    expect(await healthOf(pair)).toEqual(['ok', 'ok'])
  })

  it('that fails before anything was shared: the company reads that nothing is shared, and it is not out of date', async () => {
    const pair = await sharePair(world)
    await world.database.asSystem('test: it is being prepared', (tx) =>
      tx.updateTable('connection').set({ state: 'IN_PROCESS' }).where('id', '=', pair.id).execute(),
    )
    await fail(pair, days(-1))
    await sweep()
    expect(await healthOf(pair)).toEqual(['source_error', 'source_error'])
    const { text } = await emailTo(world, pair.priya.email, /has a problem/)
    expect(text).toContain('Nothing is shared until it syncs again.')
    await sweep(days(31))
    const [row] = await world.database.asSystem('test: whether it warned', (tx) =>
      tx.selectFrom('connection').select('stale_warned_at').where('id', '=', pair.id).execute(),
    )
    expect(row?.stale_warned_at).toBeNull()
  })

  it('that is erased is told to both, with a receipt of what the agency lost', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id, criteria } = pair
    await priya.call(deleteIntegration, { params: { id: criteria.integration_id }, query: { erase: 'now' } })
    const receiptsOf = async (user: TestUser) => (await user.call(listReceipts, { params: { id }, query: {} })).body.items
    const receipts = await eventually(async () => {
      const found = await receiptsOf(ana)
      return found.length > 0 ? found : undefined
    })
    expect(receipts).toMatchObject([{ kind: 'source_erased', stores: [{ name: 'Contacts', found: 2, removed: 2, failed: 0 }] }])
    expect(await receiptsOf(priya)).toEqual(receipts)
    await eventually(async () => {
      const { items } = (await priya.call(listIntegrations, { query: {} })).body
      return items.length === 0 ? true : undefined
    })
    for (const user of [ana, priya])
      expect((await user.call(getShared, { params: { id } })).body).toEqual({
        contacts: 0,
        opportunities: 0,
        withdrawn: 0,
        lastSyncAt: null,
        isSourceErased: true,
        syncPercent: null,
        isPreparing: false,
      })
  })

  it('that is disconnected is out of date after 30 days, and ends the connection after 90, with a receipt', async () => {
    const pair = await sharePair(world)
    const { ana, priya, id, criteria } = pair
    const { status } = await priya.call(deleteIntegration, { params: { id: criteria.integration_id }, query: {} })
    expect(status).toBe(200)
    await sweep()
    expect(await healthOf(pair)).toEqual(['source_disconnected', 'source_disconnected'])
    expect((await lookAt(ana, id)).state).toBe('ACTIVE')
    await sweep(days(29))
    await sweep(days(31))
    const { text } = await emailTo(world, priya.email, /is out of date/)
    expect(text).toContain('After 90 days the connection ends')
    await sweep(days(91))
    const ended = await arrive(pair, 'CANCELED')
    expect(ended.ending).toBe('stale')
    await eventually(async () => {
      const { items } = (await ana.call(listReceipts, { params: { id }, query: {} })).body
      return items.find(({ finishedAt }) => finishedAt !== null)
    })
  })
})
