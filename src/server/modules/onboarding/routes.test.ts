import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOnboarding, onboardingSteps } from '#contract/onboarding.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { markStep } from './service.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const doneSteps = async (user: TestUser) => {
  const { steps } = (await user.call(getOnboarding)).body
  return Object.fromEntries(steps.filter(({ doneAt }) => doneAt !== null).map(({ step, doneAt }) => [step, doneAt]))
}

describe('The onboarding of a new account', () => {
  it('lists every step in order, with the first one done', async () => {
    const maya = await world.signUp({ company: 'Harbor Light' })
    const { steps } = (await maya.call(getOnboarding)).body
    expect(steps.map(({ step }) => step)).toEqual([...onboardingSteps])
    expect(Object.keys(await doneSteps(maya))).toEqual(['confirm_email'])
  })

  it('stores the first time that a step was done, and only in that account [USER-01]', async () => {
    const [ana, ben] = [await world.signUp({ company: 'Ana Ltd' }), await world.signUp({ company: 'Ben Ltd' })]
    const { clientId } = ana.user
    const mark = () => world.database.inClient(clientId, (tx) => markStep(tx, clientId, 'connect_crm'))
    await mark()
    const first = await doneSteps(ana)
    await mark()
    expect(first['connect_crm']).toMatch(/Z$/)
    expect(await doneSteps(ana)).toEqual(first)
    expect(Object.keys(await doneSteps(ben))).toEqual(['confirm_email'])
  })

  it('does not store a step if its transaction is rolled back', async () => {
    const eve = await world.signUp({ company: 'Eve Ltd' })
    const { clientId } = eve.user
    const failed = world.database.inClient(clientId, async (tx) => {
      await markStep(tx, clientId, 'first_sync')
      throw new Error('the sync broke')
    })
    await expect(failed).rejects.toThrow('the sync broke')
    expect(Object.keys(await doneSteps(eve))).toEqual(['confirm_email'])
  })
})
