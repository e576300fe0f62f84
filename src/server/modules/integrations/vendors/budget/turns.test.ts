// Many accounts at one vendor: none waits for the calls of others, and nothing that is stored reveals a key.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishConnect, startConnect } from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { Route } from '#contract/kit/route.ts'
import { newId } from '#server/platform/ids.ts'
import { connect, consent } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let ana: TestUser
let priya: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { VENDOR_LIMITS: 'on' } })
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => world.close())

const asSystem = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) => world.database.asSystem<T>('test', work)

describe('A user who returns from a vendor', () => {
  it('waits for the token calls of their own account at most, and not long [SYNC-10]', async () => {
    const params = { type: 'hubspot' } as const
    const portals = await Promise.all(['One', 'Two'].map((name) => openAccount(world, 'hubspot', { name })))
    const [hers, his] = await Promise.all([
      consent(ana, 'hubspot', portals[0] as never),
      consent(priya, 'hubspot', portals[1] as never),
    ])
    await asSystem((tx) =>
      sql`insert into platform.vendor_budget (type, account, next_at)
        values ('hubspot', ${`tokens ${ana.user.clientId}`}, now() + interval '5 minutes')`.execute(tx),
    )
    const crowded = await ana.call(finishConnect, { params, body: hers })
    expect([crowded.status, crowded.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(crowded.error.detail).toMatch(/HubSpot .* Try again in a minute\.$/)
    expect(crowded.headers.get('retry-after')).toBe('60')
    expect((await priya.call(finishConnect, { params, body: his })).status).toBe(200)
  })

  it.each<[Route, object]>([
    [startConnect, { params: { type: 'hubspot' }, body: { integration_id: newId() } }],
    [finishConnect, { params: { type: 'hubspot' }, body: { state: 'made up', code: 'made up' } }],
    [previewMapping, { params: { id: newId() }, body: {} }],
  ])('is limited in the number of attempts: $name', async (route, request) => {
    const calls = Array.from({ length: 61 }, () => ana.call(route, request as never, { 'x-forwarded-for': '203.0.113.7' }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await priya.call(route, request as never)).status).not.toBe(429)
  })
})

describe('What is stored about request rates', () => {
  it('reveals nothing of the key with which a user connects', async () => {
    const account = await openAccount(world, 'active_campaign', { name: 'Brightsmile mail' })
    await connect(priya, 'active_campaign', account)
    const { rows } = await asSystem((tx) => sql<{ account: string }>`select account from platform.vendor_budget`.execute(tx))
    const accounts = rows.map((row) => row.account)
    expect(accounts.some((one) => one.startsWith('connecting '))).toBe(true)
    const key = account.connect['api_key'] ?? ''
    const parts = Array.from({ length: key.length - 5 }, (_, from) => key.slice(from, from + 6))
    expect(key.length).toBeGreaterThan(8)
    expect(accounts.filter((one) => parts.some((part) => one.includes(part)))).toEqual([])
  })
})
