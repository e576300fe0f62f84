import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount } from '#sandbox/kit/fill.ts'
import type { CrmAdmin } from '#sandbox/kit/vendor.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { createOutbound } from '#server/platform/outbound/send.ts'
import { vendorAppOf } from '../kit/app.ts'
import type { Delivery } from '../kit/connector.ts'
import type { VendorApp } from '../kit/access.ts'
import { openAppSession } from '../kit/calls/session.ts'
import { giveConsent } from '../testing/bench.ts'
import { ghl } from './index.ts'

const { webhook: rules, auth } = ghl
if (!rules || auth.kind !== 'oauth') throw new Error('GoHighLevel has webhooks and a consent page')

const came: Delivery[] = []
const ear = createServer(async (request, reply) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const headers = request.headers as Record<string, string | undefined>
  came.push({ method: 'POST', url: request.url ?? '', headers, body, now: new Date() })
  reply.end()
  ear.emit('heard')
})

let sandbox: Sandbox
let app: VendorApp

const install = async (): Promise<void> => {
  const back = await giveConsent(auth.consentUrl(app, { state: 's', challenge: '', fields: {} }), 'harbor')
  const outbound = createOutbound({ trusted: [sandbox.url] })
  const budget = { take: async () => {}, pause: async () => {} }
  const appSession = openAppSession({ connector: ghl, app, outbound, budget })
  await auth.exchange(appSession, { code: back.searchParams.get('code') ?? '', verifier: '', fields: {} })
  await outbound.close()
}

const play = (crm: CrmAdmin): void => {
  const [contact = { id: '' }] = crm.people('harbor', 1)
  const [deal = { id: '' }] = crm.deals('harbor', 1)
  crm.changePerson('harbor', contact.id, { firstName: 'Ada' }, Date.now())
  crm.changeDeal('harbor', deal.id, { stage: 1 }, Date.now())
  crm.removeDeal('harbor', deal.id, Date.now())
  crm.removePerson('harbor', contact.id, Date.now())
}

beforeAll(async () => {
  ear.listen(0)
  await once(ear, 'listening')
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    productUrl: `http://localhost:${(ear.address() as AddressInfo).port}`,
  })
  const made = vendorAppOf(ghl.manifest, { vendors: {}, sandboxUrl: sandbox.url, publicUrl: 'http://localhost:8400' })
  const admin = sandbox.installed.find(({ vendor }) => vendor.prefix === 'ghl')?.admin
  if (!made || !admin?.crm) throw new Error('GoHighLevel has no sandbox')
  app = made
  admin.createAccount({ id: 'harbor', name: 'Harbor Law' })
  fillAccount(admin.crm, 'harbor', { people: 1, deals: 1, seed: 7 })
  await install()
  play(admin.crm)
  while (came.length < 5) await once(ear, 'heard')
})
afterAll(async () => {
  await sandbox.close()
  ear.close()
})

const one = (): Delivery => {
  const [first] = came
  if (!first) throw new Error('Nothing came')
  return first
}

describe('Webhooks of GoHighLevel', () => {
  it('report what happened to which record', () => {
    expect(came.every((delivery) => rules.isGenuine(app, delivery))).toBe(true)
    expect(came.flatMap((delivery) => rules.read(delivery, null))).toMatchObject([
      { hubId: 'harbor', kind: 'changed', object: 'contact' },
      { kind: 'stage', object: 'opportunity', detail: { stageId: expect.any(String), pipelineId: expect.any(String) } },
      { kind: 'changed', object: 'opportunity' },
      { kind: 'deleted', object: 'opportunity' },
      { kind: 'deleted', object: 'contact' },
    ])
    expect(new Set(came.flatMap((delivery) => rules.read(delivery, null)).map(({ key }) => key)).size).toBe(5)
  })
  it('are rejected if a character was changed, the signature is missing or from someone else', () => {
    const signature = Buffer.alloc(64, 1).toString('base64')
    expect(rules.isGenuine(app, { ...one(), body: one().body.replace('Ada', 'Eve') })).toBe(false)
    expect(rules.isGenuine(app, { ...one(), headers: {} })).toBe(false)
    expect(rules.isGenuine(app, { ...one(), headers: { 'x-ghl-signature': signature } })).toBe(false)
    expect(rules.isGenuine({ ...app, secrets: {} }, one())).toBe(false)
  })
  it('are rejected when they are old', () => {
    const now = new Date(one().now.getTime() + 6 * 60_000)
    expect(rules.isGenuine(app, { ...one(), now })).toBe(false)
  })
  it('only report a change if they have no time: an old one could come again at any moment', () => {
    const eventsIn = (event: object) => rules.read({ ...one(), body: JSON.stringify(event) }, null)
    const move = { type: 'OpportunityStageUpdate', locationId: 'harbor', id: '1', pipelineStageId: 'won', timestamp: new Date() }
    expect(eventsIn(move)).toMatchObject([{ kind: 'stage' }])
    expect(eventsIn({ ...move, timestamp: undefined })).toMatchObject([{ kind: 'changed', detail: {} }])
    expect(eventsIn({ type: 'ContactDelete', locationId: 'harbor', id: '1' })).toMatchObject([{ kind: 'changed' }])
  })
  it('are verified with a key in any copied form', () => {
    const [key = ''] = Object.values(app.secrets)
    const pem = `-----BEGIN PUBLIC KEY-----\\n${key}\\n-----END PUBLIC KEY-----\n`
    expect(rules.isGenuine({ ...app, secrets: { WEBHOOK_PUBLIC_KEY: pem } }, one())).toBe(true)
  })
  it.each([
    [{ hubId: 'harbor' }, '{"type":"UNINSTALL","appId":"a","locationId":"harbor","companyId":"group"}'],
    [{ loginId: 'group' }, '{"type":"UNINSTALL","appId":"a","companyId":"group"}'],
    [null, '{"type":"UNINSTALL","appId":"a"}'],
    [null, '{"type":"INSTALL","appId":"a","locationId":"harbor"}'],
    [null, 'no JSON'],
  ])('report that we were removed from %j: %s', (removal, body) => {
    expect(rules.removalIn?.({ ...one(), body })).toEqual(removal)
  })
  it('ignore unknown events', () => {
    const eventsIn = (body: string) => rules.read({ ...one(), body }, null)
    expect(eventsIn('{"type":"UNINSTALL","appId":"a","locationId":"harbor"}')).toEqual([])
    expect(eventsIn('{"type":"AppointmentCreate","locationId":"harbor","id":"1"}')).toEqual([])
    expect(eventsIn('no JSON')).toEqual([])
  })
})
