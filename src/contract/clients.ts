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
    closesAt: instant.nullable().meta({ description: 'When an account that is being closed is erased' }),
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
  summary: 'Check before sign-up that the company name and the email address are free. Creates nothing.',
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
      .meta({ description: 'For internal staff: since when one of them waits for a second to close the account' }),
  })
  .meta({ id: 'ClientRow' })

export const listClients = defineRoute({
  name: 'listClients',
  api: 'users',
  method: 'GET',
  path: '/clients/',
  summary: 'All clients of the installation, newest first.',
  access: whoMay('internal', 'r'),
  query: pageQuery
    .extend({
      search: search.optional().meta({
        description:
          'A part of its name or of its owner’s name or email address, or its id. Where owners are masked (STAFF_SEES), their whole address or both names',
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
  summary: 'Open an account for somebody. The owner is invited by letter; the account is pending until they arrive.',
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
        .meta({ description: 'In place of owner, as the check before sign-up has it' }),
      timeZone: timeZone.default('UTC'),
      currency: currency.default('USD'),
    })
    .strict()
    .refine(({ owner, users }) => (owner === undefined) !== (users === undefined), {
      message: 'Give the owner of the account',
      path: ['owner'],
    }),
  reply: { status: 201, body: clientRow },
  errors: ['CLIENT_NAME_TAKEN', 'USER_EXISTS'],
})

export const getClient = defineRoute({
  ...place,
  name: 'getClient',
  method: 'GET',
  summary: 'Your own account, or for internal staff any.',
  access: whoMay('client', 'r'),
  reply: { status: 200, body: clientRow },
  errors: ['NOT_FOUND'],
})

export const getClientByEmail = defineRoute({
  name: 'getClientByEmail',
  api: 'users',
  method: 'GET',
  path: '/clients/email',
  summary: 'The account that the person with this address belongs to: your own, or for internal staff any.',
  access: whoMay('client', 'r'),
  query: z.object({ email }).strict(),
  reply: { status: 200, body: clientRow },
  errors: ['NOT_FOUND'],
})

export const updateClient = defineRoute({
  ...place,
  name: 'updateClient',
  method: 'PATCH',
  summary: 'Change the profile of your own account, or for internal staff of any.',
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
    'Suspend, restore or close an account. Its owner is told, with the reason where one is given. Closing needs a second person of ours.',
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
  summary: 'Show internal staff who owns an account. The reason is written down and sent to the owner.',
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
  summary: 'Make another active person of the account its owner. Internal staff give a reason, and a second one has to agree.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  body: z.object({ user_id: id, reason: reason.optional() }).strict(),
  reply: { status: 200, body: z.object({ client: clientRow, awaitsSecondPerson: z.boolean() }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

const closing = z.object({ client, closesAt: instant, removes: z.record(z.string(), z.int()) })

export const previewClosing = defineRoute({
  name: 'previewClosing',
  api: 'users',
  method: 'GET',
  path: '/clients/{id}/closing',
  summary: 'What closing your account would erase, in counts.',
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
  summary: 'Close your account: everything is erased after 30 days, until then it can be taken back. Its name has to be typed.',
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
  summary: 'Take the closing of your account back.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export type Client = z.infer<typeof client>
export type ClientRow = z.infer<typeof clientRow>
