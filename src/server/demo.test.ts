import { expect, it, onTestFinished } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { demoPassword, demoTenants } from '../../db/seed/people.ts'
import { eventually, startWorld, type World } from './testing/world.ts'

const noor = 'noor@staff.example.com'

/** Another start on the same data. */
const startAgain = async (beside: World, demo: 'on' | 'off'): Promise<World> => {
  const world = await startWorld({ beside, args: ['--demo', demo] })
  onTestFinished(() => world.close())
  return world
}

it('the people of the demo are locked out by a start without it, and let in again by one with it', async () => {
  const first = await startWorld({ args: ['--demo', 'on'] })
  onTestFinished(() => first.close())
  const before = await first.signIn(noor, demoPassword)
  expect((await before.call(listClients)).status).toBe(200)

  const without = await startAgain(first, 'off')
  for (const { email } of demoTenants.flatMap(({ people }) => people))
    await expect(without.signIn(email, demoPassword)).rejects.toThrow(/disabled/)
  await eventually(async () => ((await before.call(listClients)).status === 401 ? true : undefined))
  const renewed = await without.idp('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: before.refreshToken },
  })
  expect(renewed.status).toBe(400)
  const states = () =>
    first.database.asSystem('test: look', (tx) =>
      tx.selectFrom('app_user').select('status').distinct().orderBy('status').execute(),
    )
  expect(await states()).toEqual([{ status: 'SUSPENDED' }])

  const again = await startAgain(first, 'on')
  const after = await again.signIn(noor, demoPassword)
  expect((await after.call(listClients)).status).toBe(200)
  expect(await states()).toEqual([{ status: 'ACTIVE' }, { status: 'INVITED' }])
})
