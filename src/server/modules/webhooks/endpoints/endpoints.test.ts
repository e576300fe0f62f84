import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listContacts } from '#contract/crm/records.ts'
import { createGhostCompany } from '#contract/ghost-companies/companies.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  requireSignature,
  rotateSigningSecret,
  rotateWebhookKey,
} from '#contract/webhooks/endpoints.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { sharePair } from '../../connections/testing/pairs.ts'
import { deliveriesOf, openEndpoint, post } from '../testing/senders.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

let agencies = 0
const openAgency = (): Promise<TestUser> => world.signUp({ company: `Northlight ${(agencies += 1)}`, agency: true, name: 'Ana' })

const add = (user: TestUser, companyId: string | null = null) =>
  user.call(createWebhookEndpoint, { body: { company_id: companyId } })

const listed = async (user: TestUser) => (await user.call(listWebhookEndpoints)).body

const keysOf = async ({ user }: TestUser): Promise<number> => {
  const { rows } = await world.database.asSystem('test', (tx) =>
    sql<{ count: number }>`select count(*) from registry.webhook_key where client_id = ${user.clientId}`.execute(tx),
  )
  return rows[0]?.count ?? 0
}

const lead = (id: string) => ({ event: 'lead.created', event_id: id, email: `${id}@example.com` })

describe('Endpoints of an agency [PARTNER-10]', () => {
  it('are one for the agency itself and one for each ghost company, and each address is shown once', async () => {
    const ana = await openAgency()
    const atlas = (await ana.call(createGhostCompany, { body: { company_name: 'Atlas Roofing' } })).body
    expect((await listed(ana)).addable).toEqual([{ company_id: atlas.id, name: 'Atlas Roofing', kind: 'ghost' }])
    const own = await add(ana)
    expect(own).toMatchObject({ status: 201, body: { endpoint: { company_id: null, signs: false, previous_key: null } } })
    const { url, endpoint } = own.body
    expect(url).toMatch(/\/hooks\/in\/in_[\w-]{43}$/)
    expect(endpoint.key_ends_in).toBe(url.slice(-4))
    expect((await add(ana, atlas.id)).body.endpoint).toMatchObject({ name: 'Atlas Roofing', company_kind: 'ghost' })
    const all = await listed(ana)
    expect(all.items.map(({ name }) => name)).toEqual([ana.user.client.name, 'Atlas Roofing'])
    expect(all.addable).toEqual([])
    const key = url.split('/').at(-1) ?? ''
    expect(JSON.stringify([all, (await ana.call(listAudit, { query: {} })).body])).not.toContain(key)
    expect((await add(ana)).error).toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      detail: `${ana.user.client.name} already has an endpoint.`,
    })
    const both = await Promise.all([add(await openAgency()), add(ana, newId())])
    expect(both.map(({ status }) => status)).toEqual([201, 404])
  })

  it('are not for a company whose CRM is connected: its leads come from there', async () => {
    const { ana, priya } = await sharePair(world)
    const companyId = priya.user.clientId
    expect((await listed(ana)).addable).toMatchObject([{ company_id: companyId, kind: 'connected' }])
    expect((await add(ana, companyId)).error.detail).toMatch(/shares its CRM\. Its leads come from there\.$/)
  })

  it('have two keys at most: a second rotation ends the oldest, and one can end at once', async () => {
    const ana = await openAgency()
    const { endpoint, url } = await openEndpoint(ana)
    const rotate = async (body: object) =>
      (await ana.call(rotateWebhookKey, { params: { id: endpoint.id }, body: body as Record<string, never> })).body
    const second = await rotate({})
    expect(second.endpoint.previous_key).toEqual({ ends_in: url.slice(-4), works_until: expect.any(String) })
    const hours = (Date.parse(second.endpoint.previous_key?.works_until ?? '') - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    const third = await rotate({})
    expect(await keysOf(ana)).toBe(2)
    await expect.poll(async () => (await post(url, lead('first'))).status).toBe(401)
    expect((await post(second.url, lead('second'))).status).toBe(202)
    const fourth = await rotate({ end_old_now: true })
    expect(fourth.endpoint.previous_key).toBeNull()
    expect(await keysOf(ana)).toBe(1)
    await expect.poll(async () => (await post(third.url, lead('third'))).status).toBe(401)
    expect((await post(fourth.url, lead('fourth'))).status).toBe(202)
    const stale = await ana.call(rotateWebhookKey, { params: { id: endpoint.id }, body: { version: 1 } })
    expect(stale.error.code).toBe('STALE_VERSION')
  })

  it('have a signing secret that is shown once and sealed, and none is required before there is one', async () => {
    const ana = await openAgency()
    const { endpoint } = await openEndpoint(ana)
    const params = { id: endpoint.id }
    expect((await ana.call(requireSignature, { params, body: { requires_signature: true } })).error).toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      detail: 'Make a signing secret first.',
    })
    const made = (await ana.call(rotateSigningSecret, { params })).body
    expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(made.endpoint).toMatchObject({ signs: true, requires_signature: false })
    const required = await ana.call(requireSignature, { params, body: { requires_signature: true } })
    expect(required.body).toMatchObject({ signs: true, requires_signature: true })
    const { rows } = await world.database.asSystem('test', (tx) =>
      sql<{
        sealed: string
      }>`select signing_secret_sealed as sealed from webhook_endpoint where client_id = ${ana.user.clientId}`.execute(tx),
    )
    expect(rows[0]?.sealed).toMatch(/^s1\./)
    expect(JSON.stringify([rows, await listed(ana)])).not.toContain(made.secret)
  })

  it('are deleted with the people and deliveries that came through them, after saying how many', async () => {
    const ana = await openAgency()
    const { endpoint, send, url } = await openEndpoint(ana)
    await send([lead('a'), lead('b')])
    await deliveriesOf(ana)
    expect((await listed(ana)).items[0]?.last_event_at).not.toBeNull()
    const params = { id: endpoint.id }
    const held = { people: 2, opportunities: 0, deliveries: 2 }
    expect((await ana.call(deleteWebhookEndpoint, { params, query: { dry_run: 'true' } })).body).toEqual(held)
    expect((await ana.call(listContacts, { query: {} })).body.total).toBe(2)
    expect((await ana.call(deleteWebhookEndpoint, { params, query: {} })).body).toEqual(held)
    expect((await ana.call(listContacts, { query: {} })).body.total).toBe(0)
    await expect.poll(async () => (await post(url, lead('c'))).status).toBe(401)
    expect((await ana.call(deleteWebhookEndpoint, { params, query: {} })).status).toBe(404)
  })
})

describe('Endpoints of another account', () => {
  it('do not exist for another agency, a plain user or a company', async () => {
    const ana = await openAgency()
    const { endpoint } = await openEndpoint(ana)
    const ben = await openAgency()
    const params = { id: endpoint.id }
    expect((await ben.call(rotateWebhookKey, { params, body: {} })).status).toBe(404)
    expect((await ben.call(deleteWebhookEndpoint, { params, query: {} })).status).toBe(404)
    expect((await ben.call(rotateSigningSecret, { params })).status).toBe(404)
    expect((await listed(ben)).items).toEqual([])
    const cho = await joinTeam(world, ana, { name: 'Cho', role: 'user' })
    expect((await cho.call(listWebhookEndpoints)).status).toBe(403)
    expect((await add(cho)).status).toBe(403)
    const priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
    expect((await add(priya)).status).toBe(403)
    expect((await priya.call(listWebhookEndpoints)).status).toBe(403)
  })
})
