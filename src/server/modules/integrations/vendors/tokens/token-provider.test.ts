import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import { OutboundFailure, type Outbound, type OutboundAnswer } from '#server/platform/outbound/send.ts'
import { runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead, goAndComeBack, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { sealContext } from '#server/platform/secrets.ts'
import { selectIntegration } from '../../queries.ts'
import { openVendorSession } from '../service.ts'
import type { VendorApps } from '../model.ts'
import { currentToken } from '../session.ts'
import { createVendorApps } from '../vendor-apps.ts'

let stage: Stage
let priya: TestUser
beforeAll(async () => {
  stage = await startStage()
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => stage.close())

/** Another process of the same installation, which shares only the database. */
const anotherWorker = (): VendorApps => {
  const { database, vendors } = stage.world
  const { sealer, sandboxUrl, publicUrl } = vendors
  return createVendorApps({ database, sealer, vendors: {}, sandboxUrl, publicUrl, keepsLimits: false })
}

/** Every renewal is a new token at the vendor. */
const tokensAt = ({ vendor }: PlayedVendor, account: string): number =>
  stage.sandbox.store.all('select access from token where vendor = ? and account = ?', vendor.prefix, account).length

const expire = async (vendor: PlayedVendor, account: string, integrationId: string): Promise<void> => {
  vendor.admin.expireTokens(account)
  const { clientId } = priya.user
  await stage.world.database.asSystem('test: the token has run out', (tx) =>
    sql`update integration_secret set expires_at = now() where client_id = ${clientId}
      and id = (select grant_id from integration_access where client_id = ${clientId} and integration_id = ${integrationId})`.execute(
      tx,
    ),
  )
}

/** Four workers that find the same token expired at the same moment, each with a request to the vendor. */
const askAllAtOnce = async (integrationId: string): Promise<unknown[]> => {
  const { clientId } = priya.user
  const row = await stage.world.database.inClient(clientId, (tx) => selectIntegration(tx, { clientId, integrationId }))
  if (!row) throw new Error('The source is gone')
  const workers = Array.from({ length: 4 }, anotherWorker)
  const asked = workers.map(async (vendors) => {
    const { connector, session } = openVendorSession(vendors, row)
    return connector.read?.streams[0]?.read(session, { cursor: null, since: null })
  })
  const answers = await Promise.all(asked)
  await Promise.all(workers.map((vendors) => vendors.close()))
  return answers
}

const types = ['hubspot', 'salesforce', 'ghl', 'microsoft_dynamics', 'googlesheet'] as const satisfies readonly ProviderType[]

describe('The tokens of a login', () => {
  it('are sealed for their row, so that a rotation of the sealing keys finds and opens them [SYNC-02]', async () => {
    const vendor = stage.play('hubspot')
    await connectToRead(priya, vendor.type, vendor.toConnect(vendor.newAccount('Sealed portal', { people: 1, deals: 0 })))
    const { database, vendors } = stage.world
    const rows = await database.asSystem('test: look at sealed keys', (tx) =>
      tx
        .selectFrom('integration_secret')
        .select(['client_id', 'id', 'access_sealed', 'refresh_sealed'])
        .where('client_id', '=', priya.user.clientId)
        .execute(),
    )
    const opened = rows.flatMap(({ client_id: clientId, id, ...sealed }) =>
      Object.entries(sealed).map(([column, value]) =>
        vendors.sealer.open(value ?? '', sealContext('public.integration_secret', column, clientId, id)).toString(),
      ),
    )
    expect(opened.length).toBeGreaterThan(1)
    expect(opened.filter((token) => token === '')).toEqual([])
  })
})

describe('Access that has expired', () => {
  it.each(types)('is renewed once for four workers of %s, several times in a row [SYNC-09]', async (type) => {
    const vendor = stage.play(type)
    const account = vendor.newAccount(`Harbor ${type}`, { people: 5, deals: 2 })
    const { id } = await connectToRead(priya, vendor.type, vendor.toConnect(account))
    await settled(priya, id)
    for (let time = 0; time < 2; time += 1) {
      await expire(vendor, account, id)
      const before = tokensAt(vendor, account)
      const answers = await askAllAtOnce(id)
      expect(answers.filter((page) => page !== undefined)).toHaveLength(4)
      expect(tokensAt(vendor, account)).toBe(before + 1)
    }
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done' })
  })
})

/** A worker of GoHighLevel whose token has expired, and whose token calls the test intercepts. */
const withStaleKey = async (name: string, onTokenCall: (send: () => Promise<OutboundAnswer>) => Promise<OutboundAnswer>) => {
  const vendor = stage.play('ghl')
  const account = vendor.newAccount(name, { people: 3, deals: 0 })
  const { id } = await connectToRead(priya, vendor.type, vendor.toConnect(account))
  await settled(priya, id)
  await expire(vendor, account, id)
  const { clientId } = priya.user
  const row = await stage.world.database.inClient(clientId, (tx) => selectIntegration(tx, { clientId, integrationId: id }))
  if (!row) throw new Error('The source is gone')
  const worker = anotherWorker()
  const send: Outbound['send'] = (request) =>
    request.url.includes('/oauth/token')
      ? onTokenCall(async () => {
          const answer = await worker.outbound.send({ ...request, signal: undefined })
          request.signal?.throwIfAborted()
          return answer
        })
      : worker.outbound.send(request)
  return { id, row, vendors: { ...worker, outbound: { ...worker.outbound, send } } }
}

describe('A renewal', () => {
  it('is saved although the run was stopped as the vendor answered: the next run has access [SYNC-09]', async () => {
    const stopping = new AbortController()
    const { id, row, vendors } = await withStaleKey('Stopped location', (send) => {
      stopping.abort()
      return send()
    })
    const { connector, session } = openVendorSession(vendors, row, { signal: stopping.signal })
    await expect(connector.read?.streams[0]?.read(session, { cursor: null, since: null })).rejects.toThrow('abort')
    await vendors.close()
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done' })
  })

  it('is requested once, under a lease that is longer than a slot and the longest answer', async () => {
    let asked = 0
    const left: number[] = []
    const { id, row, vendors } = await withStaleKey('Silent location', async () => {
      asked += 1
      const { rows } = await stage.world.database.asSystem('test: how long nobody else renews', (tx) =>
        sql<{ left: number }>`select extract(epoch from renewing_until - now())::float8 as left from integration_secret
          where client_id = ${priya.user.clientId} and id = ${id}`.execute(tx),
      )
      left.push(...rows.map((one) => one.left))
      throw new OutboundFailure('connection', 'Nobody there')
    })
    await expect(currentToken(vendors, row)).rejects.toMatchObject({ kind: 'unavailable' })
    await vendors.close()
    expect([asked, left]).toEqual([1, [expect.toSatisfy((seconds: number) => seconds > 100)]])
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done' })
  })
})

describe('An answer', () => {
  it('may take longer for a run than for a waiting user or a token renewal [SYNC-10]', async () => {
    const timeouts: [what: string, ms: number | undefined][] = []
    const { row, vendors } = await withStaleKey('Slow location', (send) => send())
    const send: Outbound['send'] = (request) => {
      timeouts.push([request.url.includes('/oauth/token') ? 'key' : 'data', request.timeoutMs])
      return vendors.outbound.send(request)
    }
    const listened = { ...vendors, outbound: { ...vendors.outbound, send } }
    const run = openVendorSession(listened, row)
    await run.connector.read?.streams[0]?.read(run.session, { cursor: null, since: null })
    expect(new Set(timeouts.map(String))).toEqual(new Set(['key,', 'data,120000']))
    timeouts.length = 0
    const waiting = openVendorSession(listened, row, { isForUser: true })
    await waiting.connector.read?.streams[0]?.read(waiting.session, { cursor: null, since: null })
    expect(new Set(timeouts.map(String))).toEqual(new Set(['data,']))
    await vendors.close()
  })
})

const isLost = (source: Integration): Integration | undefined => (source.status === 'error' ? source : undefined)

const noticesOf = async (kind: string) => {
  const { body } = await priya.call(listNotifications, { query: {} })
  return body.items.filter((one) => one.kind === kind)
}

const emailsTo = async (email: string, subject: RegExp): Promise<number> => {
  const response = await fetch(`${stage.world.url}/agencies-api/outbox/letters?limit=50&to=${encodeURIComponent(email)}`)
  const { items } = (await response.json()) as { items: { subject: string }[] }
  return items.filter((email) => subject.test(email.subject)).length
}

describe('Access that Priya revoked at the vendor', () => {
  it('sets the source to error and notifies her once; reconnected, syncing continues where it stopped [SYNC-09]', async () => {
    const vendor = stage.play('hubspot')
    const account = vendor.newAccount('Revoked portal', { people: 20, deals: 5 })
    const { id } = await connectToRead(priya, vendor.type, vendor.toConnect(account))
    await settled(priya, id)
    vendor.admin.revokeTokens(account)
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'failed', error_kind: 'auth_lost', error_text: expect.any(String) })
    const lost = await eventually(async () => isLost(await integrationOf(priya, id)))
    expect(lost.status_reason).toMatch(/\w+ .*\.$/)
    expect(await noticesOf('sync.lost')).toHaveLength(1)
    expect(await eventually(async () => (await emailsTo(priya.email, /Revoked portal|HubSpot/)) || undefined)).toBe(1)

    const [contact] = vendor.crm.people(account, 1)
    vendor.crm.changePerson(account, contact?.id ?? '', { lastName: 'Holm' }, Date.now())
    const again = await goAndComeBack(priya, vendor.type, vendor.toConnect(account), id)
    expect(again.status).toBe(200)
    const run = await settled(priya, id)
    expect(run).toMatchObject({ kind: 'incremental', status: 'done', changed: 1 })
    expect(run.records).toBeLessThan(25)
    expect(await integrationOf(priya, id)).toMatchObject({ status: 'active', status_reason: null, contacts: 20 })
    expect(await noticesOf('sync.lost')).toMatchObject([{ readAt: expect.any(String) }])
  })
})
