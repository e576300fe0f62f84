import { z } from 'zod'
import { revealed } from './clients.ts'
import { id, instant, isoDate, listOf, pageQuery, optionalVersion, search, sortOf } from './common.ts'
import { nameOf, reason, timeZone } from './texts.ts'
import { roles } from './permissions.ts'
import { defineRoute, whoMay, whoMayOrOwn } from './route.ts'

/** `INACTIVE` is somebody who was deleted; internal staff alone see them. As a filter of theirs it finds who is suspended or deleted. */
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
        'What internal staff asked for takes effect when a second staff user approves it within a day: a role, or an invitation into another account',
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
  summary: 'The users of your account. Internal staff see those of all accounts.',
  access: whoMay('users', 'r'),
  query: z
    .object({
      page: pageQuery.shape.page.unwrap().optional(),
      size: pageQuery.shape.size.unwrap().optional().meta({ description: 'Without page and size: up to 100 users' }),
      client_id: id.optional(),
      search: search.optional().meta({
        description:
          'A part of a name or email address. For internal staff also an id, or a part of the name of an account, of 2,000 accounts at most. Where names are masked (STAFF_SEES), first and last name together or a whole address.',
      }),
      status: z.enum(userStatuses).optional(),
      role: z.enum(roles).optional(),
      sort: sortOf(['created_at', 'name'], 'created_at:desc').meta({ description: 'By name only where names are not masked' }),
    })
    .strict(),
  reply: {
    status: 200,
    body: listOf(user).extend({
      counts: z
        .record(z.enum(userStatuses), z.int())
        .optional()
        .meta({ description: 'How many there are of each status, where one account is asked for' }),
    }),
  },
  errors: ['NOT_FOUND'],
})

export const getUser = defineRoute({
  ...place,
  name: 'getUser',
  method: 'GET',
  summary: 'One person of your account.',
  access: whoMayOrOwn('users', 'r'),
  reply: { status: 200, body: user },
  errors: ['NOT_FOUND'],
})

export const staffReason = reason
  .optional()
  .meta({ description: 'Internal staff give one for whatever they do in another account: its owner is told' })

export const updateUser = defineRoute({
  ...place,
  name: 'updateUser',
  method: 'PATCH',
  summary: 'Change yourself, or as an admin somebody of your account. Time zone and theme are for oneself alone.',
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
  summary: 'Remove somebody from the account. With dry_run nothing happens, and the answer says what would.',
  access: whoMay('users', 'd'),
  query: z.object({ dry_run: z.stringbool().default(false) }).strict(),
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
  summary:
    'Leave the account you are in, or decline your invitation. Your sign-in and your address stay yours, for an account of your own.',
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
  summary: 'Suspend or restore somebody. An invited person becomes active by this call at their first arrival.',
  access: whoMayOrOwn('users', 'w'),
  params: z.object({ id }),
  body: z.object({ status: z.enum(['INVITED', 'ACTIVE', 'SUSPENDED']), reason: reason.optional() }).strict(),
  reply: { status: 200, body: user },
  errors: ['NOT_FOUND', 'LAST_ADMIN', 'ACTION_NOT_ALLOWED'],
  isForInvited: true,
})

export const resetUserPassword = defineRoute({
  name: 'resetUserPassword',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/reset_password',
  summary: 'Send somebody a code for a new password. Their sign-ins end; the code is never shown here.',
  access: whoMay('users', 'w'),
  params: z.object({ id }),
  reply: { status: 202, body: z.object({ sent: z.literal(true) }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const clearUserFactors = defineRoute({
  name: 'clearUserFactors',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/clear_factors',
  summary:
    'For somebody who lost their phone: two-step sign-in is turned off, passkeys and remembered devices are removed, and they are signed out everywhere.',
  access: whoMay('users', 'w'),
  params: z.object({ id }),
  reply: { status: 202, body: z.object({ cleared: z.literal(true) }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const revealUser = defineRoute({
  name: 'revealUser',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/reveal',
  summary: 'Show internal staff the name and address of somebody. The reason is written down and sent to the account owner.',
  access: whoMay('internal', 'x'),
  params: z.object({ id }),
  body: z.object({ reason }).strict(),
  reply: { status: 200, body: revealed },
  errors: ['NOT_FOUND'],
  isConfidential: true,
})

export type User = z.infer<typeof user>
