// What any program does that has the address of an endpoint.
import { createHmac } from 'node:crypto'
import { request } from 'undici'
import type { InboundReply } from '#contract/webhooks/inbound.ts'
import { createWebhookEndpoint, type WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { listDeliveries, type WebhookDelivery } from '#contract/webhooks/deliveries.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'

interface Answer {
  status: number
  body: InboundReply & { code?: string; detail?: string }
  retryAfter: string | undefined
}

type Body = string | Buffer | object

export const post = async (url: string, body: Body, headers: Record<string, string> = {}): Promise<Answer> => {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
  return {
    status: response.statusCode,
    body: (await response.body.json()) as Answer['body'],
    retryAfter: response.headers['retry-after'] as string | undefined,
  }
}

export interface OpenedEndpoint {
  endpoint: WebhookEndpoint
  url: string
  send: (body: Body, headers?: Record<string, string>) => Promise<Answer>
}

export const openEndpoint = async (user: TestUser, companyId: string | null = null): Promise<OpenedEndpoint> => {
  const { body, status } = await user.call(createWebhookEndpoint, { body: { company_id: companyId } })
  if (status !== 201) throw new Error(`No endpoint: ${JSON.stringify(body)}`)
  return { ...body, send: (sent, headers) => post(body.url, sent, headers) }
}

/** As the library of Standard Webhooks signs. */
export const signed = (secret: string, body: string, { at = Date.now(), id = 'msg_1' } = {}): Record<string, string> => {
  const timestamp = Math.floor(at / 1000)
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}

/** The newest first, once nothing waits any longer. */
export const deliveriesOf = (user: TestUser, query: Record<string, string> = {}): Promise<WebhookDelivery[]> =>
  eventually(async () => {
    const { items } = (await user.call(listDeliveries, { query: { limit: 100, ...query } })).body
    return items.length > 0 && items.every(({ state }) => state !== 'waiting') ? items : undefined
  })
