import { exactTime } from '#web/lib/time/dates.ts'

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value as people read it: moments in their own time, everything else as it is. */
export const readable = (value: string) => (instant.test(value) ? exactTime(value) : value)

const second = 1000

type Span =
  | { unit: 'moment' }
  | { unit: 'seconds'; s: number }
  | { unit: 'minutes'; m: number; s: number }
  | { unit: 'hours'; h: number; m: number }

/** A length of time in the two units that matter. */
export const spanOf = (milliseconds: number): Span => {
  const seconds = Math.floor(milliseconds / second)
  if (seconds < 1) return { unit: 'moment' }
  if (seconds < 60) return { unit: 'seconds', s: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', m: minutes, s: seconds % 60 }
  return { unit: 'hours', h: Math.floor(minutes / 60), m: minutes % 60 }
}

/** A record of a vendor: indented, where it is JSON; else as it is. */
export const prettyOf = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
