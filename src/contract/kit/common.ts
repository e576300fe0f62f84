import { z } from 'zod'
import { limits } from './limits.ts'

/** In the form of the database, for any typed form: ids are compared character by character. */
export const id = z.uuid().toLowerCase().meta({ description: 'UUID, version 7' })

/** One id or several, separated by commas: `?connection_id=a,b`. */
export const idList = z
  .string()
  .max(4000)
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(id).min(1).max(100))

export const instant = z.iso.datetime().meta({ description: 'UTC time, ISO 8601 with Z' })
export const isoDate = z.iso.date()
export const isoMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-03')
  .meta({ description: 'Month, UTC' })

/** What a user types to search. */
export const search = z.string().trim().min(1).max(100)

/** The version of a row that a change is based on. */
export const version = z.int().min(1).max(2_147_483_646)

/** A change with a version is refused if that is no longer the current one. Without it the last change wins. */
export const optionalVersion = version
  .optional()
  .meta({ description: 'Reject the change if this is no longer the current version. If left out, the last change wins' })

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** A number of a version in the address. */
export const versionNumber = whole(1, 2_147_483_646)

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
