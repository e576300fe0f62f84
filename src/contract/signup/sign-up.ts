import { z } from 'zod'
import { clientRow } from '../clients.ts'
import { anyone, defineRoute, whoMay } from '../kit/route.ts'
import { currency, email, nameOf, timeZone } from '../kit/texts.ts'

/** The user who opens the account, as the sign-up form sends it. */
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
