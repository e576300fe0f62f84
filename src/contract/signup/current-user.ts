import { z } from 'zod'
import { client } from '../clients.ts'
import { isoDate } from '../kit/common.ts'
import { defineRoute, tokenHolders } from '../kit/route.ts'
import { termsVersion } from './terms.ts'
import { email, reportedTimeZone } from '../kit/texts.ts'
import { themes, userFields } from '../users/users.ts'

const currentUser = z
  .object({
    ...userFields,
    cognitoId: z.string(),
    updatedAt: isoDate,
    isStaff: z.boolean(),
    timeZone: z.string().nullable().meta({ description: "Absent if the user uses the account's time zone" }),
    theme: z.enum(themes),
    termsVersion: z
      .string()
      .nullable()
      .meta({ description: 'The version of the terms the user accepted. Only the owner of an account has to accept them' }),
    client,
  })
  .meta({ id: 'CurrentUser' })

export const getUserByEmail = defineRoute({
  name: 'getUserByEmail',
  api: 'users',
  method: 'GET',
  path: '/users/email',
  summary: 'Get the signed-in user with their account. The first call after sign-up creates the account.',
  access: tokenHolders,
  query: z
    .object({
      email,
      time_zone: reportedTimeZone.optional(),
      terms_version: z
        .literal(termsVersion, 'The terms have changed. Reload the page, then read and accept the current version')
        .optional()
        .meta({ description: 'Accept this version of the terms as the owner. It must be the current one' }),
      opens_account: z
        .stringbool()
        .default(true)
        .meta({ description: 'If false, a user without an account is rejected instead of getting one' }),
    })
    .strict(),
  reply: { status: 200, body: currentUser },
  errors: ['NOT_FOUND', 'EMAIL_UNVERIFIED', 'USER_SUSPENDED', 'CLIENT_SUSPENDED', 'TERMS_NOT_ACCEPTED'],
})

export type CurrentUser = z.infer<typeof currentUser>
