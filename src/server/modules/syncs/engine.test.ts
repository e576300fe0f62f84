import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finishConnection, listIntegrations, startConnection } from '#contract/integrations.ts'
import { listRuns } from '#contract/runs.ts'
import { sayYes } from '#server/connectors/testing/bench.ts'
import { eventually, startWorld, type Person, type World } from '#server/testing/world.ts'

let world: World
let priya: Person

const admin = async (path: string, body: unknown, method = 'POST') => {
  const response = await fetch(`${world.sandboxUrl}/__admin${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

beforeAll(async () => {
  world = await startWorld({ env: { VENDOR_LIMITS: 'off' } })
  priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => world.close())

describe('a first sync', () => {
  it('brings every person and opportunity of a portal [SYNC-06]', async () => {
    const account = await admin('/hubspot/accounts', { name: 'Brightsmile portal' })
    await admin(`/hubspot/accounts/${String(account['id'])}/fill`, { people: 1000, deals: 300 })
    await admin('/hubspot/limits', { on: false }, 'PUT')
    const started = await priya.call(startConnection, { params: { type: 'hubspot' }, body: {} })
    expect(started.status).toBe(200)
    const back = await sayYes(started.body.oauth_url ?? '', String(account['id']))
    const done = await priya.call(finishConnection, {
      params: { type: 'hubspot' },
      body: { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' },
    })
    expect(done.error).toMatchObject({ integration: { status: 'active' } })
    const { id } = done.body.integration
    const run = await eventually(async () => {
      const { body } = await priya.call(listRuns, { params: { integration_id: id }, query: {} })
      const [newest] = body.items
      return newest && ['done', 'done_with_rejects', 'failed', 'partial'].includes(newest.status) ? newest : undefined
    }, 30_000)
    expect(run).toMatchObject({ status: 'done', error_text: null })
    const list = await priya.call(listIntegrations, { query: {} })
    console.log(JSON.stringify(list.body.items[0], null, 1))
    expect(list.body.items[0]).toMatchObject({ contacts: 1000, opportunities: 300 })
  })
})
