import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { acceptConnection } from '#contract/connections/connections.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications, readNotifications } from '#contract/notifications.ts'
import { createUser } from '#contract/users/invitations.ts'
import { updateUser } from '#contract/users/users.ts'
import { emailTo, joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { invite, openAgency, openCompany, startSyncing } from '../testing/pairs.ts'

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
})
