import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAdAccounts, listAdAccounts } from '#contract/integrations/ad-accounts.ts'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { deleteIntegration, listIntegrations, refreshIntegration, type Integration } from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { teammateOf } from '#server/testing/team.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, goAndComeBack, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { countGrants } from '#server/testing/database/grants.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let nina: TestUser
let uma: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  nina = await teammateOf(world, maya, { name: 'Nina', role: 'admin' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]

const names = ['Harbor main', 'Harbor trial', 'Harbor north', 'Harbor south']

/** A login with one business of four ad accounts. */
const loginOf = async (type: ProviderType, name: string): Promise<{ login: VendorAccount; ads: string[] }> => {
  const login = await openAccount(world, type, { name })
  const body = { name: 'Harbor Group', adAccounts: names.map((one) => ({ name: one, currency: 'EUR' })) }
  const { adAccounts } = await atVendor<{ adAccounts: string[] }>(world, type, `/accounts/${login.id}/businesses`, { body })
  return { login, ads: adAccounts }
}

const choose = (user: TestUser, { id }: Integration, ads: readonly string[]) =>
  user.call(connectAdAccounts, { params: { id }, body: { adaccounts: ads.map((adaccount) => ({ adaccount })) } })

const statuses = async (user: TestUser, sources: readonly Pick<Integration, 'id'>[]) =>
  Promise.all(sources.map(async ({ id }) => (await integrationOf(user, id)).status))

const ask = (user: TestUser, sources: readonly Pick<Integration, 'id'>[]) =>
  Promise.all(sources.map(({ id }) => user.call(refreshIntegration, { params: { id } })))

const grants = (clientId: string) => countGrants(world, clientId)

describe('Chosen ad accounts', () => {
  it('are at most fifty at a time, and more are refused', async () => {
    const source = await connect(maya, 'facebook', (await loginOf('facebook', 'Maya on the road')).login)
    const ids = Array.from({ length: 51 }, (_, ref) => String(ref))
    const { status, error } = await choose(maya, source, ids)
    expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(JSON.stringify(error)).toContain('Choose at most 50 ad accounts at a time.')
  })
})

describe('The ad accounts that a login reaches', () => {
  const list = (user: TestUser, { id }: Pick<Integration, 'id'>) => user.call(listAdAccounts, { params: { id } })

  it.each(['facebook', 'google'] as const)(
    'are listed at %s by the call for all vendors, for users who may see sources',
    async (type) => {
      const { login, ads } = await loginOf(type, 'Maya who looks around')
      const source = await connect(maya, type, login)
      const { status, body } = await list(uma, source)
      expect(status).toBe(200)
      expect(body.items).toMatchObject([{ id: expect.any(String), name: 'Harbor Group' }])
      expect(body.items[0]?.accounts.map(({ id, name }) => [id, name])).toEqual(names.map((name, ref) => [ads[ref], name]))
      expect(refusal(await list(jonah, source))).toEqual([404, 'NOT_FOUND'])
    },
  )

  it('come last and together if they belong to no business', async () => {
    const login = await openAccount(world, 'google', { name: 'Maya alone', currency: 'EUR' })
    const body = { name: 'Harbor Group', adAccounts: [{ name: 'Harbor main', currency: 'EUR' }] }
    await atVendor(world, 'google', `/accounts/${login.id}/businesses`, { body })
    const { items } = (await list(maya, await connect(maya, 'google', login))).body
    expect(items.map(({ id, name, accounts }) => [id === null, name, accounts.map((one) => one.name)])).toEqual([
      [false, 'Harbor Group', ['Harbor main']],
      [true, null, ["Maya alone's own"]],
    ])
  })

  it('are refused with a text for a vendor without ads', async () => {
    const source = await connect(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Harbor portal' }))
    const answer = await list(maya, source)
    expect(refusal(answer)).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(answer.error.detail).toBe('This source has no ad accounts to choose from.')
  })
})

describe.each(['facebook', 'google'] as const)('Several ad accounts of one login at %s', (type) => {
  let login: VendorAccount
  let ads: string[]
  let sources: Integration[]
  let grantsBefore: number
  beforeAll(async () => {
    grantsBefore = await grants(maya.user.clientId)
    ;({ login, ads } = await loginOf(type, 'Maya at work'))
  })

  it('are connected with one consent: one source each, each with its own first run [VAL-11] [SYNC-04]', async () => {
    const first = await connect(maya, type, login)
    expect(first.needs).toBe('ad_account')
    const { status, body } = await choose(maya, first, ads.slice(0, 3))
    expect([status, body.total]).toEqual([200, 3])
    sources = body.items
    expect(sources[0]?.id).toBe(first.id)
    expect(sources.map(({ account, hub_id: hubId, needs }) => [account, hubId, needs])).toEqual(
      names.slice(0, 3).map((name, ref) => [name, ads[ref], null]),
    )
    for (const { id } of sources) expect(await settled(maya, id)).toMatchObject({ status: 'done', kind: 'full' })
    expect(await grants(maya.user.clientId)).toBe(grantsBefore + 1)
  })

  it('are recorded one by one, in events and in the audit log', async () => {
    const titles = sources.map(({ name, account }) => `${name}, ${account}`)
    const events = (await maya.call(listEvents, { query: { event: 'integration_connected', limit: 3 } })).body.items
    expect(new Set(events.map(({ object }) => object))).toEqual(new Set(titles))
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.account_chosen', limit: 3 } })).body
    expect(new Set(items.map(({ objectId }) => objectId))).toEqual(new Set(sources.map(({ id }) => id)))
  })

  it('can be added to later without another consent, but none of them twice [VAL-11]', async () => {
    const [first, , , last] = [sources[0] as Integration, ...ads.slice(1)]
    expect(refusal(await choose(maya, first, [last ?? '', ads[1] ?? '']))).toEqual([409, 'OTHER_ACCOUNT'])
    expect((await maya.call(listIntegrations, { query: {} })).body.items.filter((one) => one.hub_id === last)).toEqual([])
    const { body } = await choose(maya, first, [last ?? ''])
    sources = [...sources, ...body.items]
    expect(body.items).toMatchObject([{ account: 'Harbor south', hub_id: last }])
    await settled(maya, body.items[0]?.id ?? '')
    expect(await grants(maya.user.clientId)).toBe(grantsBefore + 1)
  })

  it('cannot be chosen by other accounts [USER-01]', async () => {
    const [first] = sources as [Integration]
    expect(refusal(await choose(jonah, first, ads))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await choose(uma, first, ads))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await choose(maya, first, ['4711']))).toEqual([404, 'NOT_FOUND'])
  })

  it('all lose their access with the login, and reconnecting once repairs every one of them [SYNC-09]', async () => {
    const mine = await loginOf(type, 'Maya at home')
    const other = await connect(maya, type, mine.login)
    await choose(maya, other, mine.ads.slice(0, 1))
    const theirs = await connect(jonah, type, login)
    const { body } = await choose(jonah, theirs, ads.slice(0, 1))
    const his = body.items[0] as Integration
    await settled(jonah, his.id)
    await atVendor(world, type, `/accounts/${login.id}/tokens`, { body: { do: 'revoke' } })
    await ask(maya, sources)
    await ask(jonah, [his])
    expect(await statuses(maya, sources)).toEqual(['error', 'error', 'error', 'error'])
    expect(await statuses(maya, [other])).toEqual(['active'])
    const notifications = (await nina.call(listNotifications, { query: { size: 20 } })).body.items
    const lost = notifications.filter(({ kind, readAt }) => kind === 'sync.lost' && readAt === null)
    expect(lost).toHaveLength(4)
    const again = await goAndComeBack(maya, type, login, sources[1]?.id)
    expect(again.status).toBe(200)
    expect(await statuses(maya, sources)).toEqual(['active', 'active', 'active', 'active'])
    for (const { id } of sources) expect(await settled(maya, id)).toMatchObject({ status: 'done' })
    const left = (await nina.call(listNotifications, { query: { size: 20 } })).body.items
    expect(left.filter(({ kind, readAt }) => kind === 'sync.lost' && readAt === null)).toEqual([])
    expect(await statuses(jonah, [his])).toEqual(['error'])
  })

  it('keep the grant of the login until the last of them is disconnected [SYNC-11]', async () => {
    const before = await grants(maya.user.clientId)
    const leave = (id: string) => maya.call(deleteIntegration, { params: { id }, query: {} })
    const [last, ...rest] = sources as [Integration, ...Integration[]]
    for (const { id } of rest) expect((await leave(id)).status).toBe(200)
    expect(await grants(maya.user.clientId)).toBe(before)
    await ask(maya, [last])
    expect(await statuses(maya, [last])).toEqual(['active'])
    await leave(last.id)
    await expect.poll(() => grants(maya.user.clientId)).toBe(before - 1)
  })

  it('come back with their data when they are chosen again after a disconnection', async () => {
    const fresh = await connect(maya, type, login)
    const { body } = await choose(maya, fresh, ads.slice(0, 2))
    expect(body.items.map(({ id }) => id)).toEqual(sources.slice(0, 2).map(({ id }) => id))
    for (const { id } of body.items) expect(await settled(maya, id)).toMatchObject({ status: 'done' })
    const left = (await maya.call(listIntegrations, { query: {} })).body.items
    expect(left.map(({ id }) => id)).not.toContain(fresh.id)
  })
})
