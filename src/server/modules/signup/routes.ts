import { createClient, validateCreateRequest } from '#contract/signup/sign-up.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import type { Identity } from '#server/identity/public.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { openClientFor } from './open-account-for.ts'
import { getOrCreateCurrentUser, validateSignUp } from './service.ts'

export const signupRoutes = (database: Database, identity: Identity, dispatcher: Dispatcher): Served[] => [
  serve(validateCreateRequest, ({ body }) => validateSignUp(database, body)),
  serve(getUserByEmail, ({ query }, { subject, token }) =>
    getOrCreateCurrentUser(database, {
      subject,
      email: query.email,
      timeZone: query.time_zone,
      termsVersion: query.terms_version,
      opensAccount: query.opens_account,
      profile: () => identity.getProfile(token),
    }),
  ),
  serve(createClient, ({ body }, context) => openClientFor(context, dispatcher, body)),
]
