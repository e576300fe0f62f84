// How far a read has come.
import { z } from 'zod'
import type { Json } from '../kit/records.ts'
import { later } from '../kit/text.ts'

const form = z.object({
  at: z.iso.datetime(),
  /** When the read began that brought everything. */
  wholeAt: z.iso.datetime(),
})
export type Mark = z.infer<typeof form>

/** A watermark of ours; null where there is none: then everything is read. */
export const markOf = (since: Json | null): Mark | null => form.safeParse(since).data ?? null

/** Behind a read that began at `start` and has come as far as `reached`. It never goes back. */
export const markBehind = (mark: Mark | null, start: string, reached: string | null): Mark => ({
  at: later(reached, mark?.at ?? null) ?? start,
  wholeAt: mark?.wholeAt ?? start,
})
