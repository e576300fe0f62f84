import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listStages } from '#contract/stages.ts'
import { signUpPlainUser } from '#server/testing/users.ts'
import { startWorld, type World } from '#server/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

describe('The stages of a new account', () => {
  it('lead from new to won or lost, in this order', async () => {
    const maya = await world.signUp({ company: 'Harbor Light' })
    const { items, total } = (await maya.call(listStages)).body
    expect(total).toBe(7)
    expect(items.map(({ orderIndex }) => orderIndex)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(items.filter(({ isFinalStage }) => isFinalStage).map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Won', 'won'],
      ['Lost', 'lost'],
    ])
    expect(items[0]).toEqual({
      id: expect.any(String),
      name: 'New',
      description: '',
      color: '#6695f4',
      orderIndex: 0,
      isFinalStage: false,
      outcome: 'none',
      version: 1,
    })
  })

  it('are its own: two accounts share none of them [USER-01]', async () => {
    const [ana, ben] = [await world.signUp({ company: 'Ana Ltd' }), await world.signUp({ company: 'Ben Ltd' })]
    const ids = [ana, ben].map(async (user) => (await user.call(listStages)).body.items.map(({ id }) => id))
    expect(new Set((await Promise.all(ids)).flat()).size).toBe(14)
  })

  it('are available to every user, not to admins alone', async () => {
    const uma = await signUpPlainUser(world, 'Plain Ltd')
    expect((await uma.call(listStages)).status).toBe(200)
  })
})
