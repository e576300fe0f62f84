import { z } from 'zod'
import { revealed } from '../clients.ts'
import { id, instant, isoDate, listOf, pageQuery, optionalVersion, search, sortOf } from '../kit/common.ts'
import { nameOf, reason, timeZone } from '../kit/texts.ts'
import { roles } from './permissions.ts'
import { defineRoute, whoMay, whoMayOrOwn } from '../kit/route.ts'

/** `INACTIVE` is a deleted user; only staff see them. As their filter it finds suspended and deleted users. */
export const userStatuses = ['INVITED', 'ACTIVE', 'SUSPENDED', 'INACTIVE'] as const
export const themes = ['auto', 'light', 'dark'] as const

/** All companies of an agency, or the chosen ones among those that it is connected to. */
export const companies = z.union([z.literal('all'), z.array(id).max(500)])

/** What every description of a user has. */
export const userFields = {
  id,
  clientId: id,
  email: z.string(),
  name: z.string(),
  lastname: z.string(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  isOwner: z.boolean(),
  companies,
  version: z.int(),
}

export const user = z
  .object({
    ...userFields,
    clientName: z.string(),
    isMasked: z
      .boolean()
      .meta({ description: 'Name and address are masked for internal staff until they give a reason (STAFF_SEES=masked)' }),
    awaitsSecondPerson: z.boolean().optional().meta({
      description:
        'A role or an invitation to another account that internal staff requested. It takes effect once a second staff user approves it within 24 hours',
    }),
    invitedAt: instant.nullable(),
    statusSince: instant,
    lastSeenAt: instant.nullable(),
    createdAt: instant,
    updatedAt: isoDate,
  })
  .meta({ id: 'User' })

const place = { api: 'users', path: '/users/{id}/', params: z.object({ id }) } as const

export const listUsers = defineRoute({
  name: 'listUsers',
  api: 'users',
  method: 'GET',
  path: '/users/',
  summary: 'List the users of your account. Internal staff see all accounts.',
  access: whoMay('users', 'r'),
  query: z
    .object({
      page: pageQuery.shape.page.unwrap().optional(),
      size: pageQuery.shape.size.unwrap().optional().meta({ description: 'Without page and size: up to 100 users' }),
      client_id: id.optional(),
      search: search.optional().meta({
        description:
          'Part of a name or email address. For internal staff also an ID, or part of an account name, up to 2,000 accounts. If names are masked (STAFF_SEES): first and last name together, or a full email address.',
      }),
      status: z.enum(userStatuses).optional(),
      role: z.enum(roles).optional(),
      sort: sortOf(['created_at', 'name'], 'created_at:desc').meta({ description: "By name only if names aren't masked" }),
    })
    .strict(),
  reply: {
    status: 200,
    body: listOf(user).extend({
      counts: z
        .record(z.enum(userStatuses), z.int())
        .optional()
        .meta({ description: 'Number of users per status, if the request is for one account' }),
    }),
  },
  errors: ['NOT_FOUND'],
})

export const getUser = defineRoute({
  ...place,
  name: 'getUser',
  method: 'GET',
  summary: 'Get one user of your account.',
  access: whoMayOrOwn('users', 'r'),
  reply: { status: 200, body: user },
  errors: ['NOT_FOUND'],
})

export const staffReason = reason
  .optional()
  .meta({ description: 'Required for internal staff acting in another account or on other staff. We share it with the owner' })

export const updateUser = defineRoute({
  ...place,
  name: 'updateUser',
  method: 'PATCH',
  summary: 'Update yourself or, as an admin, a user of your account. Users can only change their own time zone and theme.',
  access: whoMayOrOwn('users', 'w'),
  body: z
    .object({
      version: optionalVersion,
      name: nameOf('a first name').optional(),
      lastname: nameOf('a last name').optional(),
      role: z.enum(roles).optional(),
      companies: companies.optional(),
      reason: staffReason,
      timeZone: timeZone.nullable().optional(),
      theme: z.enum(themes).optional(),
    })
    .strict(),
  reply: { status: 200, body: user },
  errors: ['NOT_FOUND', 'STALE_VERSION', 'LAST_ADMIN', 'ACTION_NOT_ALLOWED'],
})

export const deleteUser = defineRoute({
  ...place,
  name: 'deleteUser',
  method: 'DELETE',
  summary: 'Remove a user from the account. With dry_run, only returns what would happen.',
  access: whoMay('users', 'd'),
  query: z.object({ dry_run: z.stringbool().default(false), reason: staffReason }).strict(),
  reply: {
    status: 200,
    body: z.object({
      deleted: z.boolean(),
      removes: z.object({ notifications: z.int(), companies: z.int() }),
      keeps: z.object({ events: z.int(), auditEntries: z.int() }),
      addressFreeAt: instant,
    }),
  },
  errors: ['NOT_FOUND', 'LAST_ADMIN', 'ACTION_NOT_ALLOWED'],
})

export const leaveAccount = defineRoute({
  name: 'leaveAccount',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/leave',
  summary: 'Leave your account, or decline your invitation. You keep your sign-in and can create your own account with it.',
  access: whoMayOrOwn('users', 'w'),
  params: z.object({ id }),
  reply: { status: 200, body: z.object({ left: z.literal(true) }) },
  errors: ['NOT_FOUND', 'LAST_ADMIN', 'ACTION_NOT_ALLOWED'],
  isForInvited: true,
})

export const changeUserStatus = defineRoute({
  name: 'changeUserStatus',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/change_status',
  summary: 'Suspend or restore a user. An invited user becomes active with this call when they first sign in.',
  access: whoMayOrOwn('users', 'w'),
  params: z.object({ id }),
  body: z.object({ status: z.enum(['INVITED', 'ACTIVE', 'SUSPENDED']), reason: staffReason }).strict(),
  reply: { status: 200, body: user },
  errors: ['NOT_FOUND', 'LAST_ADMIN', 'ACTION_NOT_ALLOWED'],
  isForInvited: true,
})

export const resetUserPassword = defineRoute({
  name: 'resetUserPassword',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/reset_password',
  summary:
    'Email a user a password reset code. This signs them out everywhere. We never show the code. Up to 5 times in 24 hours for each user.',
  access: whoMay('users', 'w'),
  params: z.object({ id }),
  query: z.object({ reason: staffReason }).strict(),
  reply: { status: 202, body: z.object({ sent: z.literal(true) }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const clearUserFactors = defineRoute({
  name: 'clearUserFactors',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/clear_factors',
  summary:
    'Turn off two-step sign-in for a user who lost their phone. This also removes their passkeys and remembered devices, and signs them out everywhere.',
  access: whoMay('users', 'w'),
  params: z.object({ id }),
  query: z.object({ reason: staffReason }).strict(),
  reply: { status: 202, body: z.object({ cleared: z.literal(true) }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const revealUser = defineRoute({
  name: 'revealUser',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/reveal',
  summary:
    'Reveal the name and email address of a user to internal staff. We record the reason and email it to the account owner.',
  access: whoMay('internal', 'x'),
  params: z.object({ id }),
  body: z.object({ reason }).strict(),
  reply: { status: 200, body: revealed },
  errors: ['NOT_FOUND'],
  isConfidential: true,
})

export type User = z.infer<typeof user>
