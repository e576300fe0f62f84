import { z } from 'zod'
import { apiNames } from './route.ts'

/** What the page needs to know before its first call; the server writes it into the page as JSON. */
const webConfig = z.object({
  apis: z.record(z.enum(apiNames), z.string()),
  identity: z.object({
    userPoolId: z.string(),
    userPoolClientId: z.string(),
    /** Path of the embedded pool on this origin; absent with AWS Cognito. */
    endpoint: z.string().optional(),
    identityPoolId: z.string().optional(),
  }),
  env: z.string(),
  outbox: z.boolean(),
  sandboxUrl: z.string().nullable(),
  demo: z
    .object({
      password: z.string(),
      people: z.array(z.object({ name: z.string(), email: z.string(), tenant: z.string(), role: z.string() })),
    })
    .nullable(),
})

export type WebConfig = z.infer<typeof webConfig>
