import { expect, it, onTestFinished } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { changeUserStatus, deleteUser, listUsers } from '#contract/users.ts'
import { demoPassword, demoTenants, offeredPeople } from '../../db/seed/people.ts'
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
  expect(await states()).toEqual([{ status: 'ACTIVE' }, { status: 'INVITED' }, { status: 'SUSPENDED' }])
  await expect(again.signIn('fay@northlight.example.com', demoPassword)).rejects.toThrow(/disabled/)
})

it('the demo is made once: what its visitors did to its people is there at the next start', async () => {
  const first = await startWorld({ args: ['--demo', 'on'] })
  onTestFinished(() => first.close())
  const ana = await first.signIn('ana@northlight.example.com', demoPassword)
  const { body } = await ana.call(listUsers, { query: { size: 100 } })
  const shown = body.items.map(({ name, role, status, isOwner }) => [name, role, status, isOwner])
  expect(shown).toEqual([
    ['Eli', 'user', 'INVITED', false],
    ['Fay', 'user', 'SUSPENDED', false],
    ['Dee', 'user', 'ACTIVE', false],
    ['Cho', 'user', 'ACTIVE', false],
    ['Ben', 'admin', 'ACTIVE', false],
    ['Ana', 'admin', 'ACTIVE', true],
  ])
  const [eli, , dee, cho] = body.items
  const priya = await first.signIn('priya@brightsmile.example.com', demoPassword)
  expect(cho?.companies).toHaveLength(2)
  expect(cho?.companies).toContain(priya.user.clientId)
  await ana.call(changeUserStatus, { params: { id: dee?.id ?? '' }, body: { status: 'SUSPENDED' } })
  await ana.call(deleteUser, { params: { id: eli?.id ?? '' }, query: {} })

  const again = await startAgain(first, 'on')
  const staff = await again.signIn(noor, demoPassword)
  expect((await staff.call(listClients)).body.total).toBe(demoTenants.length)
  const after = (await (await again.signIn(ana.email, demoPassword)).call(listUsers)).body
  expect(after.counts).toEqual({ ACTIVE: 3, SUSPENDED: 2, INVITED: 0, INACTIVE: 0 })
})

it('the sign-in card offers a few of them', () => {
  expect(offeredPeople.map(({ name }) => name)).toEqual(['Ana', 'Cho', 'Priya', 'Noor'])
})
