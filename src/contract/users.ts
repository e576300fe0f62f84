import { z } from 'zod'
import { client } from './clients.ts'
import { email, id, isoDate, timeZone } from './common.ts'
import { defineRoute, members, roles, tokenHolders } from './route.ts'

const userStatuses = ['INVITED', 'ACTIVE', 'SUSPENDED'] as const

const currentUser = z
  .object({
    id,
    clientId: id,
    cognitoId: z.string(),
    email: z.string(),
    name: z.string(),
    lastname: z.string(),
    role: z.enum(roles),
    status: z.enum(userStatuses),
    updatedAt: isoDate,
    isOwner: z.boolean(),
    isStaff: z.boolean(),
    client,
  })
  .meta({ id: 'CurrentUser' })

export const getUserByEmail = defineRoute({
  name: 'getUserByEmail',
  api: 'users',
  method: 'GET',
  path: '/users/email',
  summary: 'The signed-in person with their account. The first call after sign-up opens the account.',
  access: tokenHolders,
  query: z.object({ email, time_zone: timeZone.optional() }).strict(),
  reply: { status: 200, body: currentUser },
  errors: ['NOT_FOUND', 'EMAIL_UNVERIFIED', 'USER_SUSPENDED', 'CLIENT_SUSPENDED'],
})

export const changeUserStatus = defineRoute({
  name: 'changeUserStatus',
  api: 'users',
  method: 'POST',
  path: '/users/{id}/change_status',
  summary: 'Takes up an invitation: an invited person becomes active by this call at their first arrival.',
  access: members,
  params: z.object({ id }),
  body: z.object({ status: z.enum(userStatuses) }).strict(),
  reply: { status: 200, body: currentUser },
  errors: ['NOT_FOUND'],
})

export type CurrentUser = z.infer<typeof currentUser>
