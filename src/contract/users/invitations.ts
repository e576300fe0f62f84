import { z } from 'zod'
import { id, instant } from '../kit/common.ts'
import { limits } from '../kit/limits.ts'
import { roles } from './permissions.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { email, nameOf } from '../kit/texts.ts'
import { companies, staffReason, user } from './users.ts'

const newPerson = { role: z.enum(roles), companies: companies.default('all') }

export const createUser = defineRoute({
  name: 'createUser',
  api: 'users',
  method: 'POST',
  path: '/users/',
  summary: 'Invite one user by name. We email them a temporary password, valid for 7 days.',
  access: whoMay('users', 'w'),
  body: z
    .object({
      name: nameOf('a first name'),
      lastname: nameOf('a last name'),
      email,
      ...newPerson,
      client_id: id.optional(),
      reason: staffReason,
    })
    .strict(),
  reply: { status: 201, body: user },
  errors: ['USER_EXISTS', 'NOT_FOUND'],
})

const invitedUser = z
  .object({ email, name: nameOf('a first name').optional(), lastname: nameOf('a last name').optional() })
  .strict()

export const inviteUsers = defineRoute({
  name: 'inviteUsers',
  api: 'users',
  method: 'POST',
  path: '/users/invitations',
  summary: 'Invite many users by email address. Existing users are skipped and listed.',
  access: whoMay('users', 'w'),
  body: z
    .object({
      emails: z.array(email).max(limits.invitationsMax).default([]).meta({ description: "Users whose names you don't know" }),
      users: z
        .array(invitedUser)
        .max(limits.invitationsMax)
        .default([])
        .meta({ description: 'Users with their names. If you leave out a name, we take it from the address, if it has one' }),
      ...newPerson,
    })
    .strict()
    .refine(({ emails, users }) => emails.length + users.length > 0, { message: 'Enter at least one address', path: ['emails'] })
    .refine(({ emails, users }) => emails.length + users.length <= limits.invitationsMax, {
      message: `Invite at most ${limits.invitationsMax} users at once`,
      path: ['emails'],
    }),
  reply: { status: 201, body: z.object({ invited: z.array(user), skipped: z.array(z.string()) }) },
})

export const resendInvitation = defineRoute({
  name: 'resendInvitation',
  api: 'users',
  method: 'POST',
  path: '/users/resend_invitation',
  summary: 'Resend an invitation, at most every ten minutes. The previous email stops working.',
  access: whoMay('users', 'w'),
  query: z
    .object({
      email: email.optional(),
      id: id.optional().meta({ description: 'Alternative to the email address, if it is masked' }),
    })
    .strict()
    .refine((whom) => (whom.email === undefined) !== (whom.id === undefined), 'Enter an email address or an ID'),
  reply: { status: 202, body: z.object({ sent: z.literal(true), invitedAt: instant }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})
