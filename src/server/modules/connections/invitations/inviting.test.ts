import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  acceptConnection,
  cancelConnection,
  createConnection,
  getConnection,
  getInvitation,
  listConnections,
  rejectConnection,
  removeConnection,
  resendConnection,
} from '#contract/connections/connections.ts'
import { listNotifications } from '#contract/notifications.ts'
import { emailTo, joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { sweepInvitations } from '../jobs.ts'
import { invite, lookAt, openAgency, openCompany, startSyncing, tokenFor } from '../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const accept = (user: TestUser, id: string, body: { token?: string; version?: number } = {}) =>
  user.call(acceptConnection, { params: { id }, body })

describe('An agency invites a company that has an account [PARTNER-02] [PARTNER-03]', () => {
  it('the company has the invitation in its list, accepts it once it syncs, and both sides see it', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const sent = await invite(ana, priya.email, { message: 'Hello Priya' })
    expect(sent).toMatchObject({
      state: 'INVITED',
      status: 'invite sent',
      partnerId: null,
      name: 'Brightsmile Dental',
      inviter: 'Ana Whitfield',
    })
    const received = await lookAt(priya, sent.id)
    expect(received).toMatchObject({ status: 'invite received', name: ana.user.client.name, message: 'Hello Priya' })
    expect(received.allowedActions).toEqual(['view', 'accept', 'reject'])
    const hana = await joinTeam(world, priya, { name: 'Hana', role: 'admin' })
    expect((await lookAt(hana, sent.id)).allowedActions).toEqual(['view', 'reject'])
    expect((await accept(hana, sent.id)).error.code).toBe('INVITEE_MISMATCH')

    const early = await accept(priya, sent.id)
    expect([early.status, early.error.detail]).toEqual([409, 'You should sync first to accept partner'])
    await startSyncing(world, priya)
    const { body } = await accept(priya, sent.id)
    expect(body).toMatchObject({ state: 'DRAFT', partnerId: ana.user.clientId, businessId: priya.user.clientId })
    expect(await lookAt(ana, sent.id)).toMatchObject({
      state: 'DRAFT',
      name: priya.user.client.name,
      partnerId: priya.user.clientId,
    })
    await emailTo(world, ana.email, /accepted your invitation/)
    const { body: told } = await ana.call(listNotifications, { query: {} })
    expect(told.items[0]).toMatchObject({ kind: 'connection.accepted', data: { name: priya.user.client.name } })

    const again = await accept(priya, sent.id)
    expect([again.status, again.error.code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(again.error.detail).toContain('You can: cancel')
  })

  it('two who accept and cancel at the same moment: one of them wins, and both sides agree', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    await startSyncing(world, priya)
    const { id } = await invite(ana, priya.email)
    const both = await Promise.all([accept(priya, id), ana.call(cancelConnection, { params: { id }, body: { version: 1 } })])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await lookAt(ana, id)).state).toBe((await lookAt(priya, id)).state)
  })

  it('the company declines with a reason; both remove it from their lists by themselves', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const { id } = await invite(ana, priya.email)
    await priya.call(rejectConnection, { params: { id }, body: { reason: 'We work with another agency.' } })
    expect(await lookAt(ana, id)).toMatchObject({
      status: 'canceled',
      ending: 'rejected',
      reason: 'We work with another agency.',
      partnerId: null,
      allowedActions: ['view', 'remove', 'invite_again'],
    })
    await emailTo(world, ana.email, /declined/)
    expect((await ana.call(removeConnection, { params: { id } })).status).toBe(200)
    const totals = await Promise.all(
      [ana, priya].map(async (user) => (await user.call(listConnections, { query: {} })).body.total),
    )
    expect(totals).toEqual([0, 1])
  })

  it('any admin of the company declines it, also if it was sent to a user who cannot', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const uma = await joinTeam(world, priya, { name: 'Uma' })
    const { id } = await invite(ana, uma.email)
    const decline = (user: TestUser) => user.call(rejectConnection, { params: { id }, body: { reason: 'We know nobody there.' } })
    expect((await lookAt(uma, id)).allowedActions).toEqual(['view'])
    expect((await decline(uma)).status).toBe(403)
    expect((await lookAt(priya, id)).allowedActions).toEqual(['view', 'reject'])
    expect((await decline(priya)).body).toMatchObject({ status: 'canceled', ending: 'rejected' })
    expect((await lookAt(ana, id)).reason).toBe('We know nobody there.')
  })

  it('an invitation is not doubled, and a user of the own account is not invited', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    await invite(ana, priya.email)
    const twice = await ana.call(createConnection, { body: { name: 'Again', partnerEmail: priya.email.toUpperCase() } })
    expect([twice.status, twice.error.code, twice.error.field]).toEqual([409, 'CONNECTION_EXISTS', 'partnerEmail'])
    const back = await priya.call(createConnection, { body: { name: 'Northlight', partnerEmail: ana.email } })
    expect([back.status, back.error.code]).toEqual([409, 'CONNECTION_EXISTS'])
    const self = await ana.call(createConnection, { body: { name: 'Me', partnerEmail: ana.email } })
    expect([self.status, self.error.field]).toEqual([400, 'partnerEmail'])
    const both = await Promise.all(
      [1, 2].map(() => ana.call(createConnection, { body: { name: 'New', partnerEmail: 'new.one@example.com' } })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})

describe('The list of connections [PARTNER-02]', () => {
  it('begins with what waits for the reader, ends with what has ended, and is counted whatever is searched', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    await startSyncing(world, priya)
    const received = await invite(priya, ana.email)
    const open = await invite(ana, 'owner.of.cedar.list@example.com')
    const ended = await invite(ana, 'owner.of.helio.list@example.com')
    await ana.call(cancelConnection, { params: { id: ended.id }, body: {} })
    const list = async (query: { search?: string } = {}) => (await ana.call(listConnections, { query })).body
    expect((await list()).items.map(({ id }) => id)).toEqual([received.id, open.id, ended.id])
    const found = await list({ search: 'owner.of.helio' })
    expect([found.total, found.counts]).toEqual([1, { sharing: 0, waiting: 2, ended: 1 }])
  })
})

describe('The link of an invitation [VAL-10] [PARTNER-05]', () => {
  it('shows who invites, binds the account of the invited address, and works once', async () => {
    const ana = await openAgency(world)
    const email = 'owner.of.cedar@example.com'
    const { id } = await invite(ana, email)
    const token = await tokenFor(world, email)
    const { body: shown } = await world.call(getInvitation, { params: { token } })
    expect(shown).toMatchObject({ connectionId: id, inviterName: ana.user.client.name, inviterType: 'AGENCY' })

    const stranger = await openCompany(world)
    await startSyncing(world, stranger)
    const refused = await accept(stranger, id, { token })
    expect([refused.status, refused.error.detail]).toEqual([403, "Invitee email doesn't match with yours"])
    expect((await accept(stranger, id)).status).toBe(404)

    const invited = await openCompany(world, { email })
    await startSyncing(world, invited)
    expect((await invited.call(getConnection, { params: { id }, query: {} })).status).toBe(404)
    expect((await accept(invited, id, { token })).body).toMatchObject({ state: 'DRAFT', status: 'invite received' })
    const spent = await world.call(getInvitation, { params: { token } })
    expect([spent.status, spent.error.detail]).toEqual([410, 'Invitation link is not valid'])
  })

  it('dies with a new one, which is sent at most every ten minutes and five times', async () => {
    const ana = await openAgency(world)
    const email = 'pine@example.com'
    const { id } = await invite(ana, email)
    const first = await tokenFor(world, email)
    const resend = () => ana.call(resendConnection, { params: { id } })
    expect((await resend()).error.detail).toContain('ten minutes ago')
    const longAgo = new Date(Date.now() - 11 * 60_000)
    const elevenMinutesPass = () =>
      world.database.asSystem('test: time passes', (tx) =>
        tx
          .updateTable('connection')
          .set({ sent_at: longAgo })
          .where('client_id', '=', ana.user.clientId)
          .where('id', '=', id)
          .execute(),
      )
    for (let sentCount = 2; sentCount <= 6; sentCount += 1) {
      await elevenMinutesPass()
      expect((await resend()).body).toMatchObject({ sentCount, state: 'INVITED' })
    }
    expect((await world.call(getInvitation, { params: { token: first } })).status).toBe(410)
    await elevenMinutesPass()
    expect((await resend()).error.detail).toContain('resent 5 times')
  })

  it('is not stored: the database has its hash only', async () => {
    const ana = await openAgency(world)
    await invite(ana, 'harbor@example.com')
    const token = await tokenFor(world, 'harbor@example.com')
    const rows = await world.database.asSystem('test: what is stored', (tx) =>
      tx.selectFrom('registry.connection_invitation').selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const odd of ['x', '%', '../..', 'a'.repeat(200)])
      expect((await world.call(getInvitation, { params: { token: odd } })).status).toBe(410)
  })

  it('an agency cannot accept what was meant for a company', async () => {
    const ana = await openAgency(world)
    const email = 'other.agency@example.com'
    const { id } = await invite(ana, email)
    const token = await tokenFor(world, email)
    const ben = await world.signUp({ company: 'Other agency', name: 'Ben', email, agency: true })
    const refused = await accept(ben, id, { token })
    expect([refused.status, refused.error.detail]).toEqual([
      409,
      'An agency invited a company. You are signed in to another type of account.',
    ])
  })
})

describe('A company invites an agency [PARTNER-05]', () => {
  it('the agency accepts without a source of its own; the company needs one to invite', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const early = await priya.call(createConnection, { body: { name: 'Northlight', partnerEmail: ana.email } })
    expect([early.status, early.error.code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(early.error.detail).toBe(
      'Connect a source first, such as your CRM. Then invite your agency to see what you share from it.',
    )
    await startSyncing(world, priya)
    const { id } = await invite(priya, ana.email)
    const { body } = await accept(ana, id)
    expect(body).toMatchObject({ side: 'AGENCY', state: 'DRAFT', status: 'invite received', businessId: priya.user.clientId })
    expect((await lookAt(priya, id)).allowedActions).toEqual(['view', 'cancel', 'save_criteria', 'submit'])
  })
})

describe('Who sees connections [USER-08]', () => {
  it('another account finds none of them, by no call', async () => {
    const [ana, priya, eve] = [await openAgency(world), await openCompany(world), await openAgency(world)]
    const { id } = await invite(ana, priya.email)
    const params = { params: { id } }
    for (const { status } of [
      await eve.call(getConnection, { ...params, query: {} }),
      await eve.call(getConnection, { ...params, query: { client_id: ana.user.clientId } }),
      await eve.call(resendConnection, params),
      await eve.call(cancelConnection, { ...params, body: {} }),
      await eve.call(cancelConnection, { ...params, body: { client_id: ana.user.clientId } }),
      await eve.call(rejectConnection, { ...params, body: {} }),
      await eve.call(removeConnection, params),
    ])
      expect(status).toBe(404)
  })

  it('inviting does not tell whether two addresses belong to one account, and an address is not flooded', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const hana = await joinTeam(world, priya, { name: 'Hana' })
    const first = await invite(ana, priya.email)
    expect(await invite(ana, hana.email)).toMatchObject({ state: 'INVITED', partnerId: null })
    await ana.call(cancelConnection, { params: { id: first.id }, body: {} })
    const soon = await ana.call(createConnection, { body: { name: 'Again', partnerEmail: priya.email } })
    expect([soon.status, soon.error.field]).toEqual([429, 'partnerEmail'])
  })

  it('nor does it tell who else belongs to an account that invites, also not once it is connected', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const [hana, owen] = [await joinTeam(world, priya, { name: 'Hana' }), await joinTeam(world, priya, { name: 'Owen' })]
    await startSyncing(world, priya)
    const { id } = await invite(priya, ana.email)
    expect(await invite(ana, hana.email)).toMatchObject({ state: 'INVITED', partnerId: null })
    await accept(ana, id)
    expect(await invite(ana, owen.email)).toMatchObject({ state: 'INVITED', partnerId: null })
  })

  it('a mailbox gets 20 invitations a day, whoever sends them and whatever follows its plus sign', async () => {
    const [ana, gus] = [await openAgency(world), await openAgency(world)]
    for (const one of [ana, await openAgency(world), await openAgency(world), await openAgency(world)])
      for (let count = 1; count <= 5; count += 1) await invite(one, `boss+${randomUUID()}@harbor.example.com`)
    const { id } = await invite(ana, 'office@harbor.example.com')
    const body = { name: 'Harbor', partnerEmail: 'Boss@harbor.example.com' }
    const refused = await gus.call(createConnection, { body })
    expect([refused.status, refused.error.field]).toEqual([429, 'partnerEmail'])
    expect(refused.error.detail).toContain('up to 20 invitations in 24 hours')
    await sweepInvitations({ ...world, log: pino({ level: 'silent' }) }, new Date(Date.now() + 25 * 3_600_000))
    expect((await gus.call(createConnection, { body })).status).toBe(201)
    expect((await lookAt(ana, id)).state).toBe('INVITED')
  })

  it('one account sends 6 of them, so that it keeps no other account from inviting', async () => {
    const [ana, gus] = [await openAgency(world), await openAgency(world)]
    for (let count = 1; count <= 6; count += 1) await invite(ana, `owner+${count}@lake.example.com`)
    const body = { name: 'Lake', partnerEmail: 'Owner@lake.example.com' }
    const refused = await ana.call(createConnection, { body })
    expect([refused.status, refused.error.field]).toEqual([429, 'partnerEmail'])
    expect(refused.error.detail).toBe('You can send up to 6 invitations to an address in 24 hours. Try again tomorrow.')
    expect((await gus.call(createConnection, { body })).status).toBe(201)
  })

  it('the email says who invites, and whether they are an agency or a company', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    await startSyncing(world, priya)
    await invite(ana, 'river@example.com')
    expect((await emailTo(world, 'river@example.com', /invites you to connect/)).text).toContain(
      `Ana Whitfield of ${ana.user.client.name}, an agency, asks to see which of its work became customers.`,
    )
    await invite(priya, 'brook@example.com')
    expect((await emailTo(world, 'brook@example.com', /invites you to connect/)).text).toContain(
      `Priya Raman of ${priya.user.client.name}, a company, wants to share CRM data with your agency`,
    )
  })

  it('the message of an account is in its emails once one of its invitations was accepted', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const message = 'Call us today about your account'
    const first = await invite(ana, priya.email, { message })
    expect((await emailTo(world, priya.email, /invites you to connect/)).text).not.toContain(message)
    expect((await lookAt(priya, first.id)).message).toBe(message)
    await startSyncing(world, priya)
    await accept(priya, first.id)
    await invite(ana, 'lake@example.com', { message })
    expect((await emailTo(world, 'lake@example.com', /invites you to connect/)).text).toContain(message)
  })

  it('a limited admin neither sees nor changes connections with other companies', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const { id } = await invite(ana, priya.email)
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [] })
    for (const { status } of [
      await ben.call(cancelConnection, { params: { id }, body: {} }),
      await ben.call(resendConnection, { params: { id } }),
      await ben.call(removeConnection, { params: { id } }),
      await ben.call(getConnection, { params: { id }, query: {} }),
    ])
      expect(status).toBe(404)
  })

  it('a user of the agency who sees some companies only, sees their connections only', async () => {
    const [ana, priya, omar] = [await openAgency(world), await openCompany(world), await openCompany(world)]
    const invitations = [await invite(ana, priya.email), await invite(ana, omar.email)]
    await startSyncing(world, priya)
    await accept(priya, invitations[0]?.id ?? '')
    const uma = await joinTeam(world, ana, { name: 'Uma', companies: [priya.user.clientId] })
    const { body } = await uma.call(listConnections, { query: {} })
    expect(body.items.map(({ id }) => id)).toEqual([invitations[0]?.id])
    expect(body.items[0]?.allowedActions).toEqual(['view'])
    expect((await uma.call(getConnection, { params: { id: invitations[1]?.id ?? '' }, query: {} })).status).toBe(404)
  })
})
