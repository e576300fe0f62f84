// A user can leave an account that another user added them to.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNotifications } from '#contract/notifications.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser } from '#contract/users/invitations.ts'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { deleteUser, leaveAccount, listUsers, updateUser } from '#contract/users/users.ts'
import { changeUser, joinTeam, signUpStaff, takeUpInvitation } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { releaseJob, userJobs } from '../jobs.ts'

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

const release = async ({ user }: TestUser): Promise<void> => {
  await changeUser(world, { user }, { status_since: new Date(Date.now() - 31 * 86_400_000) })
  const job = userJobs(world.database, world.identity, world.dispatcher).find((one) => one.job.name === releaseJob.name)
  await job?.handle({ clientId: user.clientId, userId: user.id }, new AbortController().signal)
}

const removals = async (of: TestUser) => {
  const { items: entries } = (await of.call(listAudit, { query: { action: 'user.removed' } })).body
  const { items: events } = (await of.call(listEvents, { query: { event: 'user.removed' } })).body
  return [entries.map(({ actorName }) => actorName), events.map(({ actor }) => actor)]
}

it('an admin who leaves does not hide what they did: their name stays for as long as that of a removed user', async () => {
  const ana = await world.signUp({ company: 'Northlight', name: 'Ana' })
  const bad = await joinTeam(world, ana, { name: 'Brett', lastname: 'Insider', role: 'admin' })
  const victim = await joinTeam(world, ana, { name: 'Val' })
  await bad.call(deleteUser, { params: { id: victim.user.id }, query: {} })
  const before = await removals(ana)
  expect(before).toEqual([[expect.stringContaining('Brett')], [bad.email]])
  expect((await leave(bad)).status).toBe(200)
  expect(await removals(ana)).toEqual(before)
  const [left] = (await ana.call(listEvents, { query: { event: 'user.left' } })).body.items
  expect(left).toMatchObject({ actor: bad.email, object: bad.email })
  await release(bad)
  const name = `Deleted user ${bad.user.id.slice(-4)}`
  expect(await removals(ana)).toEqual([[name], [name]])
})

it('a user who left and was invited again keeps their sign-in and their own acts when the earlier row is anonymized', async () => {
  const ana = await world.signUp({ company: 'Southlight', name: 'Ana' })
  const kit = await joinTeam(world, ana, { name: 'Kit', role: 'admin' })
  await leave(kit)
  const body = { name: 'Kit', lastname: 'Okafor', email: kit.email, role: 'admin' as const }
  expect((await ana.call(createUser, { body })).status).toBe(201)
  const again = await world.signIn(kit.email, kit.password)
  expect(again.user.id).not.toBe(kit.user.id)
  await release(kit)
  const { items } = (await ana.call(listEvents, { query: { event: 'user.left' } })).body
  expect(items).toMatchObject([{ actor: kit.email }])
  expect((await world.signIn(kit.email, kit.password)).user).toMatchObject({ id: again.user.id, email: kit.email })
})

it('a user who left opens their own account with the same address', async () => {
  const ana = await world.signUp({ company: 'Eastlight', name: 'Ana' })
  const kit = await joinTeam(world, ana, { name: 'Kit' })
  await leave(kit)
  const query = { email: kit.email, opens_account: 'true' } as const
  const opened = await kit.call(getUserByEmail, { query })
  expect([opened.status, opened.body.clientId === ana.user.clientId]).toEqual([200, false])
  await release(kit)
  expect((await world.signIn(kit.email, kit.password)).user.clientId).toBe(opened.body.clientId)
})

it('staff cannot leave our own account: another staff user removes them', async () => {
  const sol = await signUpStaff(world)
  const mia = await joinTeam(world, sol, { name: 'Mia', role: 'super_admin' })
  expect((await leave(mia)).error).toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  expect((await leave(mia)).error.detail).toContain('Another staff user')
  expect((await sol.call(updateUser, { params: { id: mia.user.id }, body: { role: 'user' } })).status).toBe(200)
  expect((await leave(mia)).status).toBe(200)
})
