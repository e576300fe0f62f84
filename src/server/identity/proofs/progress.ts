// The progress of a sign-in. It is sealed in the session from step to step.
import { z } from 'zod'

export const progressData = z.object({
  /** The first factor. */
  first: z.enum(['password', 'email', 'sms', 'passkey', 'question']),
  /** The device that the browser claims to be. */
  deviceKey: z.optional(z.string()),
  /** The operator's own question is answered. */
  isAnswered: z.optional(z.literal(true)),
  /** The second step is done, or skipped by a device that proved itself. */
  isSecondStepDone: z.optional(z.literal(true)),
  /** The device has proven itself. */
  isDeviceProven: z.optional(z.literal(true)),
})

export type Progress = z.infer<typeof progressData>
