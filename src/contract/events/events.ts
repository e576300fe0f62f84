import { z } from 'zod'
import { id, instant, listOf, skipQuery, sortOf } from '../kit/common.ts'
import { eventNames } from './event-names.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

export const eventOrigins = ['user', 'schedule', 'webhook', 'system', 'staff'] as const
export type EventOrigin = (typeof eventOrigins)[number]

const event = z
  .object({
    id,
    client_id: id,
    client_name: z.string().nullable().meta({ description: 'For internal staff, who see several accounts' }),
    event: z.enum(eventNames),
    origin: z.enum(eventOrigins),
    actor: z.string().nullable().meta({ description: 'Masked for internal staff, depending on the installation' }),
    object: z.string().nullable(),
    requested_for: z.string().nullable().meta({
      description:
        'The user a sync was requested for, if that is not the caller or the request used another name. Masked for internal staff, depending on the installation',
    }),
    counts: z.record(z.string(), z.int()).nullable().meta({ description: 'Counts of what a sync did' }),
    error: z.string().nullable().meta({ description: "Why it didn't finish" }),
    technical: z.string().nullable().optional().meta({ description: 'Technical details; for internal staff only' }),
    created_at: instant,
  })
  .meta({ id: 'Event' })

export const listEvents = defineRoute({
  name: 'listEvents',
  api: 'contacts',
  method: 'GET',
  path: '/events/',
  summary: 'List the activity in your account, newest first. Internal staff see all accounts.',
  access: whoMay('activity', 'r'),
  query: skipQuery
    .extend({
      client_id: id.optional(),
      sort: sortOf(['created_at', 'event', 'origin'], 'created_at:desc'),
      event: z.string().max(100).optional(),
      origin: z.enum(eventOrigins).optional(),
      from: instant.optional(),
      to: instant.optional().meta({ description: 'Before this time (exclusive)' }),
    })
    .strict(),
  reply: { status: 200, body: listOf(event) },
  errors: ['NOT_FOUND'],
})

export type Event = z.infer<typeof event>
