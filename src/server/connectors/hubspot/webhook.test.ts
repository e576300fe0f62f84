import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '#sandbox/kit/random.ts'
import { contactOf } from '#sandbox/kit/fill.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { vendorAppOf } from '../kit/app.ts'
import type { Delivery, WebhookEvent } from '../kit/connector.ts'
import type { VendorApp } from '../kit/access.ts'
import { manifest } from './manifest.ts'
import { webhook } from './webhook.ts'

const deliveries: Delivery[] = []
let productUrl = ''
const product = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const headers = request.headers as IncomingHttpHeaders & Record<string, string>
    deliveries.push({
      method: 'POST',
      url: productUrl + request.url,
      headers,
      body: Buffer.concat(parts).toString(),
      now: new Date(),
    })
    response.end()
  })
})
let sandbox: Sandbox
let app: VendorApp

beforeAll(async () => {
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done))
  productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, productUrl })
  const known = vendorAppOf(manifest, { vendors: {}, sandboxUrl: sandbox.url, publicUrl: productUrl })
  if (!known) throw new Error('The sandbox is known')
  app = known
})
afterAll(async () => {
  await sandbox.close()
  product.close()
})

const eventsRead = (): WebhookEvent[] => deliveries.flatMap((delivery) => webhook.read(delivery, null))

describe('Webhooks of HubSpot', () => {
  it('are accepted with their signature, for five minutes, and not if a character was changed', async () => {
    const admin = sandbox.installed.find(({ vendor }) => vendor.prefix === 'hubspot')?.admin
    const crm = admin?.crm
    if (!admin || !crm) throw new Error('HubSpot has people')
    const { account } = admin.createAccount({ name: 'Harbor Dental' })
    const now = Date.now()
    const [ada, ben] = [1, 2].map((number) => crm.addPerson(account, contactOf(createRandom(number), number, now)))
    if (!ada || !ben) throw new Error('There are two people')
    const path = [{ stage: 0, at: now }]
    const about = { name: 'Roof', amount: 10, currency: 'USD', personIds: [ada], pipeline: 0, source: '' }
    const deal = crm.addDeal(account, { ...about, path, createdAt: now, modifiedAt: now })
    crm.changeDeal(account, deal, { stage: 'won' }, now)
    crm.mergePeople?.(account, { from: ada, into: ben }, now)
    crm.removePerson(account, ben, now)
    await expect.poll(() => eventsRead().some(({ kind }) => kind === 'deleted')).toBe(true)

    const base = { hubId: account, occurredAt: new Date(now).toISOString() }
    expect(eventsRead()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...base, kind: 'changed', object: 'contact', externalId: ada }),
        expect.objectContaining({
          ...base,
          kind: 'stage',
          object: 'opportunity',
          externalId: deal,
          detail: { stageId: 'closedwon' },
        }),
        expect.objectContaining({ ...base, kind: 'merged', object: 'contact', externalId: ada, detail: { into: ben } }),
        expect.objectContaining({ ...base, kind: 'deleted', object: 'contact', externalId: ben }),
      ]),
    )
    expect(new Set(eventsRead().map(({ key }) => key)).size).toBe(eventsRead().length)
    const [first] = deliveries
    if (!first) throw new Error('Something was told')
    expect(webhook.isGenuine(app, first)).toBe(true)
    expect(webhook.isGenuine(app, { ...first, body: first.body.replace('contact', 'c0ntact') })).toBe(false)
    expect(webhook.isGenuine(app, { ...first, url: `${first.url}?x=1` })).toBe(false)
    expect(webhook.isGenuine(app, { ...first, now: new Date(first.now.getTime() + 301_000) })).toBe(false)
    expect(webhook.isGenuine(app, { ...first, headers: {} })).toBe(false)
    expect(webhook.isGenuine({ ...app, clientSecret: 'another' }, first)).toBe(false)
  })

  it('ignore unknown events', () => {
    const eventsIn = (body: unknown) =>
      webhook.read(
        { method: 'POST', url: '', headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body), now: new Date() },
        null,
      )
    expect(eventsIn('not JSON')).toEqual([])
    expect(eventsIn({})).toEqual([])
    const event = { eventId: 1, portalId: 5, occurredAt: 1_780_000_000_000, subscriptionType: 'company.creation', objectId: 9 }
    expect(eventsIn([event, { ...event, portalId: null }, 'odd'])).toEqual([])
    expect(eventsIn([{ ...event, subscriptionType: 'object.creation', objectTypeId: '0-3' }])).toMatchObject([
      { hubId: '5', kind: 'changed', object: 'opportunity', externalId: '9' },
    ])
    expect(eventsIn([{ ...event, subscriptionType: 'contact.privacyDeletion' }])).toMatchObject([{ kind: 'deleted' }])
  })

  it('leave out an event with an impossible time, and keep the others of the delivery', () => {
    const event = { eventId: 1, portalId: 5, occurredAt: 1_780_000_000_000, subscriptionType: 'contact.creation', objectId: 9 }
    const events = [9e15, 8.64e15, -1, 1_780_000_000_000].map((occurredAt, index) => ({ ...event, occurredAt, objectId: index }))
    const read = webhook.read({ method: 'POST', url: '', headers: {}, body: JSON.stringify(events), now: new Date() }, null)
    expect(read).toMatchObject([{ externalId: '3', occurredAt: new Date(1_780_000_000_000).toISOString() }])
  })

  it('name both contacts when two are merged into a third', () => {
    const event = {
      eventId: 1,
      portalId: 5,
      occurredAt: 1_780_000_000_000,
      subscriptionType: 'contact.merge',
      objectId: 30,
      primaryObjectId: 10,
      mergedObjectIds: [20],
      newObjectId: 30,
    }
    const events = webhook.read({ method: 'POST', url: '', headers: {}, body: JSON.stringify([event]), now: new Date() }, null)
    expect(events.map(({ externalId, detail }) => [externalId, detail['into']])).toEqual([
      ['20', '30'],
      ['10', '30'],
    ])
  })
})
