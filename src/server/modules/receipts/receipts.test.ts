import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listReceipts } from '#contract/connections/sharing.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { connectPair } from '../connections/testing/pairs.ts'
import { beginReceipt } from './service.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

describe('The receipts of a connection', () => {
  it('come in pages, newest first, for both sides alike', async () => {
    const { ana, priya, id } = await connectPair(world)
    const clientIds = [ana.user.clientId, priya.user.clientId]
    for (let version = 1; version <= 7; version += 1) {
      const at = new Date(Date.now() + version * 1000)
      await world.database.asSystem('test: something was erased', (tx) =>
        beginReceipt(tx, { connectionId: id, clientIds, kind: 'narrowed', version, at }),
      )
    }
    const versionsOf = async (user: TestUser, query: Record<string, string>) => {
      const { body } = await user.call(listReceipts, { params: { id }, query })
      return [body.total, body.items.map(({ version }) => version)]
    }
    for (const user of [ana, priya]) {
      expect(await versionsOf(user, {})).toEqual([7, [7, 6, 5, 4, 3]])
      expect(await versionsOf(user, { page: '2', size: '5' })).toEqual([7, [2, 1]])
    }
    expect((await ana.call(listReceipts, { params: { id }, query: { size: '1000' } })).status).toBe(400)
  })
})
