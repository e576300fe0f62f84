// When the address of a removed user can be invited again.

const keptFor = 30 * 86_400_000
const day = 86_400_000

/** Once a day, in UTC. */
const cleanup = { hour: 3, minute: 27 }
export const sweepSchedule = `${cleanup.minute} ${cleanup.hour} * * *`

/** Users who were removed before this time are anonymized by the next cleanup. */
export const removedBefore = (now: number): Date => new Date(now - keptFor)

/** The first cleanup after the address was reserved for its time. */
export const addressFreeAt = (removedAt: number): Date => {
  const due = new Date(removedAt + keptFor)
  const at = Date.UTC(due.getUTCFullYear(), due.getUTCMonth(), due.getUTCDate(), cleanup.hour, cleanup.minute)
  return new Date(at < due.getTime() ? at + day : at)
}
