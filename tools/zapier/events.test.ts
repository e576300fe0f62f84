import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listContacts } from '#contract/crm/records.ts'
import { rotateWebhookKey } from '#contract/webhooks/endpoints.ts'
import { inboundEvents } from '#contract/webhooks/inbound.ts'
import { deliveriesOf, openEndpoint } from '#server/modules/webhooks/testing/senders.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import app from '../../zapier/app.ts'
import { AppError, connect, RefreshAuthError, ThrottledError } from './zapier.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const { operation: lead } = app.triggers.new_lead
const { operation: event } = app.creates.send_event

let agencies = 0
const openAgency = async () => {
  const ana = await world.signUp({ company: `Northlight ${(agencies += 1)}`, agency: true, name: 'Ana' })
  return { ana, ...(await openEndpoint(ana)) }
}
const signInOf = ({ email, password }: TestUser) => ({ site: world.url, email, password })

const theo = { event: 'lead.created', event_id: 'form-1', email: 'theo@example.com', first_name: 'Theo', last_name: 'Marsh' }

describe('A connection', () => {
  it('to an endpoint needs no password, and the check saves nothing [PARTNER-10]', async () => {
    const { ana, url, endpoint } = await openAgency()
    const { label, authData, run } = await connect({ secret_address: url })
    expect(label).toBe('webhook address')
    expect(authData.access_token).toBe('')
    await expect(run(lead.perform)).rejects.toThrow('enter an email address and a password')
    await ana.call(rotateWebhookKey, { params: { id: endpoint.id }, body: { end_old_now: true } })
    await expect.poll(() => connect({ secret_address: url }).catch((error: unknown) => error)).toBeInstanceOf(RefreshAuthError)
    expect((await ana.call(listContacts)).body.items).toEqual([])
  })

  it('for both sends to the endpoint and reads as Ana', async () => {
    const { ana, url } = await openAgency()
    const { label, run } = await connect({ ...signInOf(ana), secret_address: url })
    expect(label).toBe(ana.email)
    await run(event.perform, theo)
    await deliveriesOf(ana)
    expect(await run(lead.perform)).toMatchObject([{ name: 'Theo Marsh' }])
  })
})

describe('The action', () => {
  it('makes a contact of a lead once, however often Zapier repeats it [PARTNER-10]', async () => {
    const { ana, url } = await openAgency()
    const { run } = await connect({ secret_address: url })
    const sent = { ...theo, occurred_at: '2026-03-01T02:00:00-0800', phone: '', source: null, properties: { plan: 'gold' } }
    expect(await run(event.perform, sent)).toEqual({ accepted: 1, duplicates: 0 })
    expect(await run(event.perform, sent)).toEqual({ accepted: 0, duplicates: 1 })
    await deliveriesOf(ana)
    const { items } = (await ana.call(listContacts)).body
    expect(items).toMatchObject([{ name: 'Theo Marsh', email: 'theo@example.com', created_at: '2026-03-01T10:00:00.000Z' }])
  })

  it.each(inboundEvents)('sends %s', async (kind) => {
    const { url } = await openAgency()
    const { run } = await connect({ secret_address: url })
    const sent = { event: kind, external_id: 'crm-77', pipeline: 'Main', stage: 'Booked', amount: 1200, currency: 'USD' }
    expect(await run(event.perform, sent)).toEqual({ accepted: 1, duplicates: 0 })
  })

  it('fails with the reason if Tributary rejects the event', async () => {
    const { url } = await openAgency()
    const { run } = await connect({ secret_address: url })
    const nameless = run(event.perform, { event: 'lead.created', first_name: 'Theo' })
    await expect(nameless).rejects.toThrow('Tributary rejected this event: Send external_id, email or phone')
    await expect(nameless).rejects.toMatchObject({ code: 'missing_identifier', status: 422 })
    await expect(run(event.perform, { ...theo, event: 'stage.changed' })).rejects.toMatchObject({ code: 'missing_stage' })
    const tooLarge = run(event.perform, { ...theo, properties: { plan: 'x'.repeat(300_000) } })
    await expect(tooLarge).rejects.toBeInstanceOf(AppError)
    await expect(tooLarge).rejects.toMatchObject({ status: 413 })
  })

  it('leaves it to Zapier to try again later if there are too many events', async () => {
    const { url } = await openAgency()
    const { run } = await connect({ secret_address: url })
    const many = Array.from({ length: 40 }, (_, index) => run(event.perform, { ...theo, event_id: `form-${index}` }))
    const refused = (await Promise.allSettled(many)).flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as unknown] : [],
    )
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused) expect(error).toBeInstanceOf(ThrottledError)
    expect(refused.every((error) => error instanceof ThrottledError && error.delay >= 1 && error.delay <= 60)).toBe(true)
  })
})
