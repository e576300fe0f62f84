// From where changes are asked for. What was changed shortly before the last read may have been written down after it.

/** Clocks differ, and what a vendor searches in is late by moments. */
export const overlapMs = 10 * 60_000
const dayMs = 24 * 3_600_000

export const isWithinDay = (at: string | undefined, now: string): boolean =>
  at !== undefined && Date.parse(now) - Date.parse(at) < dayMs

interface Mark {
  /** The latest change that was seen. */
  at: string
  /** When everything was read. */
  wholeAt?: string | undefined
}

/** A little before the watermark; a whole day before it while everything has been read for less than a day. */
export const withOverlap = ({ at, wholeAt }: Mark, now: string): string =>
  new Date(Date.parse(at) - (isWithinDay(wholeAt, now) ? dayMs : overlapMs)).toISOString()
