import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { transferOwnership } from '#contract/users/ownership.ts'
import { changeClientStatus, closeClient } from '#contract/account-closure.ts'
import { updateClient } from '#contract/clients.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { createUser, inviteUsers } from '#contract/users/invitations.ts'
import { changeUserStatus, deleteUser, listUsers, resetUserPassword } from '#contract/users/users.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { changeUser, joinTeam, signUpStaff, takeUpInvitation } from '#server/testing/users.ts'
import { whileWaiting } from '#server/testing/waiting.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { inviteUser } from './invitations/service.ts'

let world: World
let ana: TestUser
let ben: TestUser
let cho: TestUser
let sol: TestUser
beforeAll(async () => {
  world = await startWorld()
  sol = await signUpStaff(world)
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  ben = await joinTeam(world, ana, { name: 'Ben', role: 'account_admin' })
  cho = await joinTeam(world, ana, { name: 'Cho' })
})
afterAll(() => world.close())

const become =
  ({ user }: TestUser, change: { role?: string; status?: string }) =>
  (tx: Tx) =>
    tx.updateTable('app_user').set(change).where('client_id', '=', user.clientId).where('id', '=', user.id).execute()

const guest = { name: 'Eve', lastname: 'Late', email: 'eve@example.com', role: 'admin' } as const

const acts: [string, (by: TestUser) => Promise<{ status: number; error: { code: string } }>][] = [
  ['invites an admin', (by) => by.call(createUser, { body: { ...guest, client_id: ana.user.clientId } })],
  ['invites many', (by) => by.call(inviteUsers, { body: { emails: [guest.email], role: 'admin' } })],
  ['suspends', (by) => by.call(changeUserStatus, { params: { id: cho.user.id }, body: { status: 'SUSPENDED' } })],
  ['removes', (by) => by.call(deleteUser, { params: { id: cho.user.id }, query: {} })],
  ['resets a password', (by) => by.call(resetUserPassword, { params: { id: cho.user.id }, query: {} })],
  [
    'hands the account on',
    (by) => by.call(transferOwnership, { params: { id: ana.user.clientId }, body: { user_id: cho.user.id } }),
  ],
  ['renames it', (by) => by.call(updateClient, { params: { id: ana.user.clientId }, body: { name: 'Renamed too late' } })],
  ['closes it', (by) => by.call(closeClient, { params: { id: ana.user.clientId }, body: { name: 'Northlight' } })],
]

describe('A user who loses their rights while their request waits [USER-02] [SHELL-05]', () => {
  it.each(acts)('%s no more, whether demoted, suspended or removed', async (_what, act) => {
    const codes: string[] = []
    for (const change of [{ role: 'user' }, { status: 'SUSPENDED' }, { status: 'DELETED' }]) {
      const call = () => act(ben)
      codes.push((await whileWaiting(world, { clientId: ana.user.clientId, call }, become(ben, change))).error.code)
      await changeUser(world, ben, { role: 'account_admin', status: 'ACTIVE' })
    }
    expect(codes).toEqual(['FORBIDDEN', 'USER_SUSPENDED', 'UNAUTHENTICATED'])
    const { items } = (await ana.call(listUsers, { query: { size: 100 } })).body
    expect(items.map(({ name, status }) => [name, status])).toEqual([
      ['Cho', 'ACTIVE'],
      ['Ben', 'ACTIVE'],
      ['Ana', 'ACTIVE'],
    ])
  })

  it('is not found in other accounts once they are no longer staff', async () => {
    const lou = await joinTeam(world, sol, { name: 'Lou', role: 'super_admin' })
    const suspendAccount = () =>
      lou.call(changeClientStatus, {
        params: { id: ana.user.clientId },
        query: { status: 'suspended' },
        body: { reason: 'Invoices unpaid' },
      })
    const invite = () => lou.call(createUser, { body: { ...guest, client_id: ana.user.clientId } })
    for (const call of [suspendAccount, invite]) {
      const ref = { clientId: ana.user.clientId, call: async (): Promise<{ status: number }> => call() }
      expect((await whileWaiting(world, ref, become(lou, { role: 'admin' }))).status).toBe(404)
      await changeUser(world, lou, { role: 'super_admin' })
    }
    expect((await ana.call(listUsers)).body.total).toBe(3)
  })
})

describe('A user who signs in', () => {
  it('waits for acts on users of the account, and no call fails', async () => {
    const email = 'dee@northlight.example.com'
    const { clientId } = ana.user
    await inviteUser(world.database, world.dispatcher, { clientId, email, name: 'Dee', lastname: 'Marsh', role: 'user' })
    const token = await takeUpInvitation(world, email, await world.codeFor(email))
    await world.database.asSystem('test: an account that waits for her', async (tx) => {
      const dee = tx.selectFrom('app_user').select('id').where('client_id', '=', clientId).where('email_norm', '=', email)
      const { id } = await dee.executeTakeFirstOrThrow()
      await tx.updateTable('client').set({ status: 'pending', owner_user_id: id }).where('client_id', '=', clientId).execute()
    })
    const call = () => world.call(getUserByEmail, { query: { email } }, { authorization: `Bearer ${token}` })
    const answer = await whileWaiting(world, { clientId, call }, (tx) =>
      tx.updateTable('app_user').set({ lastname: 'Holt' }).where('client_id', '=', clientId).where('email', '=', email).execute(),
    )
    expect([answer.status, answer.body.lastname, answer.body.client.status]).toEqual([200, 'Holt', 'active'])
  })
})

describe('a guest who waits for an approval, and whom another account invites', () => {
  const hold = async (email: string): Promise<string> => {
    const body = { ...guest, role: 'user' as const, email, client_id: ana.user.clientId, reason: 'The owner asked for it' }
    const { status, body: held } = await sol.call(createUser, { body })
    expect([status, held.awaitsSecondPerson]).toEqual([201, true])
    return held.id
  }
  const inviteBy = (by: TestUser, email: string) => by.call(createUser, { body: { ...guest, role: 'user', email } })
  const rowOf = (id: string) => (tx: Tx) =>
    tx.selectFrom('app_user').select(['status', 'email']).where('client_id', '=', ana.user.clientId).where('id', '=', id)

  it('makes room, and the audit log of the account says so without naming the other one', async () => {
    const jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
    const id = await hold('ida@example.com')
    expect((await inviteBy(jonah, 'ida@example.com')).status).toBe(201)
    const { items } = (await ana.call(listAudit, { query: { object_type: 'user', object_id: id } })).body
    expect(items[0]).toMatchObject({ action: 'user.forgotten', actorKind: 'system', actorId: null })
    const left = await world.database.asSystem('test: what is left', (tx) => rowOf(id)(tx).executeTakeFirst())
    expect(left).toEqual({ status: 'DELETED', email: '' })
  })

  it('stays when their invitation was approved meanwhile', async () => {
    const dora = await world.signUp({ company: 'Dora Ltd', name: 'Dora' })
    const id = await hold('ola@example.com')
    const { clientId } = ana.user
    const call = () => inviteBy(dora, 'ola@example.com')
    const { error } = await whileWaiting(world, { clientId, call, hold: (tx) => rowOf(id)(tx).forUpdate().execute() }, (tx) =>
      tx.updateTable('app_user').set({ invited_at: new Date() }).where('client_id', '=', clientId).where('id', '=', id).execute(),
    )
    expect(error.code).toBe('USER_EXISTS')
    const left = await world.database.asSystem('test: what is left', (tx) => rowOf(id)(tx).executeTakeFirst())
    expect(left).toEqual({ status: 'INVITED', email: 'ola@example.com' })
  })

  it('is not brought back by an admin who suspends them while they are discarded', async () => {
    const id = await hold('una@example.com')
    const { clientId } = ana.user
    const call = () => ana.call(changeUserStatus, { params: { id }, body: { status: 'SUSPENDED' } })
    const { error } = await whileWaiting(world, { clientId, call, hold: (tx) => rowOf(id)(tx).forUpdate().execute() }, (tx) =>
      tx.updateTable('app_user').set({ status: 'DELETED' }).where('client_id', '=', clientId).where('id', '=', id).execute(),
    )
    expect(error.code).toBe('NOT_FOUND')
  })
})
