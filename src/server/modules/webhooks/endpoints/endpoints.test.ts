import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listContacts } from '#contract/crm/records.ts'
import { listEvents } from '#contract/events/events.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  requireSignature,
  rotateSigningSecret,
  rotateWebhookKey,
} from '#contract/webhooks/endpoints.ts'
import { cancelConnection } from '#contract/connections/connections.ts'
import { resealEverything } from '#server/platform/db/reseal.ts'
import { newId } from '#server/platform/ids.ts'
import { joinTeam } from '#server/testing/users.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { openAgency, openCompany, sharePair } from '../../connections/testing/pairs.ts'
import { saveRecords } from '../../crm/service.ts'
import { contact, opportunity } from '../../crm/testing/records.ts'
import { deliveriesOf, saveDeliveries } from '../testing/deliveries.ts'
import { openSecret } from './signing-secret.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const list = async (user: TestUser) => (await user.call(listWebhookEndpoints)).body
const create = (user: TestUser, companyId: string | null = null) =>
  user.call(createWebhookEndpoint, { body: { company_id: companyId } })
const rotate = (user: TestUser, id: string, body: { end_old_now?: boolean; version?: number } = {}) =>
  user.call(rotateWebhookKey, { params: { id }, body })
const makeSecret = (user: TestUser, id: string) => user.call(rotateSigningSecret, { params: { id } })
const demand = (user: TestUser, id: string, isRequired: boolean, version?: number) =>
  user.call(requireSignature, {
    params: { id },
    body: { requires_signature: isRequired, ...(version === undefined ? {} : { version }) },
  })
const remove = (user: TestUser, id: string, dryRun = false) =>
  user.call(deleteWebhookEndpoint, { params: { id }, query: { dry_run: String(dryRun) } })

/** The endpoint of an agency itself, with its first key. */
const openOwn = async () => {
  const ana = await openAgency(world)
  const { body } = await create(ana)
  return { ana, clientId: ana.user.clientId, id: body.endpoint.id, url: body.url, keys: [keyOf(body.url)] }
}

const keyOf = (url: string): string => url.split('/').at(-1) ?? ''
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The keys that the receiving side finds, by their hashes. */
const registered = (endpointId: string) =>
  world.database.asSystem('test: keys', async (tx) => {
    const rows = await tx.selectFrom('registry.webhook_key').selectAll().where('endpoint_id', '=', endpointId).execute()
    return new Map(rows.map((row) => [row.key_hash.toString('hex'), row.ends_at]))
  })

const sourceOf = (endpointId: string) =>
  world.database.asSystem('test: a data source', (tx) =>
    tx.selectFrom('data_source').select(['kind', 'company_id']).where('id', '=', endpointId).executeTakeFirst(),
  )

const openGhost = ({ user }: TestUser, name: string, change: { claimed_at?: Date; deleted_at?: Date } = {}): Promise<string> =>
  world.database.asSystem('test: a ghost company', async (tx) => {
    const row = { client_id: user.clientId, id: newId(), name, name_key: `${name} ${newId()}`, ...change }
    await tx.insertInto('ghost_company').values(row).execute()
    return row.id
  })

describe('An endpoint [PARTNER-10]', () => {
  it('has an address with a key, which is returned once and stored as a hash', async () => {
    const ana = await openAgency(world)
    const { status, body } = await create(ana)
    const { endpoint, url } = body
    expect(status).toBe(201)
    expect(url).toMatch(new RegExp(`^${world.url}/hooks/in/in_[\\w-]{43}$`))
    expect(endpoint).toMatchObject({
      name: ana.user.client.name,
      company_id: null,
      company_kind: null,
      key_ends_in: url.slice(-4),
      previous_key: null,
      signs: false,
      requires_signature: false,
      last_event_at: null,
      version: 1,
    })
    expect(await list(ana)).toEqual({ items: [endpoint], addable: [], base_url: `${world.url}/hooks/in/` })
    expect([...(await registered(endpoint.id))]).toEqual([[hashOf(keyOf(url)), null]])
    expect(await sourceOf(endpoint.id)).toEqual({ kind: 'webhook_endpoint', company_id: null })
  })

  it('is there once for the agency, also if it is added twice at the same moment', async () => {
    const ana = await openAgency(world)
    const answers = await Promise.all([create(ana), create(ana), create(ana)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409'])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error).toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      detail: `${ana.user.client.name} already has an endpoint.`,
    })
  })

  it('can be that of a ghost company, of which the list shows those that have none', async () => {
    const ana = await openAgency(world)
    const [birch, atlas] = [await openGhost(ana, 'Birch Dental'), await openGhost(ana, 'Atlas Roofing')]
    const gone = [
      await openGhost(ana, 'Claimed', { claimed_at: new Date() }),
      await openGhost(ana, 'Deleted', { deleted_at: new Date() }),
      newId(),
    ]
    for (const id of gone) expect((await create(ana, id)).error.code).toBe('NOT_FOUND')
    const { body } = await create(ana, birch)
    expect(body.endpoint).toMatchObject({ name: 'Birch Dental', company_id: birch, company_kind: 'ghost' })
    expect(await sourceOf(body.endpoint.id)).toEqual({ kind: 'webhook_endpoint', company_id: birch })
    expect((await list(ana)).addable).toEqual([{ company_id: atlas, name: 'Atlas Roofing', kind: 'ghost' }])
    expect((await create(ana, birch)).error.code).toBe('ACTION_NOT_ALLOWED')
    await create(ana, atlas)
    await create(ana)
    const { items, addable } = await list(ana)
    expect([items.map(({ name }) => name), addable]).toEqual([[ana.user.client.name, 'Atlas Roofing', 'Birch Dental'], []])
  })

  it('can be that of a connected company, unless it shares its CRM', async () => {
    const { ana, priya, id: connectionId } = await sharePair(world)
    const helio = await sharePair(world, {}, ana)
    const account = await openAccount(world, 'hubspot', { name: 'Helio portal', people: 1 })
    await connectToRead(helio.priya, 'hubspot', account)
    const { clientId } = priya.user
    const [only] = (await list(ana)).addable
    expect(only).toEqual({ company_id: clientId, name: expect.any(String), kind: 'connected' })
    expect((await list(ana)).addable).toHaveLength(1)
    const refused = await create(ana, helio.priya.user.clientId)
    expect([refused.status, refused.error.detail]).toEqual([
      409,
      expect.stringMatching(/^.+ shares its CRM\. Its leads come from there\.$/),
    ])
    const { body } = await create(ana, clientId)
    expect(body.endpoint).toMatchObject({ name: only?.name, company_id: clientId, company_kind: 'connected' })
    const ended = await ana.call(cancelConnection, { params: { id: connectionId }, body: { name: only?.name ?? '' } })
    expect(ended.body.state).toBe('CANCELED')
    expect((await list(ana)).items).toMatchObject([{ name: only?.name, company_kind: 'connected' }])
    await remove(ana, body.endpoint.id)
    expect((await create(ana, clientId)).status).toBe(404)
  })

  it('is one of the agency alone: another one neither sees nor changes it', async () => {
    const { id, ana } = await openOwn()
    const olga = await openAgency(world)
    const ghost = await openGhost(ana, 'Birch Dental')
    expect(await list(olga)).toMatchObject({ items: [], addable: [] })
    const refused = [
      await rotate(olga, id),
      await makeSecret(olga, id),
      await demand(olga, id, true),
      await remove(olga, id),
      await remove(olga, id, true),
      await create(olga, ghost),
    ]
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [404, 'NOT_FOUND']))
    expect((await list(ana)).items).toHaveLength(1)
  })

  it('is for admins of agencies: not for other users, and not for a company [USER-02]', async () => {
    const { id, ana } = await openOwn()
    const [tom, priya] = [await joinTeam(world, ana, { name: 'Tom', role: 'user' }), await openCompany(world)]
    for (const user of [tom, priya]) {
      const refused = [
        await user.call(listWebhookEndpoints),
        await create(user),
        await rotate(user, id),
        await makeSecret(user, id),
        await demand(user, id, false),
        await remove(user, id),
        await remove(user, id, true),
      ]
      expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [403, 'FORBIDDEN']))
    }
  })

  it('shows when the newest event came in', async () => {
    const { ana, clientId, id } = await openOwn()
    const receivedAt = new Date('2026-11-01T10:00:00.000Z')
    await saveDeliveries(world, { clientId, endpointId: id }, [{ receivedAt }])
    expect((await list(ana)).items[0]?.last_event_at).toBe(receivedAt.toISOString())
  })
})

describe('The key of an endpoint [PARTNER-10]', () => {
  it('is replaced by a new one, and works for another day', async () => {
    const { ana, id, keys } = await openOwn()
    const { status, body } = await rotate(ana, id, { version: 1 })
    expect([status, body.endpoint.version]).toEqual([200, 2])
    expect(body.endpoint.key_ends_in).toBe(body.url.slice(-4))
    expect(body.endpoint.previous_key?.ends_in).toBe(keys[0]?.slice(-4))
    const until = new Date(body.endpoint.previous_key?.works_until ?? '')
    expect(Math.abs(until.getTime() - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000)
    expect(await registered(id)).toEqual(
      new Map([
        [hashOf(keys[0] ?? ''), until],
        [hashOf(keyOf(body.url)), null],
      ]),
    )
  })

  it('works no longer once it was replaced twice', async () => {
    const { ana, id } = await openOwn()
    const second = keyOf((await rotate(ana, id)).body.url)
    const third = await rotate(ana, id)
    expect(third.body.endpoint.previous_key?.ends_in).toBe(second.slice(-4))
    expect(new Set((await registered(id)).keys())).toEqual(new Set([hashOf(second), hashOf(keyOf(third.body.url))]))
  })

  it('ends immediately if that is asked for, with the one before', async () => {
    const { ana, id } = await openOwn()
    await rotate(ana, id)
    const { body } = await rotate(ana, id, { end_old_now: true })
    expect(body.endpoint.previous_key).toBeNull()
    expect([...(await registered(id))]).toEqual([[hashOf(keyOf(body.url)), null]])
  })

  it('stays if the endpoint was changed meanwhile', async () => {
    const { ana, id, keys } = await openOwn()
    expect((await rotate(ana, id, { version: 2 })).error.code).toBe('STALE_VERSION')
    expect([...(await registered(id)).keys()]).toEqual([hashOf(keys[0] ?? '')])
  })

  it('and the secret are never readable again: not in a reply, the activity, the audit log or a retried call', async () => {
    const ana = await openAgency(world)
    const headers = { 'idempotency-key': newId() }
    const created = await ana.call(createWebhookEndpoint, { body: {} }, headers)
    const { id } = created.body.endpoint
    const rotated = await rotate(ana, id)
    const { secret } = (await makeSecret(ana, id)).body
    const replies = [
      (await ana.call(createWebhookEndpoint, { body: {} }, headers)).error,
      await list(ana),
      (await demand(ana, id, true)).body,
      (await ana.call(listEvents, { query: { limit: 100 } })).body,
      (await ana.call(listAudit, { query: { limit: 100 } })).body,
    ]
    for (const text of [keyOf(created.body.url), keyOf(rotated.body.url), secret, secret.slice('whsec_'.length)])
      expect(JSON.stringify(replies)).not.toContain(text)
    const actions = (await ana.call(listAudit, { query: { object_type: 'webhook_endpoint', object_id: id, limit: 100 } })).body
    expect(actions.items.map(({ action }) => action)).toEqual([
      'webhook_endpoint.signature_required',
      'webhook_endpoint.secret_made',
      'webhook_endpoint.key_rotated',
      'webhook_endpoint.created',
    ])
    const { items } = (await ana.call(listEvents, { query: { limit: 100 } })).body
    expect(items.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['webhook_endpoint.key_rotated', 'webhook_endpoint.created']),
    )
  })
})

describe('The signing secret of an endpoint [PARTNER-10]', () => {
  const sealedOf = (endpointId: string) =>
    world.database.asSystem('test: a sealed secret', async (tx) => {
      const row = await tx
        .selectFrom('webhook_endpoint')
        .select('signing_secret_sealed')
        .where('id', '=', endpointId)
        .executeTakeFirst()
      return row?.signing_secret_sealed ?? ''
    })

  it('is in the form of Standard Webhooks, sealed, and replaces the one before', async () => {
    const { ana, clientId, id } = await openOwn()
    const { status, body } = await makeSecret(ana, id)
    expect([status, body.endpoint.signs, body.endpoint.requires_signature]).toEqual([200, true, false])
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const sealed = await sealedOf(id)
    expect(sealed).not.toContain(body.secret)
    const ref = { clientId, endpointId: id }
    const { sealer } = world.vendors
    expect(openSecret(sealer, ref, sealed)).toBe(body.secret)
    expect(() => openSecret(sealer, { clientId, endpointId: newId() }, sealed)).toThrow(/unable to authenticate/)
    const next = (await makeSecret(ana, id)).body.secret
    expect(next).not.toBe(body.secret)
    expect(openSecret(sealer, ref, await sealedOf(id))).toBe(next)
  })

  it('is sealed again when the keys of the installation are rotated', async () => {
    const { ana, id } = await openOwn()
    await makeSecret(ana, id)
    const columns = (await resealEverything(world.location, world.vendors.sealer)).map(({ column }) => column)
    expect(columns).toContain('public.webhook_endpoint.signing_secret_sealed')
  })

  it('has to exist before signatures are required', async () => {
    const { ana, id } = await openOwn()
    const early = await demand(ana, id, true)
    expect([early.status, early.error.code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect((await demand(ana, id, false)).body.version).toBe(1)
    await makeSecret(ana, id)
    expect((await demand(ana, id, true, 1)).error.code).toBe('STALE_VERSION')
    expect((await demand(ana, id, true, 2)).body).toMatchObject({ requires_signature: true, version: 3 })
    expect((await demand(ana, id, false)).body).toMatchObject({ requires_signature: false, signs: true })
  })
})

describe('Deleting an endpoint [PARTNER-10]', () => {
  const fill = async ({ clientId, id }: { clientId: string; id: string }) => {
    const origin = { clientId, dataSourceId: id, runId: newId(), at: new Date(), dispatcher: world.dispatcher }
    await world.database.inClient(clientId, (tx) =>
      saveRecords(
        tx,
        origin,
        { contacts: [contact('theo'), contact('ada')], opportunities: [opportunity('roof', { contactIds: ['theo'] })] },
        { historyComesApart: false },
      ),
    )
    await saveDeliveries(world, { clientId, endpointId: id }, [{}, {}, { state: 'rejected' }])
  }

  it('tells first what would be deleted, and then deletes it', async () => {
    const own = await openOwn()
    const { ana, clientId, id } = own
    const other = (await create(ana, await openGhost(ana, 'Birch Dental'))).body.endpoint.id
    for (const endpoint of [own, { clientId, id: other }]) await fill(endpoint)
    await saveDeliveries(world, { clientId, endpointId: other }, [{ dataSourceId: id }])
    const counts = { people: 2, opportunities: 1, deliveries: 4 }
    expect((await remove(ana, id, true)).body).toEqual(counts)
    expect((await list(ana)).items).toHaveLength(2)
    const { status, body } = await remove(ana, id)
    expect([status, body]).toEqual([200, counts])
    expect((await list(ana)).items.map((item) => item.id)).toEqual([other])
    expect([...(await registered(id))]).toEqual([])
    expect(await sourceOf(id)).toBeUndefined()
    expect(await deliveriesOf(world, clientId)).toHaveLength(3)
    expect((await ana.call(listContacts, { query: {} })).body.total).toBe(2)
    expect((await remove(ana, id)).status).toBe(404)
    const { items } = (await ana.call(listEvents, { query: { limit: 100 } })).body
    expect(items).toContainEqual(expect.objectContaining({ event: 'webhook_endpoint.deleted', object: ana.user.client.name }))
    expect((await create(ana)).status).toBe(201)
  })
})

describe('A user who sees some companies only [USER-08]', () => {
  it('sees and changes the endpoints of these, and learns of no other', async () => {
    const { ana, priya } = await sharePair(world)
    const omar = await sharePair(world, {}, ana)
    const free = await sharePair(world, {}, ana)
    const own = (await create(ana)).body.endpoint.id
    const hidden = (await create(ana, omar.priya.user.clientId)).body.endpoint
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [priya.user.clientId] })
    expect((await list(ben)).addable.map((one) => one.company_id)).toEqual([priya.user.clientId])
    for (const id of [own, hidden.id]) {
      const refused = [
        await rotate(ben, id),
        await makeSecret(ben, id),
        await demand(ben, id, false),
        await remove(ben, id, true),
      ]
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    expect((await create(ben, free.priya.user.clientId)).status).toBe(404)
    const seen = (await create(ben, priya.user.clientId)).body.endpoint.id
    await rotate(ana, hidden.id)
    await remove(ana, hidden.id)
    expect((await list(ben)).items.map(({ id }) => id)).toEqual([seen])
    const { body: events } = await ben.call(listEvents, { query: { limit: 100, event: 'webhook_endpoint.created' } })
    expect(events.items).toHaveLength(2)
    const texts = [
      (await ben.call(listEvents, { query: { limit: 100 } })).body,
      (await ben.call(listAudit, { query: { limit: 100 } })).body,
    ]
    for (const trace of [hidden.id, omar.priya.user.clientId, omar.id]) expect(JSON.stringify(texts)).not.toContain(trace)
  })
})
