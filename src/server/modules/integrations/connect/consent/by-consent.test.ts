import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import {
  finishConnect,
  getHubspotToken,
  listIntegrationModels,
  listIntegrations,
  refreshIntegration,
  startConnect,
} from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listRuns } from '#contract/syncs/runs.ts'
import { giveConsent } from '#server/connectors/testing/bench.ts'
import { connectionOf } from '#server/platform/db/connection.ts'
import { createLog } from '#server/platform/log.ts'
import { teammateOf } from '#server/testing/team.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, consent } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let nina: TestUser
let uma: TestUser
let jonah: TestUser
let portal: VendorAccount
const logged: string[] = []
beforeAll(async () => {
  const log = createLog({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  world = await startWorld({ log })
  maya = await world.signUp({ company: 'Harbor Light' })
  nina = await teammateOf(world, maya, { name: 'Nina', role: 'admin' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  portal = await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 3, deals: 1 })
})
afterAll(() => world.close())

const params = { type: 'hubspot' } as const
const come = (user: TestUser, body: { state: string; code?: string; error?: string }) =>
  user.call(finishConnect, { params, body })
const expired = [410, 'CONNECTION_EXPIRED']
const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]

describe('The return from the vendor', () => {
  it('works only for the user who started: neither for a user of the same account nor of another one', async () => {
    const back = await consent(maya, 'hubspot', portal)
    expect(refusal(await come(nina, back))).toEqual(expired)
    expect(refusal(await come(jonah, back))).toEqual(expired)
    expect((await come(maya, back)).status).toBe(200)
  })

  it('works once, for the vendor that it came from', async () => {
    const back = await consent(maya, 'hubspot', portal)
    const elsewhere = await maya.call(finishConnect, { params: { type: 'salesforce' }, body: back })
    expect(refusal(elsewhere)).toEqual(expired)
    expect((await come(maya, back)).status).toBe(200)
    expect(refusal(await come(maya, back))).toEqual(expired)
  })

  it('expires after ten minutes', async () => {
    const back = await consent(maya, 'hubspot', portal)
    const left = await world.database.asSystem('test: time passes', async (tx) => {
      const { rows } = await sql<{ left: number }>`update connect_attempt set expires_at = expires_at - interval '10 minutes'
        returning extract(epoch from expires_at + interval '10 minutes' - now())::int as left`.execute(tx)
      return rows[0]?.left
    })
    expect(left).toBeGreaterThan(540)
    expect(refusal(await come(maya, back))).toEqual(expired)
  })

  it.each(['made up', 'eyJhdHRlbXB0IjoiMSIsInVzZXIiOiIxIn0'])('cannot be forged: %s', async (state) => {
    expect(refusal(await come(maya, { state, code: 'any' }))).toEqual(expired)
  })

  it('cannot be changed on its way', async () => {
    const { state, code } = await consent(maya, 'hubspot', portal)
    const other = state.at(-5) === 'A' ? 'B' : 'A'
    expect(refusal(await come(maya, { state: state.slice(0, -5) + other + state.slice(-4), code }))).toEqual(expired)
  })

  it('reports in words that access was denied, and cannot be used again', async () => {
    const started = await maya.call(startConnect, { params, body: {} })
    const back = await giveConsent(started.body.oauth_url ?? '', portal.id, 'deny')
    const [state, error] = [back.searchParams.get('state') ?? '', back.searchParams.get('error') ?? '']
    const denied = await come(maya, { state, error })
    expect(refusal(denied)).toEqual([422, 'PROVIDER_REFUSED'])
    expect(denied.error.detail).toBe('Access to HubSpot was denied.')
    expect(refusal(await come(maya, { state, error }))).toEqual(expired)
  })

  it.each(['hubspot', 'facebook'] as const)(
    'brings nothing with a code of %s that was meant for another attempt: the vendor asks for the secret of that one',
    async (type) => {
      const account = type === 'hubspot' ? portal : await openAccount(world, type, { name: 'Ines Duarte' })
      const hers = await consent(maya, type, account)
      const stolen = await consent(jonah, type, account)
      const body = { state: hers.state, code: stolen.code }
      const answer = await maya.call(finishConnect, { params: { type }, body })
      expect(refusal(answer)).toEqual([409, 'CONNECTION_LOST'])
      expect(answer.error.detail).toMatch(/(revoked|accept) our access/)
      const own = { state: stolen.state, code: (await consent(jonah, type, account)).code }
      expect(refusal(await jonah.call(finishConnect, { params: { type }, body: own }))).toEqual([409, 'CONNECTION_LOST'])
    },
  )

  it('records a failure for the account with the reason, and for staff with the technical detail [API-16]', async () => {
    const { clientId } = maya.user
    const back = await consent(maya, 'hubspot', portal)
    expect((await come(maya, { ...back, code: 'never-given-to-anybody' })).status).toBe(409)
    const query = { event: 'integration_failed', client_id: clientId, limit: 1 }
    const [shownToMaya] = (await maya.call(listEvents, { query })).body.items
    expect(shownToMaya).toMatchObject({ origin: 'user', actor: maya.email, object: 'HubSpot' })
    expect(shownToMaya?.error).toMatch(/^HubSpot revoked our access/)
    expect(shownToMaya).not.toHaveProperty('technical')
    const sol = await signUpStaff(world)
    const [shownToStaff] = (await sol.call(listEvents, { query })).body.items
    expect(shownToStaff).toMatchObject({ error: shownToMaya?.error, technical: expect.stringMatching(/: status 400$/) })
    const line = logged.findLast((one) => one.includes('a source could not be connected')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      provider: 'hubspot',
      kind: 'auth_lost',
      technical: shownToStaff?.technical,
    })
    expect(line).not.toMatch(/maya|never-given/)
  })

  it('records nothing if it has expired: only the user sees it', async () => {
    const failures = async () => (await maya.call(listEvents, { query: { event: 'integration_failed' } })).body.total
    const before = await failures()
    expect(refusal(await come(maya, { state: 'made up', code: 'any' }))).toEqual(expired)
    expect(await failures()).toBe(before)
  })
})

describe('A connection', () => {
  it('is shown with its account, starts syncing immediately, and is recorded [SYNC-03] [SYNC-08]', async () => {
    const other = await openAccount(world, 'hubspot', { name: 'Second portal', people: 3, deals: 1 })
    const made = await connect(nina, 'hubspot', other)
    expect(made).toMatchObject({
      type: 'hubspot',
      category: 'crm',
      status: 'active',
      status_reason: null,
      hub_id: other.id,
      syncing: true,
    })
    expect(made.last_run).toMatchObject({ kind: 'full', origin: 'user', actor: nina.email })
    expect(await settled(maya, made.id)).toMatchObject({ status: 'done', records: expect.any(Number) })
    const events = await maya.call(listEvents, { query: { event: 'integration_connected', limit: 1 } })
    expect(events.body.items).toMatchObject([{ actor: nina.email, origin: 'user', object: 'HubSpot, second-portal.example.com' }])
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.connected', limit: 1 } })).body
    expect(items).toMatchObject([{ actorId: nina.user.id, objectType: 'integration', objectId: made.id }])
  })

  it('to the same account is the same source, reconnected [VAL-11]', async () => {
    const before = (await maya.call(listIntegrations, { query: {} })).body
    const again = await connect(maya, 'hubspot', portal)
    expect((await maya.call(listIntegrations, { query: {} })).body.total).toBe(before.total)
    await settled(maya, again.id)
  })

  it('that is repeated stays bound to its one account [VAL-11]', async () => {
    const { id } = await connect(maya, 'hubspot', portal)
    await settled(maya, id)
    const third = await openAccount(world, 'hubspot', { name: 'Third portal' })
    const other = await come(maya, await consent(maya, 'hubspot', third, id))
    expect(refusal(other)).toEqual([409, 'OTHER_ACCOUNT'])
    expect(other.error.detail).toMatch(/but you chose .*disconnect the source/)
    const same = await come(maya, await consent(maya, 'hubspot', portal, id))
    expect(same.body.integration.id).toBe(id)
  })

  it('of two clients to one portal is two independent sources [USER-01]', async () => {
    const his = await connect(jonah, 'hubspot', portal)
    const hers = (await maya.call(listIntegrations, { query: {} })).body.items
    expect(hers.map(({ id }) => id)).not.toContain(his.id)
    const foreign = await maya.call(startConnect, { params, body: { integration_id: his.id } })
    expect(refusal(foreign)).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await maya.call(refreshIntegration, { params: { id: his.id } }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await maya.call(listRuns, { params: { integration_id: his.id }, query: {} }))).toEqual([404, 'NOT_FOUND'])
  })

  it('can be seen but not made by users without admin rights', async () => {
    expect((await uma.call(listIntegrations, { query: {} })).body.total).toBeGreaterThan(0)
    expect(refusal(await uma.call(startConnect, { params, body: {} }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await come(uma, { state: 'any', code: 'any' }))).toEqual([403, 'FORBIDDEN'])
  })
})

/** Every table of the database that contains one of the texts. */
const tablesWith = async (texts: readonly string[]): Promise<string[]> => {
  const owner = new pg.Client(connectionOf(world.location, 'owner'))
  await owner.connect()
  const { rows: tables } = await owner.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query(`select 1 from ${name} held where held::text like any($1) limit 1`, [
      texts.map((one) => `%${one}%`),
    ])
    if (rows.length > 0) found.push(name)
  }
  await owner.end()
  return found
}

describe('Our access', () => {
  const mine = async () => {
    const { items } = (await maya.call(listIntegrations, { query: {} })).body
    const found = items.find(({ hub_id }) => hub_id === portal.id)
    if (!found) throw new Error('Not connected')
    return found
  }

  const lossesToldTo = async (user: TestUser) => {
    const { items } = (await user.call(listNotifications, { query: {} })).body
    return items.filter(({ kind }) => kind === 'sync.lost')
  }

  it('is renewed while an admin looks, and lost once the vendor says so; the other admins are notified [SYNC-03] [SYNC-09]', async () => {
    const { id } = await mine()
    await settled(maya, id)
    await atVendor(world, 'hubspot', `/accounts/${portal.id}/tokens`, { body: { do: 'expire' } })
    expect((await maya.call(refreshIntegration, { params: { id } })).body).toMatchObject({ status: 'active' })
    await atVendor(world, 'hubspot', `/accounts/${portal.id}/tokens`, { body: { do: 'revoke' } })
    const lost = await maya.call(refreshIntegration, { params: { id } })
    expect(lost.body).toMatchObject({ status: 'error', status_reason: expect.stringMatching(/Reconnect to resume syncing/) })
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.refreshed' } })).body
    expect(items.map(({ diff }) => diff['status']?.[1])).toEqual(['error', 'active'])
    expect(await lossesToldTo(nina)).toMatchObject([{ readAt: null }])
    expect(await lossesToldTo(maya)).toEqual([])
    expect((await maya.call(listEvents, { query: { event: 'integration_lost' } })).body.items).toMatchObject([
      { error: lost.body.status_reason },
    ])
    expect(refusal(await uma.call(refreshIntegration, { params: { id } }))).toEqual([403, 'FORBIDDEN'])
    const again = await come(maya, await consent(maya, 'hubspot', portal, id))
    expect(again.body.integration).toMatchObject({ id, status: 'active', status_reason: null })
    expect(await lossesToldTo(nina)).toMatchObject([{ readAt: expect.any(String) }])
  })

  it('is given to an admin as a short-lived token, without the refresh token [API-09]', async () => {
    const query = { hub_id: portal.id, client_id: maya.user.clientId }
    const answer = await maya.call(getHubspotToken, { query })
    expect(answer).toMatchObject({ status: 200, body: { refresh_token: '', access_token: expect.stringMatching(/.{20}/) } })
    const details = await fetch(`${world.sandboxUrl}/hubspot/account-info/v3/details`, {
      headers: { authorization: `Bearer ${answer.body.access_token}` },
    })
    expect(await details.json()).toMatchObject({ portalId: Number(portal.id) })
    expect(refusal(await uma.call(getHubspotToken, { query }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await jonah.call(getHubspotToken, { query }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await maya.call(getHubspotToken, { query: { hub_id: 'unknown' } }))).toEqual([404, 'NOT_FOUND'])
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.token_read' } })).body
    expect(items).toMatchObject([{ actorId: maya.user.id, diff: {} }])
  })

  it('is in no list of integrations [API-08] [SYNC-02]', async () => {
    const { items } = (await uma.call(listIntegrationModels, { query: { client_id: maya.user.clientId } })).body
    expect(items.find(({ hub_id }) => hub_id === portal.id)).toEqual({
      id: (await mine()).id,
      type: 'hubspot',
      url: null,
      refresh_token: null,
      auth_token: null,
      hub_id: portal.id,
      syncing: true,
      client_id: maya.user.clientId,
      connected: true,
    })
    expect(refusal(await uma.call(listIntegrationModels, { query: { client_id: jonah.user.clientId } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })

  it('is sealed at rest and appears in no other row and in no log line [SYNC-02]', async () => {
    await settled(maya, (await mine()).id)
    const vendors = new DatabaseSync(join(world.dataDir, 'sandbox', 'vendors.sqlite'), { readOnly: true })
    const secrets = vendors.prepare('select access, refresh from token').all().flatMap(Object.values) as string[]
    vendors.close()
    expect(secrets.length).toBeGreaterThan(10)
    expect(await tablesWith([portal.id])).toContain('public.integration')
    expect(await tablesWith(secrets)).toEqual([])
    const sealed = await world.database.asSystem('test: what is kept', (tx) =>
      tx.selectFrom('integration_secret').select(['access_sealed', 'refresh_sealed']).execute(),
    )
    expect(sealed.length).toBeGreaterThan(1)
    for (const row of sealed)
      expect(row).toEqual({ access_sealed: expect.stringMatching(/.{40}/), refresh_sealed: expect.stringMatching(/.{40}/) })
    expect(logged.length).toBeGreaterThan(20)
    expect(secrets.filter((one) => logged.some((line) => line.includes(one)))).toEqual([])
  })
})
