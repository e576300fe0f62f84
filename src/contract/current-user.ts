import { z } from 'zod'
import { client } from './clients.ts'
import { isoDate } from './common.ts'
import { defineRoute, tokenHolders } from './route.ts'
import { termsVersion } from './terms.ts'
import { email, reportedTimeZone } from './texts.ts'
import { themes, userFields } from './users.ts'

const currentUser = z
  .object({
    ...userFields,
    cognitoId: z.string(),
    updatedAt: isoDate,
    isStaff: z.boolean(),
    timeZone: z.string().nullable().meta({ description: 'Absent where the time zone of the account counts' }),
    theme: z.enum(themes),
    termsVersion: z
      .string()
      .nullable()
      .meta({ description: 'The version of the terms that the user accepted. Only the owner of an account has to' }),
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
  query: z
    .object({
      email,
      time_zone: reportedTimeZone.optional(),
      terms_version: z
        .literal(termsVersion, 'The terms have changed. Reload the page, then read and accept the current version')
        .optional()
        .meta({ description: 'The owner accepts this version of the terms, which has to be the current one' }),
      opens_account: z
        .stringbool()
        .default(true)
        .meta({ description: 'False: somebody without an account is refused instead of getting one' }),
    })
    .strict(),
  reply: { status: 200, body: currentUser },
  errors: ['NOT_FOUND', 'EMAIL_UNVERIFIED', 'USER_SUSPENDED', 'CLIENT_SUSPENDED', 'TERMS_NOT_ACCEPTED'],
})

export type CurrentUser = z.infer<typeof currentUser>
