import { defineRoute, whoMay } from './kit/route.ts'

/** What may change on an open screen. The data itself is fetched again by its own call. */
export type LiveTopic =
  | 'onboarding'
  | 'events'
  | 'integrations'
  | 'users'
  | 'client'
  | 'notifications'
  | 'syncs'
  | 'connections'
  | 'webhooks'

export const streamLive = defineRoute({
  name: 'streamLive',
  api: 'agencies',
  method: 'GET',
  path: '/live',
  summary: 'Server-sent events for your account. Send Last-Event-ID to resume after a lost connection.',
  access: whoMay('ownAccount', 'r'),
  reply: { status: 200, stream: 'text/event-stream' },
})
