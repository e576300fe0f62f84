// How far a sign-in has come. It travels sealed in the session from step to step.
import { z } from 'zod'

export const progressData = z.object({
  /** What was proven first. */
  first: z.enum(['password', 'email', 'sms', 'passkey', 'question']),
  /** The device that the browser says it is. */
  deviceKey: z.optional(z.string()),
  /** The operator's own question is answered. */
  isAnswered: z.optional(z.literal(true)),
  /** The second step is taken, or spared by a device that proved itself. */
  isSecondStepDone: z.optional(z.literal(true)),
  /** The device has proven itself. */
  isDeviceProven: z.optional(z.literal(true)),
})

export type Progress = z.infer<typeof progressData>
