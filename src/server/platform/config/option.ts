import { z } from 'zod'

export interface Option {
  flag?: string
  env: string
  /** What stands in the help where the value goes. */
  takes: string
  /** What holds when nothing is said, in words. */
  otherwise: string
  about: string
  secret?: true
  read: z.ZodType
}

export const text = z.string().min(1, 'must not be empty')
export const host = text.regex(/^[\w.:-]+$/, 'takes a host name or an IP address')
