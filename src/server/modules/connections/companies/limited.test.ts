import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import {
  acceptConnection,
  cancelConnection,
  getConnection,
  listConnections,
  rejectConnection,
  resendConnection,
} from '#contract/connections/connections.ts'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications, readNotifications } from '#contract/notifications.ts'
import { createUser } from '#contract/users/invitations.ts'
import { getUser, listUsers, updateUser } from '#contract/users/users.ts'
import { newId } from '#server/platform/ids.ts'
import { emailTo, joinTeam } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { invite, openAgency, openCompany, sharePair, startSyncing, tokenFor } from '../testing/pairs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const connectTo = async (ana: TestUser, company: TestUser): Promise<string> => {
  await startSyncing(world, company)
  const { id } = await invite(ana, company.email)
  await company.call(acceptConnection, { params: { id }, body: {} })
  return id
}

const exported = async (user: TestUser, format: string): Promise<string> => {
  const headers = { authorization: `Bearer ${user.token}` }
  return (await fetch(`${world.url}/users-api/audit/export?format=${format}`, { headers })).text()
}

describe('A user who sees some companies only learns of no other one [USER-08]', () => {
  it('by no list: activity, audit log, its export, notifications and emails', async () => {
    const [ana, priya, omar] = [await openAgency(world), await openCompany(world), await openCompany(world)]
    const seen = await connectTo(ana, priya)
    const limited = { companies: [priya.user.clientId] }
    const uma = await joinTeam(world, ana, { name: 'Uma', ...limited })
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', ...limited })
    const hidden = await connectTo(ana, omar)
    const traces = [omar.user.client.name, omar.user.clientId, omar.email, hidden]
    const expectNone = (text: string) => {
      for (const trace of traces) expect(text).not.toContain(trace)
    }

    for (const user of [uma, ben]) {
      const { body } = await user.call(listEvents, { query: { limit: 100 } })
      expect(body.items.filter(({ event }) => event === 'connection.accepted')).toHaveLength(1)
      expect(body.total).toBe(body.items.length)
      expectNone(JSON.stringify(body))
    }
    const { body: audit } = await ben.call(listAudit, { query: { limit: 100 } })
    expect(audit.items.some(({ objectId }) => objectId === seen)).toBe(true)
    expect(audit.total).toBe(audit.items.length)
    expectNone(JSON.stringify(audit))
    const asked = { object_type: 'connection', object_id: hidden }
    expect((await ben.call(listAudit, { query: asked })).body).toEqual({ items: [], total: 0 })
    for (const format of ['csv', 'json']) expectNone(await exported(ben, format))

    const { body: notices } = await ben.call(listNotifications, { query: { size: 100 } })
    expectNone(JSON.stringify(notices))
    expect(notices.unread).toBe(notices.items.filter(({ readAt }) => readAt === null).length)
    expect((await ben.call(readNotifications, { body: {} })).body.unread).toBe(0)
    await emailTo(world, ana.email, new RegExp(`${omar.user.client.name} accepted`))
    const response = await fetch(`${world.url}/agencies-api/outbox/letters?limit=50&to=${encodeURIComponent(ben.email)}`)
    expectNone(await response.text())

    const guest = { name: 'Vic', lastname: 'Moss', email: `vic.${seen}@example.com`, role: 'user' as const }
    for (const companies of ['all' as const, [omar.user.clientId]]) {
      expect((await ben.call(createUser, { body: { ...guest, companies } })).error.field).toBe('companies')
      const widened = await ben.call(updateUser, { params: { id: uma.user.id }, body: { companies } })
      expect(widened.error.field).toBe('companies')
    }
    expect((await ben.call(createUser, { body: { ...guest, ...limited } })).status).toBe(201)

    const all = await ana.call(listEvents, { query: { limit: 100 } })
    expect(JSON.stringify(all.body)).toContain(omar.user.client.name)
  })

  it('an admin among them sees no contact of the sources of the agency itself', async () => {
    const { ana, priya } = await sharePair(world)
    await startSyncing(world, ana)
    const own = await eventually(async () => {
      const { body } = await ana.call(listContacts, { query: {} })
      return body.items.find(({ shared }) => shared === null)
    })
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [priya.user.clientId] })
    const { body } = await ben.call(listContacts, { query: {} })
    expect([body.total, body.items.every(({ shared }) => shared !== null)]).toEqual([2, true])
    const query = { integration_id: own.integration_id ?? '' }
    expect((await ben.call(listContacts, { query })).status).toBe(403)
    expect((await ben.call(getLineage, { params: { id: own.id } })).status).toBe(403)
  })

  it('nor that contacts of other companies were exported', async () => {
    const ana = await openAgency(world)
    const [seen, hidden] = [
      await sharePair(world, { allow_export: true }, ana),
      await sharePair(world, { allow_export: true }, ana),
    ]
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [seen.priya.user.clientId] })
    for (const ids of [seen.id, hidden.id, `${seen.id},${hidden.id}`, '']) {
      const query = ids === '' ? '' : `?connection_id=${ids}`
      const headers = { authorization: `Bearer ${ana.token}` }
      expect((await fetch(`${world.url}/contacts-api/crm/contacts/export${query}`, { headers })).status).toBe(200)
    }
    const listed = async (user: TestUser) => (await user.call(listAudit, { query: { action: 'contacts.exported' } })).body
    const { items, total } = await listed(ben)
    expect([items.map(({ diff }) => diff['connection']?.[1]), total]).toEqual([[null, seen.id], 2])
    expect((await listed(ana)).total).toBe(4)
    for (const format of ['csv', 'json']) expect(await exported(ben, format)).not.toContain(hidden.id)
  })

  it('nor that a contact of another company exists', async () => {
    const ana = await openAgency(world)
    const [seen, hidden] = [await sharePair(world, {}, ana), await sharePair(world, {}, ana)]
    const { body } = await ana.call(listContacts, { query: { connection_id: hidden.id } })
    const uma = await joinTeam(world, ana, { name: 'Uma', companies: [seen.priya.user.clientId] })
    const look = (id: string) => uma.call(getLineage, { params: { id } })
    const [of, none] = [await look(body.items[0]?.id ?? ''), await look(newId())]
    expect([of.status, of.error.detail]).toEqual([404, none.error.detail])
  })

  it('nor which companies others see, and leaves these to them', async () => {
    const [ana, priya, omar] = [await openAgency(world), await openCompany(world), await openCompany(world)]
    for (const company of [priya, omar]) await connectTo(ana, company)
    const [seen, hidden] = [priya.user.clientId, omar.user.clientId]
    const cho = await joinTeam(world, ana, { name: 'Cho', companies: [seen, hidden] })
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [seen] })
    const params = { params: { id: cho.user.id } }
    const { body } = await ben.call(listUsers, { query: {} })
    expect(JSON.stringify(body)).not.toContain(hidden)
    expect((await ben.call(getUser, params)).body.companies).toEqual([seen])
    for (const companies of [[seen], []])
      expect((await ben.call(updateUser, { ...params, body: { companies } })).body.companies).toEqual(companies)
    expect((await ana.call(getUser, params)).body.companies).toEqual([hidden])
  })
})

describe('An admin who sees some companies only [USER-08] [PARTNER-05]', () => {
  const at = (user: TestUser, id: string) => user.call(getConnection, { params: { id }, query: {} })
  const idsOf = async (user: TestUser) => (await user.call(listConnections, { query: {} })).body.items.map(({ id }) => id)
  const limitedAdmin = (ana: TestUser, name = 'Ben') => joinTeam(world, ana, { name, role: 'admin', companies: [] })

  it('accepts an invitation that was sent to them, by its link or from the list, and sees the new company from then on', async () => {
    const ana = await openAgency(world)
    const [ben, cy] = [await limitedAdmin(ana), await limitedAdmin(ana, 'Cy')]
    const [priya, omar] = [await openCompany(world), await openCompany(world)]
    for (const company of [priya, omar]) await startSyncing(world, company)
    const first = await invite(priya, ben.email)
    expect(await idsOf(ben)).toEqual([first.id])
    expect((await at(ben, first.id)).body.allowedActions).toEqual(['view', 'accept', 'reject'])
    expect((await at(cy, first.id)).status).toBe(404)
    expect((await cy.call(acceptConnection, { params: { id: first.id }, body: {} })).status).toBe(404)
    expect((await ben.call(acceptConnection, { params: { id: first.id }, body: {} })).body).toMatchObject({ state: 'DRAFT' })
    await eventually(async () => ((await at(ben, first.id)).status === 200 ? true : undefined))
    expect(await idsOf(ben)).toEqual([first.id])
    expect((await at(cy, first.id)).status).toBe(404)

    const second = await invite(omar, ben.email)
    const token = await tokenFor(world, ben.email)
    const { status } = await ben.call(rejectConnection, { params: { id: second.id }, body: { token } })
    expect(status).toBe(200)
    expect((await at(ana, second.id)).body).toMatchObject({ state: 'CANCELED', ending: 'rejected' })
    const { body: audit } = await ana.call(listAudit, {
      query: { action: 'user.updated', object_type: 'user', object_id: ben.user.id },
    })
    expect(JSON.stringify(audit.items)).toContain(priya.user.clientId)
  })

  it('sees, resends and cancels what they sent, and sees the company once it accepted', async () => {
    const ana = await openAgency(world)
    const [ben, cy] = [await limitedAdmin(ana), await limitedAdmin(ana, 'Cy')]
    const [priya, omar] = [await openCompany(world), await openCompany(world)]
    const canceled = await invite(ben, omar.email)
    expect((await ben.call(resendConnection, { params: { id: canceled.id } })).error.code).toBe('ACTION_NOT_ALLOWED')
    expect((await cy.call(cancelConnection, { params: { id: canceled.id }, body: {} })).status).toBe(404)
    expect((await ben.call(cancelConnection, { params: { id: canceled.id }, body: {} })).body.state).toBe('CANCELED')
    const declined = await invite(ben, 'nobody.yet@example.com')
    expect((await idsOf(ben)).toSorted()).toEqual([canceled.id, declined.id].toSorted())
    await startSyncing(world, priya)
    const { id } = await invite(ben, priya.email)
    expect((await priya.call(acceptConnection, { params: { id }, body: {} })).status).toBe(200)
    await emailTo(world, ben.email, /accepted your invitation/)
    await eventually(async () => ((await at(ben, id)).body?.state === 'DRAFT' ? true : undefined))
    expect((await at(cy, id)).status).toBe(404)
  })

  it('hears that what they sent was declined', async () => {
    const [ana, priya] = [await openAgency(world), await openCompany(world)]
    const [ben, cy] = [await limitedAdmin(ana), await limitedAdmin(ana, 'Cy')]
    const { id } = await invite(ben, priya.email)
    await priya.call(rejectConnection, { params: { id }, body: { reason: 'No, thank you.' } })
    await emailTo(world, ana.email, /declined/)
    await emailTo(world, ben.email, /declined/)
    expect((await at(ben, id)).body).toMatchObject({ state: 'CANCELED', reason: 'No, thank you.' })
    const { body } = await ben.call(listEvents, { query: { limit: 100 } })
    expect(body.items.map(({ event }) => event)).toContain('connection.rejected')
    expect((await at(cy, id)).status).toBe(404)
  })

  it('does not come to see a company that the agency works with already by inviting it again', async () => {
    const { ana, priya } = await sharePair(world)
    const ben = await limitedAdmin(ana)
    const { id } = await invite(priya, ben.email)
    expect((await ben.call(acceptConnection, { params: { id }, body: {} })).status).toBe(200)
    expect(await idsOf(ben)).toEqual([])
    expect((await at(ana, id)).status).toBe(200)
  })
})
