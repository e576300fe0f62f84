// The members of requests. Unknown members are ignored, as the service does.
import { z } from 'zod'

/** Text that the database can store: no NUL, no half of a surrogate pair. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'holds characters that cannot be kept')

export const login = text(254).min(1)
export const code = text(32).min(1)
// No lower bound: a missing or short password is refused in the words of the password rule.
export const password = text(512).default('')
export const token = text(8192).min(1)

export const attributeList = z.array(z.object({ Name: text(64).min(1), Value: text(2048).default('') })).max(50)
export const parameters = z.record(text(128), text(8192))

export const client = z.object({ ClientId: text(128) })
/** Which of several sign-ups with one address is meant, from clients that keep the answer to signing up. */
export const namedSignUp = z.object({ userSub: z.optional(text(128)) }).default({})
export const signedIn = z.object({ AccessToken: token })
export const userOfPool = z.object({ UserPoolId: text(128), Username: login })
