// HubSpot's webhooks, signed as HubSpot does.
import { createHmac, randomInt } from 'node:crypto'
import { knownApp } from '../kit/oauth-server.ts'
import type { WebhookDelivery } from '../kit/vendor.ts'
import type { Change } from './portal.ts'

const words = { contacts: 'contact', deals: 'deal' } as const
const eventsMax = 100
/** Events are current: filling an account with past years sends none. */
const freshFor = 60_000

const eventOf = ({ account, object, kind, id, at }: Change, more: Record<string, unknown>) => ({
  eventId: randomInt(1, 4_000_000_000),
  subscriptionId: 2_300_001,
  portalId: Number(account),
  appId: 5_100_001,
  occurredAt: at,
  subscriptionType: `${words[object]}.${kind}`,
  attemptNumber: 0,
  objectId: Number(id),
  changeSource: 'CRM_UI',
  ...more,
})

const eventsOf = (change: Change): unknown[] => {
  const { kind, properties = {}, merged } = change
  if (kind === 'propertyChange')
    return Object.entries(properties).map(([propertyName, propertyValue]) => eventOf(change, { propertyName, propertyValue }))
  if (kind !== 'merge') return [eventOf(change, { changeFlag: kind === 'creation' ? 'CREATED' : 'DELETED' })]
  const into = Number(merged?.into)
  return [
    eventOf(change, {
      primaryObjectId: into,
      mergedObjectIds: [Number(merged?.from)],
      newObjectId: into,
      numberOfPropertiesMoved: 1,
    }),
  ]
}

export const deliveriesOf = (change: Change, url: string | null): WebhookDelivery[] => {
  const now = Date.now()
  if (url === null || change.at < now - freshFor) return []
  const events = eventsOf(change).slice(0, eventsMax)
  if (events.length === 0) return []
  const body = JSON.stringify(events)
  const signature = createHmac('sha256', knownApp.clientSecret).update(`POST${url}${body}${now}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'x-hubspot-signature-v3': signature,
    'x-hubspot-request-timestamp': String(now),
    'x-hubspot-signature-version': 'v3',
  }
  return [{ url, body, headers }]
}
