// The time from which changes are requested. A change shortly before the last read may have been stored after it.

/** Clocks differ, and the vendor's search index is late by moments. */
export const overlapMs = 10 * 60_000
const dayMs = 24 * 3_600_000

export const isWithinDay = (at: string | undefined, now: string): boolean =>
  at !== undefined && Date.parse(now) - Date.parse(at) < dayMs

interface Mark {
  /** The latest known change. */
  at: string
  /** When everything was read. */
  wholeAt?: string | undefined
}

/** A little before the watermark; a whole day before it while the full read is less than a day ago. */
export const withOverlap = ({ at, wholeAt }: Mark, now: string): string =>
  new Date(Date.parse(at) - (isWithinDay(wholeAt, now) ? dayMs : overlapMs)).toISOString()
