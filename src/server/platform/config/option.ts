import { z } from 'zod'

export interface Option {
  flag?: string
  env: string
  /** The placeholder of the value in the help. */
  takes: string
  /** The default, in words. */
  otherwise: string
  about: string
  secret?: true
  read: z.ZodType
}

export const text = z.string().min(1, 'must not be empty')
export const host = text.regex(/^[\w.:-]+$/, 'takes a host name or an IP address')
