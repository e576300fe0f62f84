import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { getClient, revealOwner } from '#contract/clients.ts'
import { createClient } from '#contract/signup/sign-up.ts'
import { changeClientStatus } from '#contract/account-closure.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listEmails } from '#contract/outbox.ts'
import { newId } from '#server/platform/ids.ts'
import { changeClient, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { recordEvents } from '../events/service.ts'
import { lockClientRow } from './status/service.ts'

let world: World
let maya: TestUser
let jonah: TestUser
let steward: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  maya = await world.signUp({ company: 'Harbor Light' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah', lastname: 'Pratt' })
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

/** The emails to a user, the newest first, as soon as one with this subject is among them. */
const emailsTo = ({ email }: TestUser, subject: string) =>
  eventually(async () => {
    const { items } = (await world.call(listEmails, { query: { to: email, limit: 100 } })).body
    return items.some((email) => email.subject === subject) ? items : undefined
  })

const auditOf = async (user: TestUser, action: string) => (await user.call(listAudit, { query: { action } })).body.items

describe('The owner of an account', () => {
  const reveal = (user: TestUser, id: string, reason = 'The owner called about an invoice') =>
    user.call(revealOwner, { params: { id }, body: { reason } })

  it('is revealed to staff with a reason, which the owner and the audit log get [ADMIN-04]', async () => {
    const { status, body } = await reveal(steward, maya.user.clientId)
    expect([status, body]).toEqual([200, { name: 'Maya', lastname: 'Ellison', email: maya.email }])
    const [entry] = await auditOf(maya, 'staff.revealed')
    expect(entry).toMatchObject({ actorKind: 'staff', objectId: maya.user.id, reason: 'The owner called about an invoice' })
    const [email] = await emailsTo(maya, 'Our staff viewed personal data in your account')
    expect(email?.text).toMatch(/Tributary staff user .*Harbor Light/)
    expect(email?.text).toContain('Reason: The owner called about an invoice')
    expect(email?.text).toMatch(/When: \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC/)
    expect(email?.text).not.toMatch(/Sol|Steward/)
    const { items } = (await maya.call(listNotifications)).body
    expect(items.map(({ kind, data }) => [kind, data.reason])).toEqual([['staff.looked', 'The owner called about an invoice']])
  })

  it('is masked again in the next call', async () => {
    expect((await steward.call(getClient, { params: { id: maya.user.clientId } })).body.isMasked).toBe(true)
  })

  it('is notified of each reveal', async () => {
    await reveal(steward, jonah.user.clientId, 'First question')
    await reveal(steward, jonah.user.clientId, 'Second question')
    expect((await jonah.call(listNotifications)).body.total).toBe(2)
  })

  it.each(['', 'why', '    x   '])('is not revealed for the reason %j [VAL-13]', async (reason) => {
    const { error } = await reveal(steward, maya.user.clientId, reason)
    expect([error.code, error.field]).toEqual(['VALIDATION_FAILED', 'reason'])
  })

  it('is not revealed for an unknown account, or one without an owner', async () => {
    const ghost = await world.signUp({ company: 'Nobodys Ltd' })
    await changeClient(world, ghost, { owner_user_id: null })
    for (const id of [newId(), ghost.user.clientId]) expect((await reveal(steward, id)).error.code).toBe('NOT_FOUND')
  })

  it('is not revealed to the admin of an account, not even their own [SHELL-05]', async () => {
    for (const id of [maya.user.clientId, jonah.user.clientId]) expect((await reveal(maya, id)).error.code).toBe('FORBIDDEN')
  })
})

describe('The status of an account', () => {
  const change = (user: TestUser, id: string, status: string, reason = 'Invoices unpaid since May') =>
    user.call(changeClientStatus, { params: { id }, query: { status: status as never }, body: { reason } })
  const knock = (user: TestUser) => user.call(getClient, { params: { id: user.user.clientId } })
  const untilStatus = (user: TestUser, expected: number) =>
    eventually(async () => {
      const answer = await knock(user)
      return answer.status === expected ? answer : undefined
    })

  it('is set to suspended by staff: all users are stopped immediately and see the reason, the owner gets an email [ADMIN-01] [API-06]', async () => {
    const ana = await world.signUp({ company: 'Unpaid Ltd', name: 'Ana' })
    const { status, body } = await change(steward, ana.user.clientId, 'suspended')
    expect([status, body.awaitsSecondPerson]).toEqual([200, false])
    expect(body.client).toMatchObject({ status: 'suspended', statusReason: 'Invoices unpaid since May' })
    const { error } = await untilStatus(ana, 423)
    expect(error).toMatchObject({ code: 'CLIENT_SUSPENDED', detail: expect.stringContaining('Invoices unpaid since May') })
    const emails = (await emailsTo(ana, 'Unpaid Ltd is suspended')).filter(({ subject }) => subject.includes('Unpaid Ltd'))
    expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining('Reason: Invoices unpaid since May')])
  })

  it('is restored with all its data, and all of it is recorded [ADMIN-01] [ADMIN-04]', async () => {
    const ana = await world.signUp({ company: 'Restored Ltd', name: 'Ana' })
    await change(steward, ana.user.clientId, 'suspended')
    await untilStatus(ana, 423)
    await change(steward, ana.user.clientId, 'active', 'Paid in full')
    await untilStatus(ana, 200)
    expect((await emailsTo(ana, 'Restored Ltd is restored'))[0]?.text).toContain('Reason: Paid in full')
    const entries = await auditOf(ana, 'client.status_changed')
    expect(entries.map(({ diff, reason }) => [diff['status'], reason])).toEqual([
      [['suspended', 'active'], 'Paid in full'],
      [['active', 'suspended'], 'Invoices unpaid since May'],
    ])
    const events = (await ana.call(listEvents)).body.items.filter(({ event }) => event === 'client.status_changed')
    expect(events.map(({ object, origin, actor }) => [object, origin, actor])).toEqual([
      ['active', 'staff', 'Tributary staff'],
      ['suspended', 'staff', 'Tributary staff'],
    ])
    const notifications = (await ana.call(listNotifications)).body.items
    expect(notifications.map(({ kind, data }) => [kind, data.status])).toEqual([
      ['client.status_changed', 'active'],
      ['client.status_changed', 'suspended'],
    ])
  })

  it('is pending again when it is restored before its owner signed in', async () => {
    const owner = { name: 'Ana', lastname: 'Whitfield', email: 'ana@waiting.example.com' }
    const { id } = (await steward.call(createClient, { body: { name: 'Waiting Ltd', isAgency: false, owner } })).body
    expect((await change(steward, id, 'suspended')).body.client.status).toBe('suspended')
    expect((await change(steward, id, 'active')).body.client.status).toBe('pending')
  })

  it('can change while rows are added to the account', async () => {
    const { clientId } = maya.user
    await world.database.asSystem('test: hold it', async (tx) => {
      await lockClientRow(tx, clientId)
      await world.database.asSystem('test: add to it', (other) =>
        recordEvents(other, clientId, [{ event: 'client.updated', origin: 'user', object: 'meanwhile' }]),
      )
    })
    const { items } = (await maya.call(listEvents)).body
    expect(items.map(({ object }) => object)).toContain('meanwhile')
  })

  it('cannot change to itself, or after the account was closed', async () => {
    const ana = await world.signUp({ company: 'Stubborn Ltd', name: 'Ana' })
    const codes = [(await change(steward, ana.user.clientId, 'active')).error.code]
    await changeClient(world, ana, { status: 'closed' })
    for (const status of ['active', 'suspended', 'closing'])
      codes.push((await change(steward, ana.user.clientId, status)).error.code)
    expect(codes).toEqual(codes.map(() => 'ACTION_NOT_ALLOWED'))
  })

  it('of our own account cannot be changed', async () => {
    for (const status of ['suspended', 'closing']) {
      const { error } = await change(steward, steward.user.clientId, status)
      expect(error).toMatchObject({ code: 'ACTION_NOT_ALLOWED', detail: "Our own account can't be suspended or closed." })
    }
  })

  it.each([
    ['suspended', ''],
    ['suspended', 'why'],
    ['closed', 'A good reason'],
    ['pending', 'A good reason'],
  ])('is not changed to %s for the reason %j [VAL-13]', async (status, reason) => {
    expect((await change(steward, jonah.user.clientId, status, reason)).status).toBe(400)
  })

  it('of an unknown account cannot be changed', async () => {
    for (const status of ['active', 'suspended', 'closing'])
      expect((await change(steward, newId(), status)).error.code).toBe('NOT_FOUND')
  })

  it("cannot be changed by the account's own admin [SHELL-05]", async () => {
    for (const id of [maya.user.clientId, jonah.user.clientId])
      expect((await change(maya, id, 'suspended')).error.code).toBe('FORBIDDEN')
  })
})
