import { z } from 'zod'
import { id, instant, listOf, skipQuery, sortOf } from './common.ts'
import { defineRoute, members } from './route.ts'

export const eventOrigins = ['user', 'schedule', 'webhook', 'system', 'staff'] as const

const event = z
  .object({
    id,
    client_id: id,
    event: z.string(),
    origin: z.enum(eventOrigins),
    actor: z.string().nullable(),
    object: z.string().nullable(),
    created_at: instant,
  })
  .meta({ id: 'Event' })

export const listEvents = defineRoute({
  name: 'listEvents',
  api: 'contacts',
  method: 'GET',
  path: '/events/',
  summary: 'What happened in your account, newest first.',
  access: members,
  query: skipQuery
    .extend({
      client_id: id.optional(),
      sort: sortOf(['created_at', 'event', 'origin'], 'created_at:desc'),
      event: z.string().max(100).optional(),
      origin: z.enum(eventOrigins).optional(),
    })
    .strict(),
  reply: { status: 200, body: listOf(event) },
  errors: ['NOT_FOUND'],
})

export type Event = z.infer<typeof event>
