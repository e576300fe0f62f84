import { z } from 'zod'
import { id, instant, listOf, optionalVersion, pageQuery, search, sortOf } from './common.ts'
import { currency, email, nameOf, reason, timeZone } from './texts.ts'
import { accountTypes } from './permissions.ts'
import { anyone, defineRoute, whoMay } from './route.ts'

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

/** The person who opens the account, as the sign-up form sends it. */
const firstUser = z.object({
  lastname: nameOf('your last name'),
  name: nameOf('your first name'),
  email,
  username: z.string().max(128),
  deleted: z.literal(false),
  agency: z.boolean(),
})

export const validateCreateRequest = defineRoute({
  name: 'validateCreateRequest',
  api: 'users',
  method: 'POST',
  path: '/clients_public/validate_create_request',
  summary: 'Check that a company name and an email address are available before sign-up. Creates nothing.',
  access: anyone,
  body: z.object({
    name: nameOf('your company name'),
    isAgency: z.boolean(),
    users: z.array(firstUser).length(1),
  }),
  reply: { status: 200, body: z.object({ valid: z.literal(true) }) },
  errors: ['CLIENT_NAME_TAKEN', 'USER_EXISTS'],
  perMinute: 10,
})

const clientRow = client
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

export const createClient = defineRoute({
  name: 'createClient',
  api: 'users',
  method: 'POST',
  path: '/clients/',
  summary: 'Create an account for someone. We email the owner an invitation, and the account is pending until they sign in.',
  access: whoMay('internal', 'w'),
  body: z
    .object({
      name: nameOf('a client name'),
      isAgency: z.boolean(),
      owner: z
        .object({ name: nameOf('a first name'), lastname: nameOf('a last name'), email })
        .strict()
        .optional(),
      users: z
        .array(firstUser)
        .length(1)
        .optional()
        .meta({ description: 'Alternative to `owner`, in the format of the check before sign-up' }),
      timeZone: timeZone.default('UTC'),
      currency: currency.default('USD'),
    })
    .strict()
    .refine(({ owner, users }) => (owner === undefined) !== (users === undefined), {
      message: 'Enter the owner of the account',
      path: ['owner'],
    }),
  reply: { status: 201, body: clientRow },
  errors: ['CLIENT_NAME_TAKEN', 'USER_EXISTS'],
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
    })
    .strict(),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'CLIENT_NAME_TAKEN', 'STALE_VERSION', 'ACTION_NOT_ALLOWED'],
})

export const changeClientStatus = defineRoute({
  name: 'changeClientStatus',
  api: 'users',
  method: 'POST',
  path: '/clients/{id}/status_change',
  summary:
    'Suspend, restore or close an account. We email the owner, with the reason if there is one. A second staff user has to approve a closure.',
  access: whoMay('internal', 'w'),
  params: z.object({ id }),
  query: z.object({ status: z.enum(['active', 'suspended', 'closing']) }).strict(),
  body: z.object({ reason: reason.optional() }).strict(),
  reply: {
    status: 200,
    body: z.object({ client, awaitsSecondPerson: z.boolean() }),
  },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

/** Somebody without the mask. */
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

export const transferOwnership = defineRoute({
  name: 'transferOwnership',
  api: 'users',
  method: 'POST',
  path: '/clients/{id}/ownership',
  summary:
    'Make another active user the owner of the account. Internal staff give a reason, and a second staff user has to approve it.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  body: z.object({ user_id: id, reason: reason.optional() }).strict(),
  reply: { status: 200, body: z.object({ client: clientRow, awaitsSecondPerson: z.boolean() }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

const closing = z.object({ client, closesAt: instant, removes: z.record(z.string(), z.int()) })

export const previewClosure = defineRoute({
  name: 'previewClosing',
  api: 'users',
  method: 'GET',
  path: '/clients/{id}/closing',
  summary: 'Count what closing your account would erase.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  reply: { status: 200, body: closing },
  errors: ['NOT_FOUND'],
})

export const closeClient = defineRoute({
  name: 'closeClient',
  api: 'users',
  method: 'POST',
  path: '/clients/{id}/closing',
  summary: 'Close your account. Everything is erased after 30 days, and you can cancel until then. Requires the account name.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  body: z.object({ name: z.string().max(200) }).strict(),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const reopenClient = defineRoute({
  name: 'reopenClient',
  api: 'users',
  method: 'DELETE',
  path: '/clients/{id}/closing',
  summary: 'Cancel the closure of your account.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export type Client = z.infer<typeof client>
export type ClientRow = z.infer<typeof clientRow>
