import { z } from 'zod'
import { id, instant, listOf, optionalVersion, pageQuery, search, sortOf } from './kit/common.ts'
import { currency, email, nameOf, reason, timeZone } from './kit/texts.ts'
import { accountTypes } from './users/permissions.ts'
import { defineRoute, whoMay } from './kit/route.ts'

export const clientStatuses = ['pending', 'active', 'suspended', 'closing', 'closed'] as const

export const client = z
  .object({
    id,
    name: z.string(),
    type: z.enum(accountTypes),
    status: z.enum(clientStatuses),
    statusReason: z.string().nullable(),
    statusSince: instant,
    closesAt: instant.nullable().meta({ description: 'When the account is erased, if it is being closed' }),
    timeZone: z.string(),
    currency: z.string(),
    version: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'Client' })

const place = { api: 'users', path: '/clients/{id}', params: z.object({ id }) } as const

export const clientRow = client
  .extend({
    ownerId: id.nullable(),
    ownerName: z.string().nullable(),
    ownerLastname: z.string().nullable(),
    ownerEmail: z.string().nullable(),
    isMasked: z
      .boolean()
      .meta({ description: 'The owner is masked for internal staff until they give a reason (STAFF_SEES=masked)' }),
    users: z.int(),
    closingAskedAt: instant
      .nullable()
      .meta({ description: 'For internal staff: when the closure was requested, if it needs a second approval' }),
  })
  .meta({ id: 'ClientRow' })

export const listClients = defineRoute({
  name: 'listClients',
  api: 'users',
  method: 'GET',
  path: '/clients/',
  summary: 'List all clients, newest first.',
  access: whoMay('internal', 'r'),
  query: pageQuery
    .extend({
      search: search.optional().meta({
        description:
          'Part of the client’s name or its owner’s name or email address, or the client’s ID. If owners are masked (STAFF_SEES): their full email address or both names',
      }),
      status: z.enum(clientStatuses).optional(),
      type: z.enum(accountTypes).optional(),
      sort: sortOf(['created_at', 'name'], 'created_at:desc'),
    })
    .strict(),
  reply: { status: 200, body: listOf(clientRow) },
})

export const getClient = defineRoute({
  ...place,
  name: 'getClient',
  method: 'GET',
  summary: 'Get your account. Internal staff can get any account.',
  access: whoMay('client', 'r'),
  reply: { status: 200, body: clientRow },
  errors: ['NOT_FOUND'],
})

export const getClientByEmail = defineRoute({
  name: 'getClientByEmail',
  api: 'users',
  method: 'GET',
  path: '/clients/email',
  summary: 'Get the account of the user with this email address. Internal staff can get any account.',
  access: whoMay('client', 'r'),
  query: z.object({ email }).strict(),
  reply: { status: 200, body: clientRow },
  errors: ['NOT_FOUND'],
})

export const updateClient = defineRoute({
  ...place,
  name: 'updateClient',
  method: 'PATCH',
  summary: 'Update the profile of your account. Internal staff can update any account.',
  access: whoMay('client', 'w'),
  body: z
    .object({
      version: optionalVersion,
      name: nameOf('your company name').optional(),
      timeZone: timeZone.optional(),
      currency: currency.optional(),
      reason: reason.optional().meta({ description: 'Required for internal staff renaming another account' }),
    })
    .strict(),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'CLIENT_NAME_TAKEN', 'STALE_VERSION', 'ACTION_NOT_ALLOWED'],
})

/** A user without the mask. */
export const revealed = z.object({ name: z.string(), lastname: z.string(), email: z.string() }).meta({ id: 'Revealed' })

export const revealOwner = defineRoute({
  name: 'revealOwner',
  api: 'users',
  method: 'POST',
  path: '/clients/{id}/reveal',
  summary: 'Reveal the owner of an account to internal staff. We record the reason and email it to the owner.',
  access: whoMay('internal', 'x'),
  params: z.object({ id }),
  body: z.object({ reason }).strict(),
  reply: { status: 200, body: revealed },
  errors: ['NOT_FOUND'],
  isConfidential: true,
})

export type Client = z.infer<typeof client>
export type ClientRow = z.infer<typeof clientRow>
