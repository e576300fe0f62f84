// The watermark of a read.
import { z } from 'zod'
import type { Json } from '../kit/records.ts'
import { later } from '../kit/text.ts'

const form = z.object({
  at: z.iso.datetime(),
  /** When the full read began. */
  wholeAt: z.iso.datetime(),
})
export type Mark = z.infer<typeof form>

/** Our watermark. Null if there is none: then everything is read. */
export const markOf = (since: Json | null): Mark | null => form.safeParse(since).data ?? null

/** The watermark after a read that began at `start` and reached `reached`. It never goes back. */
export const markBehind = (mark: Mark | null, start: string, reached: string | null): Mark => ({
  at: later(reached, mark?.at ?? null) ?? start,
  wholeAt: mark?.wholeAt ?? start,
})
