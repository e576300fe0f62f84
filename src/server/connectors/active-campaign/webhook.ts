import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Delivery, WebhookEvent, Webhook } from '../kit/connector.ts'
import { instantOf, textOrNull } from '../kit/text.ts'
import { hookRequest, orForbidden } from './client.ts'
import { hookAnswer } from './wire.ts'

const stageMove = (form: URLSearchParams): Pick<WebhookEvent, 'kind' | 'detail'> => {
  const stageId = textOrNull(form.get('deal[stageid]'))
  const fields = [...form].filter(([name]) => name.startsWith('updated_fields')).map(([, value]) => value)
  if (stageId === null || !fields.some((field) => /^(d_)?stage(id)?$/.test(field))) return { kind: 'changed', detail: {} }
  return { kind: 'stage', detail: { stageId, pipelineId: textOrNull(form.get('deal[pipelineid]')) ?? '' } }
}

const read = ({ body, now }: Delivery, hubId: string | null): readonly WebhookEvent[] => {
  const form = new URLSearchParams(body)
  const deal = textOrNull(form.get('deal[id]'))
  const externalId = deal ?? textOrNull(form.get('contact[id]'))
  if (hubId === null || externalId === null) return []
  // Deliveries have no id, and the same one may come twice.
  const key = createHash('sha256').update(body).digest('base64url')
  const occurredAt = instantOf(form.get('date_time'))
  // Without a time an old delivery looks like a new one: it only reports that the record changed.
  const what = deal === null || occurredAt === null ? ({ kind: 'changed', detail: {} } as const) : stageMove(form)
  const object = deal === null ? 'contact' : 'opportunity'
  return [{ hubId, key, externalId, object, occurredAt: occurredAt ?? now.toISOString(), ...what }]
}

const subscriptions = z.looseObject({ webhooks: z.array(z.looseObject({ url: z.string() })) })

const subscribe: NonNullable<Webhook['subscribe']> = async (session, url) => {
  const { http } = session
  const known = http.get(subscriptions, { path: '/api/3/webhooks', query: { limit: 100 }, about: 'webhooks' })
  const { webhooks } = await orForbidden(session, 'webhooks', known)
  if (!webhooks.some((one) => one.url === url)) await orForbidden(session, 'webhooks', http.get(hookAnswer, hookRequest(url)))
}

export const webhook: Webhook = { by: 'key', isGenuine: () => true, read, subscribe }
