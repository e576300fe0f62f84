import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations.ts'
import { startWorld, type Person, type World } from '#server/testing/world.ts'

let world: World
let maya: Person
let jonah: Person
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  for (const [name, status] of [
    ['Main CRM', 'active'],
    ['Old CRM', 'disconnected'],
    ['Broken CRM', 'error'],
  ] as const)
    await world.database.inClient(maya.user.clientId, async (tx) => {
      await tx.insertInto('integration').values({ client_id: maya.user.clientId, type: 'hubspot', name, status }).execute()
    })
})
afterAll(() => world.close())

const names = async (person: Person, query = {}) => {
  const { body } = await person.call(listIntegrations, { query })
  return { names: body.items.map(({ name }) => name), total: body.total }
}

describe('the list of integrations', () => {
  it('shows all of the account, the newest on top', async () => {
    expect(await names(maya)).toEqual({ names: ['Broken CRM', 'Old CRM', 'Main CRM'], total: 3 })
  })

  it('can be narrowed to those that work, or to those that do not', async () => {
    expect(await names(maya, { active: 'true' })).toEqual({ names: ['Main CRM'], total: 1 })
    expect(await names(maya, { active: 'false' })).toEqual({ names: ['Broken CRM', 'Old CRM'], total: 2 })
    expect((await maya.call(listIntegrations, { query: { active: 'perhaps' } })).status).toBe(400)
  })

  it('shows nothing of another account [USER-01]', async () => {
    expect(await names(jonah)).toEqual({ names: [], total: 0 })
  })

  it('carries no more than the contract says', async () => {
    const { items } = (await maya.call(listIntegrations, { query: { active: 'true' } })).body
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(
      ['account', 'client_id', 'created_at', 'id', 'name', 'status', 'syncing', 'type'].toSorted(),
    )
  })
})
