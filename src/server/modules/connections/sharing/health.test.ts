import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listReceipts } from '#contract/connections/sharing.ts'
import { deleteIntegration } from '#contract/integrations/integrations.ts'
import { emailTo } from '#server/testing/users.ts'
import { eventually, startWorld, type World } from '#server/testing/world.ts'
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
