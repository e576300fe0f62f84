import { exactTime } from '#web/lib/time/dates.ts'

const instant = /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)$/
const bareOffset = /([+-]\d\d)(\d\d)$/

/** The instant in the one format that every browser parses; null for any other value. */
const instantOf = (value: string): string | null =>
  instant.test(value) ? value.replace(' ', 'T').replace(bareOffset, '$1:$2') : null

/** A readable value: instants in the user's local time, everything else unchanged. */
export const readable = (value: string) => {
  const at = instantOf(value)
  return at === null ? value : exactTime(at)
}

/** Whether two values read the same: instants may be written in several ways. */
export const readsTheSame = (one: string, other: string) => readable(one) === readable(other)

const second = 1000

type Span =
  | { unit: 'moment' }
  | { unit: 'seconds'; s: number }
  | { unit: 'minutes'; m: number; s: number }
  | { unit: 'hours'; h: number; m: number }

/** A duration in its two largest units. */
export const spanOf = (milliseconds: number): Span => {
  const seconds = Math.floor(milliseconds / second)
  if (seconds < 1) return { unit: 'moment' }
  if (seconds < 60) return { unit: 'seconds', s: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', m: minutes, s: seconds % 60 }
  return { unit: 'hours', h: Math.floor(minutes / 60), m: minutes % 60 }
}

/** A vendor's record: indented if it is JSON, else unchanged. */
export const prettyOf = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
