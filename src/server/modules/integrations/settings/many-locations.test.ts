import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { deleteIntegration, listIntegrations, refreshIntegration, type Integration } from '#contract/integrations/integrations.ts'
import { connectLocations, listLocations } from '#contract/integrations/locations.ts'
import { listContacts } from '#contract/crm/records.ts'
import { teammateOf } from '#server/testing/team.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, goAndComeBack, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { countGrants } from '#server/testing/database/grants.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const type = 'ghl'
const names = ['Harbor east', 'Harbor north', 'Harbor south', 'Harbor west']

/** An agency with four locations, each with one contact more than the one before. */
const agencyOf = async (name: string): Promise<{ agency: VendorAccount; locations: string[] }> => {
  await atVendor(world, type, '/limits', { method: 'PUT', body: { on: false } })
  const body = { name, locations: names.map((one) => ({ name: one })) }
  const made = await atVendor<{ id: string; locations: string[] }>(world, type, '/agencies', { body })
  for (const [index, id] of made.locations.entries())
    for (let number = 0; number <= index; number += 1)
      await atVendor(world, type, `/accounts/${id}/people`, { body: { email: `${number}@${id.toLowerCase()}.example` } })
  return { agency: { id: made.id, name, connect: {} }, locations: made.locations }
}

const choose = (user: TestUser, { id }: Pick<Integration, 'id'>, locations: readonly string[]) =>
  user.call(connectLocations, { params: { id }, body: { locations: [...locations] } })
const list = (user: TestUser, { id }: Pick<Integration, 'id'>) => user.call(listLocations, { params: { id } })
const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]
const ask = async (user: TestUser, sources: readonly Pick<Integration, 'id'>[]) => {
  for (const { id } of sources) await user.call(refreshIntegration, { params: { id } })
}
const statuses = (user: TestUser, sources: readonly Pick<Integration, 'id'>[]) =>
  Promise.all(sources.map(async ({ id }) => (await integrationOf(user, id)).status))
const endTokens = (account: string, how: 'expire' | 'revoke') =>
  atVendor(world, type, `/accounts/${account}/tokens`, { body: { do: how } })
/** GoHighLevel sends a webhook for them. */
const addContact = (location: string, email: string) => atVendor(world, type, `/accounts/${location}/people`, { body: { email } })
const emailsIn = async (user: TestUser, { id }: Pick<Integration, 'id'>): Promise<string[]> => {
  const { body } = await user.call(listContacts, { query: { integration_id: id, size: 50 } })
  return body.items.flatMap(({ email }) => email ?? []).toSorted()
}
const untilSynced = (user: TestUser, source: Pick<Integration, 'id'>, email: string) =>
  eventually(async () => ((await emailsIn(user, source)).includes(email) ? true : undefined))
/** GoHighLevel sends a webhook that the app was removed. */
const untilLost = (user: TestUser, { id }: Pick<Integration, 'id'>) =>
  eventually(async () => ((await integrationOf(user, id)).status === 'error' ? true : undefined))
/** The contacts that a location had from the beginning. */
const firstContacts = (location: string, count: number): string[] =>
  Array.from({ length: count }, (_, number) => `${number}@${location.toLowerCase()}.example`)
const askedOfVendor = async (path: string): Promise<number> => {
  const { requests } = await atVendor<{ requests: { url: string }[] }>(world, type, '/requests', { method: 'GET' })
  return requests.filter(({ url }) => url.includes(path)).length
}

const grants = (clientId: string) => countGrants(world, clientId)

describe('Several locations of one agency at GoHighLevel', () => {
  let agency: VendorAccount
  let locations: string[]
  let sources: Integration[]
  let grantsBefore: number
  beforeAll(async () => {
    grantsBefore = await grants(maya.user.clientId)
    ;({ agency, locations } = await agencyOf('Harbor Agency'))
  })

  it('are connected with one consent: one source each, each with its own first run [SYNC-04]', async () => {
    const first = await connect(maya, type, agency)
    expect(first).toMatchObject({ needs: 'location', hub_id: null, last_run: null })
    const { body: offered } = await list(maya, first)
    expect(offered.items.map(({ id, name }) => [id, name])).toEqual(names.map((name, index) => [locations[index], name]))
    expect(offered.items[0]?.address).toEqual(expect.any(String))
    const { status, body } = await choose(maya, first, locations.slice(0, 3))
    expect([status, body.total]).toEqual([200, 3])
    sources = body.items
    expect(sources[0]?.id).toBe(first.id)
    expect(sources.map(({ account, hub_id: hubId, needs }) => [account, hubId, needs])).toEqual(
      names.slice(0, 3).map((name, index) => [name, locations[index], null]),
    )
    for (const { id } of sources) expect(await settled(maya, id)).toMatchObject({ status: 'done', kind: 'full' })
    expect(await grants(maya.user.clientId)).toBe(grantsBefore + 1)
  })

  it('each bring only their own contacts [SYNC-06]', async () => {
    for (const [index, source] of sources.entries())
      expect(await emailsIn(maya, source)).toEqual(firstContacts(locations[index] ?? '', index + 1))
  })

  it('are recorded one by one, in events and in the audit log', async () => {
    const titles = sources.map(({ name, account }) => `${name}, ${account}`)
    const events = (await maya.call(listEvents, { query: { event: 'integration_connected', limit: 3 } })).body.items
    expect(new Set(events.map(({ object }) => object))).toEqual(new Set(titles))
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.account_chosen', limit: 3 } })).body
    expect(new Set(items.map(({ objectId }) => objectId))).toEqual(new Set(sources.map(({ id }) => id)))
  })

  it('get changes by webhooks, each for its own location', async () => {
    const [east, north] = sources as [Integration, Integration]
    await addContact(locations[1] ?? '', 'wanda@north.example')
    await untilSynced(maya, north, 'wanda@north.example')
    expect(await emailsIn(maya, east)).toEqual(firstContacts(locations[0] ?? '', 1))
    await settled(maya, north.id)
  })

  it('can be added to later without another consent, but none of them twice', async () => {
    const [first] = sources as [Integration]
    const [, second = '', , last = ''] = locations
    expect(refusal(await choose(maya, first, [last, second]))).toEqual([409, 'OTHER_ACCOUNT'])
    expect((await list(maya, first)).body.items).toHaveLength(4)
    const { body } = await choose(maya, first, [last, last])
    expect(body.items).toMatchObject([{ account: 'Harbor west', hub_id: last }])
    sources = [...sources, ...body.items]
    expect(await settled(maya, body.items[0]?.id ?? '')).toMatchObject({ status: 'done' })
    expect(await grants(maya.user.clientId)).toBe(grantsBefore + 1)
  })

  it('cannot be chosen by other accounts [USER-01]', async () => {
    const [first] = sources as [Integration]
    expect(refusal(await list(jonah, first))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await choose(jonah, first, locations))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await choose(uma, first, locations))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await choose(maya, first, ['somewhere']))).toEqual([404, 'NOT_FOUND'])
  })

  it('are at most fifty at a time, and more are refused', async () => {
    const [first] = sources as [Integration]
    const { status, error } = await choose(
      maya,
      first,
      Array.from({ length: 51 }, (_, index) => String(index)),
    )
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(JSON.stringify(error)).toContain('Choose at most 50 locations at a time.')
  })

  it('share one renewal when the access of the agency has expired, and request a token of each location once [SYNC-09]', async () => {
    const before = [await askedOfVendor('/oauth/token'), await askedOfVendor('/oauth/locationToken')] as const
    await ask(maya, sources)
    expect(await askedOfVendor('/oauth/locationToken')).toBe(before[1])
    for (const account of [agency.id, ...locations]) await endTokens(account, 'expire')
    await ask(maya, sources)
    expect(await statuses(maya, sources)).toEqual(['active', 'active', 'active', 'active'])
    expect(await askedOfVendor('/oauth/token')).toBe(before[0] + 1)
    // The first of them is refused once, and then requests its token with the new access of the agency.
    expect(await askedOfVendor('/oauth/locationToken')).toBe(before[1] + 5)
  })

  it('lose one location alone if the app is removed from it, until it is installed again [SYNC-09]', async () => {
    const [east, north = ''] = locations
    await endTokens(north, 'revoke')
    await untilLost(maya, sources[1] as Integration)
    await ask(maya, sources)
    expect(await statuses(maya, sources)).toEqual(['active', 'error', 'active', 'active'])
    const lost = await integrationOf(maya, sources[1]?.id ?? '')
    expect(lost.status_reason).toBe(
      'GoHighLevel revoked our access to this location. Install the app there again, then reconnect.',
    )
    expect((await list(maya, sources[0] as Integration)).body.items.map(({ id }) => id)).not.toContain(north)
    await addContact(east ?? '', 'ben@east.example')
    await untilSynced(maya, sources[0] as Integration, 'ben@east.example')
    expect((await goAndComeBack(maya, type, agency, lost.id)).status).toBe(200)
    for (const { id } of sources) expect(await settled(maya, id)).toMatchObject({ status: 'done' })
    expect(await statuses(maya, sources)).toEqual(['active', 'active', 'active', 'active'])
  })

  it('all lose their access with the agency, and reconnecting once repairs every one of them [SYNC-09]', async () => {
    const theirs = await connect(jonah, type, agency)
    const his = (await choose(jonah, theirs, locations.slice(0, 1))).body.items[0] as Integration
    await settled(jonah, his.id)
    await endTokens(agency.id, 'revoke')
    for (const source of sources) await untilLost(maya, source)
    await untilLost(jonah, his)
    expect(await statuses(maya, sources)).toEqual(['error', 'error', 'error', 'error'])
    expect((await goAndComeBack(maya, type, agency, sources[1]?.id)).status).toBe(200)
    expect(await statuses(maya, sources)).toEqual(['active', 'active', 'active', 'active'])
    for (const { id } of sources) expect(await settled(maya, id)).toMatchObject({ status: 'done' })
    expect(await statuses(jonah, [his])).toEqual(['error'])
    await addContact(locations[3] ?? '', 'vera@west.example')
    await untilSynced(maya, sources[3] as Integration, 'vera@west.example')
    await settled(maya, sources[3]?.id ?? '')
  })

  it('are not reconnected by another agency, which does not reach them', async () => {
    const other = await agencyOf('Another Agency')
    const answer = await goAndComeBack(maya, type, other.agency, sources[0]?.id)
    expect(refusal(answer)).toEqual([409, 'OTHER_ACCOUNT'])
    expect(answer.error.detail).toMatch(/^This source reads Harbor east, but you didn't grant access to it\./)
    await ask(maya, sources)
    expect(await statuses(maya, sources)).toEqual(['active', 'active', 'active', 'active'])
  })

  it('keep the grant of the agency until the last of them is disconnected [SYNC-11]', async () => {
    const before = await grants(maya.user.clientId)
    const leave = (id: string) => maya.call(deleteIntegration, { params: { id }, query: {} })
    const [last, ...rest] = sources as [Integration, ...Integration[]]
    for (const { id } of rest) expect((await leave(id)).status).toBe(200)
    expect(await grants(maya.user.clientId)).toBe(before)
    await ask(maya, [last])
    expect(await statuses(maya, [last])).toEqual(['active'])
    expect(refusal(await list(maya, rest[0] as Integration))).toEqual([404, 'NOT_FOUND'])
    await leave(last.id)
    expect(await grants(maya.user.clientId)).toBe(before - 1)
  })

  it('come back with their data when they are chosen again after a disconnection', async () => {
    const fresh = await connect(maya, type, agency)
    const { body } = await choose(maya, fresh, locations.slice(0, 2))
    expect(body.items.map(({ id }) => id)).toEqual(sources.slice(0, 2).map(({ id }) => id))
    for (const { id } of body.items) expect(await settled(maya, id)).toMatchObject({ status: 'done' })
    const left = (await maya.call(listIntegrations, { query: {} })).body.items
    expect(left.map(({ id }) => id)).not.toContain(fresh.id)
  })
})

describe('One location that Maya chooses at GoHighLevel herself', () => {
  it('is synced immediately, and nothing is left to choose', async () => {
    const account = await openAccount(world, type, { name: 'Pier Dental', people: 2 })
    const source = await connect(maya, type, account)
    expect(source).toMatchObject({ needs: null, hub_id: account.id, account: 'Pier Dental' })
    expect(await settled(maya, source.id)).toMatchObject({ status: 'done', kind: 'full' })
    await endTokens(account.id, 'expire')
    await ask(maya, [source])
    expect(await statuses(maya, [source])).toEqual(['active'])
    expect((await list(maya, source)).body.items).toEqual([])
    expect(refusal(await choose(maya, source, [account.id]))).toEqual([404, 'NOT_FOUND'])
    await endTokens(account.id, 'revoke')
    await ask(maya, [source])
    expect(await statuses(maya, [source])).toEqual(['error'])
    expect((await goAndComeBack(maya, type, account, source.id)).status).toBe(200)
    expect(await statuses(maya, [source])).toEqual(['active'])
    await settled(maya, source.id)
  })

  it('changes to the access of its agency if Maya reconnects it with that, and back', async () => {
    const { agency, locations } = await agencyOf('Pier Agency')
    const [east = ''] = locations
    const alone = { id: east, name: 'Harbor east', connect: {} }
    const source = await connect(maya, type, alone)
    await settled(maya, source.id)
    const before = await grants(maya.user.clientId)
    for (const login of [agency, alone]) {
      expect((await goAndComeBack(maya, type, login, source.id)).body.integration).toMatchObject({ hub_id: east, needs: null })
      expect(await settled(maya, source.id)).toMatchObject({ status: 'done' })
      expect((await list(maya, source)).body.items).toHaveLength(login === agency ? 4 : 0)
      expect(await grants(maya.user.clientId)).toBe(before)
    }
  })

  it('is not taken by a source without a location if another source has it', async () => {
    const { agency, locations } = await agencyOf('Quay Agency')
    const alone = { id: locations[0] ?? '', name: 'Harbor east', connect: {} }
    const source = await connect(maya, type, alone)
    await settled(maya, source.id)
    const undecided = await connect(maya, type, agency)
    expect(refusal(await goAndComeBack(maya, type, alone, undecided.id))).toEqual([409, 'OTHER_ACCOUNT'])
  })

  it('has no ad accounts to choose', async () => {
    const ads = await connect(maya, 'facebook', await openAccount(world, 'facebook', { name: 'Maya on the road' }))
    expect(refusal(await choose(maya, ads, ['1']))).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(refusal(await list(maya, ads))).toEqual([409, 'ACTION_NOT_ALLOWED'])
  })
})
