import { z } from 'zod'
import { limits } from './limits.ts'

export const id = z.uuid().meta({ description: 'UUID, version 7' })

const emailPattern = /^[A-Za-z0-9+_.-]+@[A-Za-z0-9.-]+$/
const emailMessage = 'Please enter a valid email address.'

/** The wide rule of the sign-in and sign-up forms: letters, digits and + _ . - before the @, letters, digits, . and - after it. */
export const email = z.string({ error: emailMessage }).trim().max(limits.emailMax, emailMessage).regex(emailPattern, emailMessage)

// Control characters, line separators and direction overrides never belong into a name; a visible character must remain.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const visible = /[^\p{Z}\p{C}]/u

/** A name people give: trimmed, NFC, 1 to 50 code points, at least one visible character, no control characters. */
export const nameOf = (what: string) =>
  z
    .string({ error: `Please enter ${what}` })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .refine((text) => visible.test(text), `Please enter ${what}`)
        .refine((text) => [...text].length <= limits.nameMax, `Use at most ${limits.nameMax} characters`)
        .refine((text) => !invisible.test(text), 'Control characters are not allowed'),
    )

/** A name that came past our forms, made to keep the same rules; undefined when nothing visible is left of it. */
export const mendName = (text: string): string | undefined => {
  const kept = text.normalize('NFC').replaceAll(new RegExp(invisible, 'gu'), ' ').replaceAll(/\s+/g, ' ').trim()
  return visible.test(kept) ? [...kept].slice(0, limits.nameMax).join('').trim() : undefined
}

export const instant = z.iso.datetime().meta({ description: 'UTC instant, ISO 8601 with Z' })
export const isoDate = z.iso.date()

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Stored as the standard spells it, however it was typed. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Use an IANA time zone such as Europe/London')
  .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
export const currency = z.string().regex(/^[A-Z]{3}$/, 'Use a three-letter currency code such as USD')

/** Why somebody does what others have to be told. */
export const reason = z.string().trim().min(5, 'Give a reason of at least 5 characters').max(300, 'Use at most 300 characters')

/** What somebody types to find something. */
export const search = z.string().trim().min(1).max(100)

/** The state of a row that a change was made on. */
export const version = z.int().min(1).max(2_147_483_646)

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** 1-based pages: `?page=&size=`. */
export const pageQuery = z.object({
  page: whole(1, 1_000_000).default(1),
  size: whole(1, limits.pageSizeMax).default(limits.pageSize),
})

/** Offsets: `?skip=&limit=`. */
export const skipQuery = z.object({
  skip: whole(0, 100_000_000).default(0),
  limit: whole(1, limits.pageSizeMax).default(limits.pageSize),
})

/** `sort=field:dir` against an allow list. */
export const sortOf = <const F extends readonly [string, ...string[]]>(fields: F, fallback: `${F[number]}:${'asc' | 'desc'}`) =>
  z
    .string()
    .regex(new RegExp(`^(${fields.join('|')}):(asc|desc)$`), `Sort by one of ${fields.join(', ')}, as field:asc or field:desc`)
    .default(fallback)
    .transform((text) => {
      const [field, direction] = text.split(':') as [F[number], 'asc' | 'desc']
      return { field, direction }
    })

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int().min(0) })
