import { z } from 'zod'
import { apiNames } from './route.ts'

/** How the sign-in form begins: with a password, with a choice of ways to sign in, or with a password and one more answer. */
const signInFlows = ['USER_SRP_AUTH', 'USER_AUTH', 'CUSTOM_WITH_SRP'] as const
/** What users may use besides a password, as far as the pool is configured for it. */
export const signInFeatures = ['totp', 'emailMfa', 'passkeys', 'emailCode', 'devices'] as const

/** What the page needs to know before its first call; the server writes it into the page as JSON. */
const webConfig = z.object({
  apis: z.record(z.enum(apiNames), z.string()),
  identity: z.object({
    userPoolId: z.string(),
    userPoolClientId: z.string(),
    /** Path of the embedded pool on this origin; absent with AWS Cognito. */
    endpoint: z.string().optional(),
    identityPoolId: z.string().optional(),
    flow: z.enum(signInFlows),
    features: z.array(z.enum(signInFeatures)),
    /** What the email after sign-up contains: a code to type, or a link to open. */
    signUpVerification: z.enum(['code', 'link']),
    /** Whether all users need a second step. */
    mfa: z.enum(['optional', 'required']),
    /** The provider's own pages: signing out ends the session there too, and returns to one of these addresses. */
    hosted: z.object({ domain: z.string(), signOutUrls: z.array(z.string()) }).optional(),
  }),
  env: z.string(),
  outbox: z.boolean(),
  /** Whether staff see names and emails of users, or masks until they give a reason. */
  staffSees: z.enum(['columns', 'masked']),
  sandboxUrl: z.string().nullable(),
  demo: z
    .object({
      password: z.string(),
      people: z.array(z.object({ name: z.string(), email: z.string(), tenant: z.string(), role: z.string() })),
    })
    .nullable(),
})

export type WebConfig = z.infer<typeof webConfig>
