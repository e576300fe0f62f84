import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeClient } from '#contract/account-closure.ts'
import { listAudit } from '#contract/audit.ts'
import {
  acceptConnection,
  cancelConnection,
  getConnection,
  getInvitation,
  listConnections,
} from '#contract/connections/connections.ts'
import { listEvents } from '#contract/events/events.ts'
import { newId } from '#server/platform/ids.ts'
import { emailTo, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { sweepInvitations } from './jobs.ts'
import { insertConnection, selectConnection } from './queries.ts'
import { invite, lookAt, openAgency, openCompany, startSyncing, tokenFor } from './testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const day = 86_400_000

/** As if the invitation had been sent so many days ago. */
const ageBy = (days: number, connectionId: string) =>
  world.database.asSystem('test: time passes', async (tx) => {
    const at = new Date(Date.now() - days * day)
    await tx
      .updateTable('connection')
      .set({ sent_at: at, expires_at: new Date(at.getTime() + 14 * day) })
      .where('id', '=', connectionId)
      .execute()
  })

const sweep = () => sweepInvitations({ database: world.database, dispatcher: world.dispatcher, log: pino({ level: 'silent' }) })

const remindersTo = async (email: string): Promise<number> => {
  const response = await fetch(`${world.url}/agencies-api/outbox/letters?limit=20&to=${encodeURIComponent(email)}`)
  const { items } = (await response.json()) as { items: { subject: string }[] }
  return items.filter(({ subject }) => subject.startsWith('Reminder')).length
}

describe('An invitation that nobody answers [PARTNER-02]', () => {
  it('is repeated on day 3 and day 10, each once, and the first link still works', async () => {
    const ana = await openAgency(world)
    const email = 'pinecrest@example.com'
    const { id } = await invite(ana, email)
    const token = await tokenFor(world, email)
    for (const [days, reminders] of [
      [2, 0],
      [3, 1],
      [9, 1],
      [10, 2],
      [13, 2],
    ] as const) {
      await ageBy(days, id)
      await sweep()
      await sweep()
      // The product sweeps as well, and may just be at it.
      const count = await eventually(async () => ((await remindersTo(email)) >= reminders ? remindersTo(email) : undefined))
      expect([days, count]).toEqual([days, reminders])
    }
    expect((await world.call(getInvitation, { params: { token } })).status).toBe(200)
    const second = await tokenFor(world, email, /^Reminder/)
    expect((await world.call(getInvitation, { params: { token: second } })).body.connectionId).toBe(id)
  })

  it('is repeated however many others wait that nobody is reminded of', async () => {
    const eve = await openAgency(world)
    const { id } = await invite(eve, 'first@harbor.example')
    await world.database.asSystem('test: a hundred more of a suspended account', async (tx) => {
      const ref = { clientId: eve.user.clientId, connectionId: id }
      const first = await selectConnection(tx, ref)
      if (!first) throw new Error('There is no invitation')
      const { side, invited_by, partner_name, inviter_user_id, invited_as, expires_at } = first
      const shared = { side, invited_by, partner_name, inviter_user_id, invited_as, expires_at, partner_id: null, message: null }
      for (let count = 1; count <= 100; count += 1) {
        const email = `lead${count}@harbor.example`
        const about = { partner_email: email, partner_email_norm: email, sent_at: new Date(Date.now() - 4 * 86_400_000) }
        await insertConnection(tx, { client_id: eve.user.clientId, id: newId(), ...shared, ...about })
      }
      await sql`update client set status = 'suspended' where client_id = ${eve.user.clientId}`.execute(tx)
    })
    const ana = await openAgency(world)
    const email = 'lake@example.com'
    await ageBy(4, (await invite(ana, email)).id)
    await sweep()
    const count = await eventually(async () => ((await remindersTo(email)) > 0 ? remindersTo(email) : undefined))
    expect(count).toBe(1)
  })

  it('expires after 14 days, for both sides, and its link no longer works [VAL-10]', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    await startSyncing(world, priya)
    const { id } = await invite(ana, priya.email)
    const token = await tokenFor(world, priya.email)
    await ageBy(14, id)
    expect((await world.call(getInvitation, { params: { token } })).status).toBe(410)
    const late = await priya.call(acceptConnection, { params: { id }, body: {} })
    expect([late.status, late.error.detail]).toEqual([410, 'Invitation link is not valid'])
    await sweep()
    for (const user of [ana, priya]) expect(await lookAt(user, id)).toMatchObject({ status: 'canceled', ending: 'expired' })
    await emailTo(world, ana.email, /expired/)
  })
})

const connected = async (): Promise<{ ana: TestUser; priya: TestUser; id: string }> => {
  const [ana, priya] = [await openAgency(world), await openCompany(world)]
  await startSyncing(world, priya)
  const { id } = await invite(ana, priya.email)
  await priya.call(acceptConnection, { params: { id }, body: {} })
  return { ana, priya, id }
}

describe('A connection ends [PARTNER-03]', () => {
  it('when either side cancels it; a stale version is refused and nothing is lost', async () => {
    const { ana, priya, id } = await connected()
    const stale = await ana.call(cancelConnection, { params: { id }, body: { version: 1 } })
    expect(stale.error.code).toBe('STALE_VERSION')
    expect((await lookAt(ana, id)).state).toBe('DRAFT')
    await ana.call(cancelConnection, { params: { id }, body: { reason: 'The project has ended.' } })
    expect(await lookAt(priya, id)).toMatchObject({ status: 'canceled', ending: 'canceled', reason: 'The project has ended.' })
    await emailTo(world, priya.email, /canceled the connection/)
    const { body } = await priya.call(listEvents, { query: {} })
    const canceled = { event: 'connection.canceled', actor: ana.user.client.name }
    expect(body.items).toContainEqual(expect.objectContaining(canceled))
    const { body: audit } = await priya.call(listAudit, { query: { action: 'connection.canceled' } })
    expect(audit.items).toMatchObject([{ action: 'connection.canceled', objectType: 'connection', objectId: id }])
  })

  it('an invitation that is withdrawn tells those who opened its link', async () => {
    const ana = await openAgency(world)
    const email = 'reader@example.com'
    const { id } = await invite(ana, email)
    await world.call(getInvitation, { params: { token: await tokenFor(world, email) } })
    await ana.call(cancelConnection, { params: { id }, body: {} })
    expect((await emailTo(world, email, /withdrew the invitation/)).text).toContain('no longer works')
  })

  it('when one of the accounts is being closed', async () => {
    const { ana, priya, id } = await connected()
    await priya.call(closeClient, { params: { id: priya.user.clientId }, body: { name: priya.user.client.name } })
    const ended = await eventually(async () => {
      const now = await lookAt(ana, id)
      return now.state === 'CANCELED' ? now : undefined
    })
    expect(ended.ending).toBe('partner_closed')
    await emailTo(world, ana.email, /has ended/)
  })

  it('when staff end it with a reason, which both sides read; staff see it in either account', async () => {
    const { ana, priya, id } = await connected()
    const sol = await signUpStaff(world)
    const { body } = await sol.call(listConnections, { query: { client_id: priya.user.clientId } })
    expect(body.items).toMatchObject([{ id, side: 'COMPANY', allowedActions: ['cancel'], message: null }])
    expect(JSON.stringify(body)).not.toContain(priya.email)
    const found = await sol.call(listConnections, { query: { client_id: priya.user.clientId, search: priya.email } })
    expect(found.body.total).toBe(0)
    const cancel = (reason?: string) =>
      sol.call(cancelConnection, { params: { id }, body: { client_id: ana.user.clientId, ...(reason ? { reason } : {}) } })
    expect((await cancel()).error.field).toBe('reason')
    expect((await cancel('Asked by phone')).body).toMatchObject({ state: 'CANCELED', ending: 'ended_by_staff', reason: null })
    for (const user of [ana, priya])
      expect((await user.call(getConnection, { params: { id }, query: {} })).body.reason).toBe('Asked by phone')
  })
})
