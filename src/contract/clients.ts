import { z } from 'zod'
import { currency, email, id, instant, listOf, nameOf, pageQuery, timeZone, version } from './common.ts'
import { accountTypes, admins, anyone, defineRoute, staff } from './route.ts'

const clientStatuses = ['pending', 'active', 'suspended', 'closing', 'closed'] as const

export const client = z
  .object({
    id,
    name: z.string(),
    type: z.enum(accountTypes),
    status: z.enum(clientStatuses),
    timeZone: z.string(),
    currency: z.string(),
    version: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'Client' })

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

const clientRow = client.extend({
  ownerName: z.string().nullable(),
  ownerLastname: z.string().nullable(),
  ownerEmail: z.string().nullable().meta({ description: 'Masked: the first letter and the domain' }),
})

export const listClients = defineRoute({
  name: 'listClients',
  api: 'users',
  method: 'GET',
  path: '/clients/',
  summary: 'All clients of the installation, newest first.',
  access: staff,
  query: pageQuery.strict(),
  reply: { status: 200, body: listOf(clientRow) },
})

export const updateClient = defineRoute({
  name: 'updateClient',
  api: 'users',
  method: 'PATCH',
  path: '/clients/{id}',
  summary: 'Change the profile of your own account.',
  access: admins,
  params: z.object({ id }),
  body: z
    .object({
      version,
      name: nameOf('your company name').optional(),
      timeZone: timeZone.optional(),
      currency: currency.optional(),
    })
    .strict(),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'CLIENT_NAME_TAKEN', 'STALE_VERSION'],
})

export type Client = z.infer<typeof client>
export type ClientRow = z.infer<typeof clientRow>
