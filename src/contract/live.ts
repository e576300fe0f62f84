import { z } from 'zod'
import { id } from './common.ts'
import { defineRoute, members } from './route.ts'

/** What may change on an open screen. The data itself is fetched again by its own call. */
export const liveTopics = ['onboarding', 'events', 'integrations', 'user', 'client'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** One server-sent event: `id` is the place to resume from, `event` the topic. */
export const liveMessage = z.object({ id, topic: z.enum(liveTopics) })

export const streamLive = defineRoute({
  name: 'streamLive',
  api: 'agencies',
  method: 'GET',
  path: '/live',
  summary: 'Server-sent events of your own account. Send Last-Event-ID to go on after a lost connection.',
  access: members,
  reply: { status: 200, stream: 'text/event-stream' },
})
