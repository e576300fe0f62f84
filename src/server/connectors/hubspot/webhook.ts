// Webhooks of HubSpot.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Delivery, WebhookEvent, Webhook } from '../kit/connector.ts'
import type { VendorApp } from '../kit/access.ts'
import type { RecordObject } from '../kit/records.ts'
import { jsonOf } from '../kit/wire.ts'
import { event, type WireEvent } from './wire.ts'

const oldestMs = 5 * 60_000
const eventsMax = 1000

const isGenuine = ({ clientSecret }: VendorApp, { method, url, headers, body, now }: Delivery): boolean => {
  const signature = Buffer.from(headers['x-hubspot-signature-v3'] ?? '')
  const timestamp = headers['x-hubspot-request-timestamp'] ?? ''
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > oldestMs) return false
  const signed = `${method.toUpperCase()}${url}${body}${timestamp}`
  const expected = Buffer.from(createHmac('sha256', clientSecret).update(signed).digest('base64'))
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

const objects: Readonly<Record<string, RecordObject>> = {
  contact: 'contact',
  '0-1': 'contact',
  deal: 'opportunity',
  '0-3': 'opportunity',
}

const kinds: Readonly<Record<string, WebhookEvent['kind']>> = {
  creation: 'changed',
  propertyChange: 'changed',
  restore: 'changed',
  associationChange: 'changed',
  deletion: 'deleted',
  privacyDeletion: 'deleted',
  merge: 'merged',
}

const stageOf = ({ propertyName, propertyValue }: WireEvent): string | null =>
  propertyName === 'dealstage' && propertyValue ? propertyValue : null

const mergedEvents = (wireEvent: WireEvent, base: Omit<WebhookEvent, 'kind' | 'externalId' | 'detail'>): WebhookEvent[] => {
  const into = wireEvent.newObjectId ?? wireEvent.primaryObjectId ?? wireEvent.objectId
  if (!into) return []
  const from = new Set([...(wireEvent.mergedObjectIds ?? []), ...(wireEvent.primaryObjectId ? [wireEvent.primaryObjectId] : [])])
  from.delete(into)
  return [...from].map((id) => ({ ...base, key: `${base.key}:${id}`, kind: 'merged', externalId: id, detail: { into } }))
}

/** HubSpot's event ids are not unique, and an event may come again with another number of attempts. */
const keyOf = ({ portalId, subscriptionType, objectId, eventId, occurredAt }: WireEvent): string =>
  [portalId, subscriptionType, objectId, eventId, occurredAt].map((part) => part ?? '').join(':')

const whatOf = ({ subscriptionType, objectTypeId }: WireEvent) => {
  const [word = '', happened = ''] = subscriptionType.split('.')
  const object = objects[word === 'object' ? (objectTypeId ?? '') : word]
  const kind = kinds[happened]
  return object && kind && { object, kind }
}

const eventsOf = (wireEvent: WireEvent): WebhookEvent[] => {
  const what = whatOf(wireEvent)
  if (!what) return []
  const { object, kind } = what
  const base = {
    hubId: wireEvent.portalId,
    key: keyOf(wireEvent),
    object,
    occurredAt: new Date(wireEvent.occurredAt).toISOString(),
  }
  if (kind === 'merged') return mergedEvents(wireEvent, base)
  const externalId = wireEvent.objectId ?? wireEvent.fromObjectId
  if (!externalId) return []
  const stageId = object === 'opportunity' ? stageOf(wireEvent) : null
  return [
    stageId === null ? { ...base, kind, externalId, detail: {} } : { ...base, kind: 'stage', externalId, detail: { stageId } },
  ]
}

export const webhook: Webhook = {
  by: 'signature',
  isGenuine,
  read({ body }) {
    const parsed = jsonOf(body)
    if (!Array.isArray(parsed)) return []
    return parsed.slice(0, eventsMax).flatMap((one) => {
      const read = event.safeParse(one)
      return read.success ? eventsOf(read.data) : []
    })
  },
}
