import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { listEvents } from '#contract/events/events.ts'
import { createUser } from '#contract/users/invitations.ts'
import { changeUserStatus, deleteUser, getUser, listUsers, updateUser } from '#contract/users/users.ts'
import { acceptTerms, changeClient, joinTeam, emailTo, signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

let accounts = 0
const openAccount = (): Promise<TestUser> => world.signUp({ company: `Account ${(accounts += 1)}`, name: 'Ana', agency: true })

const suspend = (by: TestUser, target: TestUser) =>
  by.call(changeUserStatus, { params: { id: target.user.id }, body: { status: 'SUSPENDED', reason: 'Asked by phone' } })
const remove = (by: TestUser, target: TestUser, query = {}) => by.call(deleteUser, { params: { id: target.user.id }, query })
const versionOf = async (by: TestUser, target: TestUser) =>
  (await by.call(getUser, { params: { id: target.user.id } })).body.version
const give = async (by: TestUser, target: TestUser, role: TestUser['user']['role']) =>
  by.call(updateUser, {
    params: { id: target.user.id },
    body: { version: await versionOf(by, target), role, reason: 'Asked by phone' },
  })
const activeAdmins = async (by: TestUser) => (await by.call(listUsers, { query: { role: 'admin', status: 'ACTIVE' } })).body.total

describe('An account keeps its owner and an admin [USER-02] [USER-06]', () => {
  it('its owner is neither suspended nor removed, nor demoted by an equal', async () => {
    const ana = await openAccount()
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'account_admin' })
    const trial = await remove(ben, ana, { dry_run: 'true' })
    for (const refused of [await suspend(ben, ana), await remove(ben, ana), trial, await give(ben, ana, 'user')]) {
      expect([refused.status, refused.error.code]).toEqual([409, 'LAST_ADMIN'])
      expect(refused.error.detail).toContain('owner')
    }
  })

  it('two admins who suspend, remove or demote each other at the same moment leave one admin', async () => {
    for (const act of [
      suspend,
      (by: TestUser, target: TestUser) => remove(by, target),
      (by: TestUser, target: TestUser) => give(by, target, 'user'),
    ]) {
      const ana = await openAccount()
      const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
      await changeClient(world, ana, { owner_user_id: null })
      const both = await Promise.all([act(ana, ben), act(ben, ana)])
      expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      const left = both[0].status === 200 ? ana : ben
      expect(await activeAdmins(left)).toBe(1)
    }
  })

  it('staff cannot remove the last admin either, and others may be removed as long as one stays', async () => {
    const [ana, sol] = [await openAccount(), await signUpStaff(world)]
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    await changeClient(world, ana, { owner_user_id: null })
    expect((await give(sol, ben, 'user')).status).toBe(200)
    for (const refused of [await suspend(sol, ana), await remove(sol, ana), await give(sol, ana, 'user')]) {
      expect([refused.status, refused.error.code]).toEqual([409, 'LAST_ADMIN'])
      expect(refused.error.detail).toContain('last admin')
    }
  })
})

describe('Users cannot act on users of a higher role', () => {
  it('an admin cannot change account admins, or the name of the owner, or give a role above admin [USER-02]', async () => {
    const ana = await openAccount()
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    const cal = await joinTeam(world, ana, { name: 'Cal', role: 'account_admin' })
    const dee = await joinTeam(world, ana, { name: 'Dee' })
    for (const refused of [await suspend(ben, cal), await remove(ben, cal), await give(ben, cal, 'user')])
      expect(refused.error.code).toBe('FORBIDDEN')
    const rename = { params: { id: ana.user.id }, body: { version: 1, name: 'Anna' } }
    expect((await ben.call(updateUser, rename)).error.code).toBe('FORBIDDEN')
    for (const role of ['account_admin', 'super_admin'] as const) {
      expect((await give(ben, dee, role)).error).toMatchObject({ code: 'FORBIDDEN', field: 'role' })
      const body = { name: 'Eve', lastname: 'Up', email: 'eve@example.com', role }
      expect((await ben.call(createUser, { body })).error.code).toBe('FORBIDDEN')
    }
    expect((await give(ben, dee, 'admin')).body.role).toBe('admin')
    expect((await suspend(cal, ben)).status).toBe(200)
  })

  it('super_admin in an ordinary account gives no staff rights', async () => {
    const ana = await openAccount()
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'super_admin' })
    expect(ben.user).toMatchObject({ role: 'super_admin', isStaff: false })
    expect((await ben.call(listUsers)).body.items.every(({ clientId }) => clientId === ana.user.clientId)).toBe(true)
  })
})

describe('Transferring the ownership of an account', () => {
  const transfer = (by: TestUser, to: TestUser, id = by.user.clientId) =>
    by.call(transferOwnership, { params: { id }, body: { user_id: to.user.id } })

  it('makes a user an admin and the owner; the previous owner stays an admin [ADMIN-04]', async () => {
    const ana = await openAccount()
    const ben = await joinTeam(world, ana, { name: 'Ben', lastname: 'Holt' })
    const { status, body } = await transfer(ana, ben)
    expect([status, body.client.ownerId, body.client.isMasked]).toEqual([200, ben.user.id, false])
    await acceptTerms(ben)
    expect((await ben.call(getUser, { params: { id: ben.user.id } })).body).toMatchObject({ isOwner: true, role: 'admin' })
    expect((await ben.call(getUser, { params: { id: ana.user.id } })).body).toMatchObject({ isOwner: false, role: 'admin' })
    expect((await transfer(ana, ana)).error.code).toBe('FORBIDDEN')
    expect((await emailTo(world, ben.email, /You now own/)).text).toContain("You're one of its admins")
    const acts = (await ben.call(listAudit, { query: { limit: 3 } })).body.items
    expect(acts.map(({ action }) => action)[0]).toBe('user.terms_accepted')
    expect(acts.slice(1).map(({ action, objectId, diff }) => [action, objectId, diff['role'] ?? diff['ownerId']])).toEqual([
      ['client.owner_changed', ana.user.clientId, [ana.user.id, ben.user.id]],
      ['user.role_changed', ben.user.id, ['user', 'admin']],
    ])
    const { items } = (await ben.call(listEvents, { query: { event: 'user.role_changed' } })).body
    expect(items).toMatchObject([{ actor: ana.email, object: ben.email }])
    expect((await suspend(ben, ana)).status).toBe(200)
  })

  it('needs an active user of the account, and an owner who asks', async () => {
    const [ana, jonah] = [await openAccount(), await openAccount()]
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin' })
    const cho = await joinTeam(world, ana, { name: 'Cho' })
    expect((await transfer(ben, cho)).error.code).toBe('FORBIDDEN')
    expect((await transfer(ana, jonah)).error.code).toBe('NOT_FOUND')
    expect((await transfer(jonah, cho, ana.user.clientId)).error.code).toBe('NOT_FOUND')
    expect((await transfer(ana, ana)).error.code).toBe('ACTION_NOT_ALLOWED')
    await suspend(ana, cho)
    expect((await transfer(ana, cho)).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await ana.call(transferOwnership, { params: { id: ana.user.clientId }, body: { user_id: 'x' } })).status).toBe(400)
  })
})
