// A user can leave an account that another user added them to.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNotifications } from '#contract/notifications.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser } from '#contract/users/invitations.ts'
import { leaveAccount, listUsers } from '#contract/users/users.ts'
import { joinTeam, takeUpInvitation } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Law', name: 'Maya', lastname: 'Ellison' })
})
afterAll(() => world.close())

const leave = (user: TestUser, id = user.user.id) => user.call(leaveAccount, { params: { id } })
const namesIn = async (user: TestUser) => (await user.call(listUsers)).body.items.map(({ name }) => name)

it('an active user leaves: the admins are notified, and the address is free immediately', async () => {
  const kit = await joinTeam(world, maya, { name: 'Kit' })
  expect((await leave(kit)).body).toEqual({ left: true })
  expect(await namesIn(maya)).toEqual(['Maya'])
  const [notification] = (await maya.call(listNotifications)).body.items
  expect(notification).toMatchObject({ kind: 'user.left', data: { name: 'Kit Okafor' } })
  expect((await kit.call(listUsers)).error.code).toBe('UNAUTHENTICATED')
  const looked = await kit.call(getUserByEmail, { query: { email: kit.email, opens_account: 'false' } })
  expect(looked.error.code).toBe('UNAUTHENTICATED')
  const again = { name: 'Kit', lastname: 'Okafor', email: kit.email, role: 'user' as const }
  expect((await maya.call(createUser, { body: again })).status).toBe(201)
})

it('an invited user declines, and nothing else changes', async () => {
  const email = 'noa@invited.example.com'
  await maya.call(createUser, { body: { name: 'Noa', lastname: 'Invited', email, role: 'admin' } })
  await takeUpInvitation(world, email, await world.codeFor(email))
  const noa = await world.signIn(email, 'my own long password')
  expect(noa.user.status).toBe('INVITED')
  expect((await leave(noa, maya.user.id)).error.code).toBe('INVITATION_OPEN')
  expect((await leave(noa)).status).toBe(200)
  expect(await namesIn(maya)).not.toContain('Noa')
})

it('a user cannot make others leave, and the owner has to transfer the account first', async () => {
  const lee = await joinTeam(world, maya, { name: 'Lee' })
  expect((await leave(maya, lee.user.id)).error.code).toBe('ACTION_NOT_ALLOWED')
  expect((await leave(lee, maya.user.id)).error.code).toBe('FORBIDDEN')
  expect((await leave(maya)).error.code).toBe('LAST_ADMIN')
})
