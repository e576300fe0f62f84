import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getClient } from '#contract/clients.ts'
import { changeClientStatus, closeClient, previewClosure, reopenClient } from '#contract/account-closure.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listEmails } from '#contract/outbox.ts'
import { newId } from '#server/platform/ids.ts'
import { changeClient, changeUser, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let steward: TestUser
let second: TestUser
beforeAll(async () => {
  world = await startWorld()
  steward = await signUpStaff(world)
  second = await signUpStaff(world, 'Tributary Support')
})
afterAll(() => world.close())

const day = 86_400_000
const close = (user: TestUser, name: string, id = user.user.clientId) =>
  user.call(closeClient, { params: { id }, body: { name } })
const preview = (user: TestUser, id = user.user.clientId) => user.call(previewClosure, { params: { id } })
const reopen = (user: TestUser, id = user.user.clientId) => user.call(reopenClient, { params: { id } })
const statusOf = async (user: TestUser) => (await user.call(getClient, { params: { id: user.user.clientId } })).body

const emailTo = (email: string, subject: RegExp) =>
  eventually(async () => {
    const { items } = (await world.call(listEmails, { query: { to: email, limit: 100 } })).body
    return items.find((email) => subject.test(email.subject))
  })

/** Adds a second admin to the account. */
const addAdmin = async ({ user }: TestUser, email: string): Promise<void> => {
  const ref = { client_id: user.clientId, id: newId() }
  await world.database.asSystem('test: a second admin', async (tx) => {
    const user = { email, email_norm: email, name: 'Ines', lastname: 'Okafor', role: 'admin', status: 'ACTIVE' }
    await tx
      .insertInto('app_user')
      .values({ ...ref, ...user })
      .execute()
  })
}

describe('The owner closes the account', () => {
  it('after a preview with the numbers of what will be deleted', async () => {
    const maya = await world.signUp({ company: 'Counted Ltd' })
    const { status, body } = await preview(maya)
    expect([status, body.client.name]).toEqual([200, 'Counted Ltd'])
    expect(body.removes).toMatchObject({ users: 1, stages: 7, integrations: 0, notifications: 0, contacts: 0, opportunities: 0 })
    expect(body.removes['events']).toBeGreaterThan(0)
    expect(Object.keys(body.removes).filter((word) => /audit|client|registry|live|key|secret|sync/.test(word))).toEqual([])
    expect(Date.parse(body.closesAt) - Date.now()).toBeGreaterThan(29 * day)
    expect((await statusOf(maya)).status).toBe('active')
  })

  it.each(['', 'harbor light', 'Harbor', 'Harbor Light Ltd'])('not by typing %j [VAL-13]', async (name) => {
    const maya = await world.signUp({ company: 'Harbor Light' })
    const { status, error } = await close(maya, name)
    expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', 'name'])
    expect(error.detail).toContain((await statusOf(maya)).name)
  })

  it('by typing its name: 30 days are left, all users can still work, and all admins are notified [ADMIN-04]', async () => {
    const maya = await world.signUp({ company: 'Closing Ltd' })
    await addAdmin(maya, 'ines@closing.example.com')
    const { status, body } = await close(maya, ' Closing Ltd ')
    expect([status, body.status]).toEqual([200, 'closing'])
    expect(Math.round((Date.parse(body.closesAt ?? '') - Date.now()) / day)).toBe(30)
    expect((await statusOf(maya)).status).toBe('closing')
    for (const to of [maya.email, 'ines@closing.example.com']) {
      const email = await emailTo(to, /^Closing Ltd will be closed on \w+ \d+, \d{4}$/)
      expect(email.text).toContain('the owner of the account can cancel the closure')
    }
    const events = (await maya.call(listEvents)).body.items
    expect(events[0]).toMatchObject({ event: 'client.closing', origin: 'user', actor: maya.email })
    const [entry] = (await maya.call(listAudit, { query: { action: 'client.closing' } })).body.items
    expect(entry).toMatchObject({ actorId: maya.user.id, diff: { status: ['active', 'closing'] } })
    expect((await maya.call(listNotifications)).body.total).toBe(0)
  })

  it('and cancels the closure: everything is as before [ADMIN-04]', async () => {
    const maya = await world.signUp({ company: 'Undecided Ltd' })
    await close(maya, 'Undecided Ltd')
    const { status, body } = await reopen(maya)
    expect([status, body.status, body.closesAt]).toEqual([200, 'active', null])
    await emailTo(maya.email, /^Undecided Ltd stays open$/)
    expect((await maya.call(listEvents)).body.items[0]?.event).toBe('client.reopened')
    const [entry] = (await maya.call(listAudit, { query: { action: 'client.reopened' } })).body.items
    expect(entry?.diff['status']).toEqual(['closing', 'active'])
  })

  it('not twice, and cannot cancel a closure that was not started', async () => {
    const maya = await world.signUp({ company: 'Twice Ltd' })
    expect((await reopen(maya)).error.code).toBe('ACTION_NOT_ALLOWED')
    await close(maya, 'Twice Ltd')
    expect((await close(maya, 'Twice Ltd')).error).toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      detail: 'The account is closing.',
    })
  })

  it('which an admin who is not the owner cannot do [SHELL-05]', async () => {
    const ana = await world.signUp({ company: 'Admins Ltd' })
    await changeClient(world, ana, { owner_user_id: null })
    const forbidden = async () => {
      const codes = [await preview(ana), await close(ana, 'Admins Ltd'), await reopen(ana)].map(({ error }) => error.code)
      return codes.every((code) => code === 'FORBIDDEN') ? codes : undefined
    }
    expect(await eventually(forbidden)).toHaveLength(3)
  })

  it('but not another account, which is not found [USER-01]', async () => {
    const [maya, jonah] = [await world.signUp({ company: 'Own Ltd' }), await world.signUp({ company: 'Foreign Ltd' })]
    for (const id of [jonah.user.clientId, newId()]) {
      const answers = [await preview(maya, id), await close(maya, 'Foreign Ltd', id), await reopen(maya, id)]
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [404, 'NOT_FOUND']))
    }
    expect((await statusOf(jonah)).status).toBe('active')
  })
})

describe('Staff close an account', () => {
  const ask = (caller: TestUser, { user }: TestUser, status: 'closing' | 'active' = 'closing', reason = 'Asked for by letter') =>
    caller.call(changeClientStatus, { params: { id: user.clientId }, query: { status }, body: { reason } })

  it('only when a second staff user approves; the same user again does not count [ADMIN-01] [ADMIN-04]', async () => {
    const maya = await world.signUp({ company: 'Two Keys Ltd' })
    for (const { body } of [await ask(steward, maya), await ask(steward, maya)])
      expect([body.awaitsSecondPerson, body.client.status]).toEqual([true, 'active'])
    expect((await statusOf(maya)).status).toBe('active')
    const { body } = await ask(second, maya, 'closing', 'Letter checked')
    expect([body.awaitsSecondPerson, body.client.status, body.client.statusReason]).toEqual([false, 'closing', 'Letter checked'])
    expect((await emailTo(maya.email, /will be closed/)).text).toContain('Reason: Letter checked')
    const query = { client_id: maya.user.clientId, action: 'client.' }
    const entries = (await steward.call(listAudit, { query: { ...query, limit: 2 } })).body.items
    expect(entries.map(({ action, actorId, reason }) => [action, actorId, reason])).toEqual([
      ['client.closing', second.user.id, 'Letter checked'],
      ['client.closing_requested', steward.user.id, 'Asked for by letter'],
    ])
    const { items } = (await maya.call(listNotifications)).body
    expect(items.map(({ kind, data }) => [kind, data.status, data.actor])).toEqual([
      ['client.status_changed', 'closing', 'Tributary staff'],
    ])
  })

  it('also when both ask at the same moment [ADMIN-01]', async () => {
    const maya = await world.signUp({ company: 'Same Moment Ltd' })
    const answers = await Promise.all([ask(steward, maya), ask(second, maya)])
    expect(answers.filter(({ body }) => body.awaitsSecondPerson)).toHaveLength(1)
    expect((await statusOf(maya)).status).toBe('closing')
  })

  it('on the same day: a request expires after a day [ADMIN-01]', async () => {
    const maya = await world.signUp({ company: 'Slow Ltd' })
    await ask(steward, maya)
    await world.database.asSystem('test: a day goes by', (tx) =>
      tx
        .updateTable('staff_request')
        .set({ created_at: new Date(Date.now() - day - 1000) })
        .where('client_id', '=', maya.user.clientId)
        .execute(),
    )
    expect((await ask(second, maya)).body.awaitsSecondPerson).toBe(true)
    expect((await ask(steward, maya)).body.awaitsSecondPerson).toBe(false)
  })

  it('and one of them cancels it, with a reason [ADMIN-01] [ADMIN-04]', async () => {
    const maya = await world.signUp({ company: 'Regretted Ltd' })
    await ask(steward, maya)
    await ask(second, maya)
    const { body } = await ask(steward, maya, 'active', 'It was another account')
    expect([body.client.status, body.client.closesAt]).toEqual(['active', null])
    const [entry] = (await maya.call(listAudit, { query: { action: 'client.reopened' } })).body.items
    expect(entry).toMatchObject({ actorKind: 'staff', reason: 'It was another account' })
  })

  it('and never cancel a closure by the owner without a reason [ADMIN-04]', async () => {
    const maya = await world.signUp({ company: 'Silent Ltd' })
    await close(maya, 'Silent Ltd')
    const { status, error } = await reopen(steward, maya.user.clientId)
    expect([status, error.code, error.detail]).toEqual([409, 'ACTION_NOT_ALLOWED', expect.stringMatching(/give a reason/i)])
    expect((await statusOf(maya)).status).toBe('closing')
  })

  it.each([{ role: 'admin' }, { status: 'SUSPENDED' }, { status: 'DELETED' }] as const)(
    'not with the request of a user who is no longer staff: %j [ADMIN-01]',
    async (change) => {
      const maya = await world.signUp({ company: 'Former Ltd' })
      expect((await ask(second, maya)).body.awaitsSecondPerson).toBe(true)
      await changeUser(world, second, change)
      expect((await steward.call(getClient, { params: { id: maya.user.clientId } })).body.closingAskedAt).toBeNull()
      expect((await ask(steward, maya)).body.awaitsSecondPerson).toBe(true)
      await changeUser(world, second, { role: 'super_admin', status: 'ACTIVE' })
      await eventually(async () => ((await ask(second, maya)).status === 200 ? true : undefined))
      expect((await statusOf(maya)).status).toBe('closing')
    },
  )

  it('not with a request from before the account changed [ADMIN-01]', async () => {
    const maya = await world.signUp({ company: 'Changed Ltd' })
    await ask(steward, maya)
    await close(maya, 'Changed Ltd')
    await reopen(maya)
    expect((await ask(second, maya)).body.awaitsSecondPerson).toBe(true)
    expect((await statusOf(maya)).status).toBe('active')
  })

  it('and not by typing its name, which is for its owner', async () => {
    const maya = await world.signUp({ company: 'By Name Ltd' })
    expect((await preview(steward, maya.user.clientId)).body.removes['users']).toBe(1)
    expect((await close(steward, 'By Name Ltd', maya.user.clientId)).error.code).toBe('ACTION_NOT_ALLOWED')
  })

  it('but not their own account', async () => {
    expect((await close(steward, 'Tributary')).error.code).toBe('ACTION_NOT_ALLOWED')
  })
})
