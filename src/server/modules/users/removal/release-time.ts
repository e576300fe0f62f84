// When the address of somebody who was removed can be invited again.

const keptFor = 30 * 86_400_000
const day = 86_400_000

/** Once a day, in UTC. */
const sweep = { hour: 3, minute: 27 }
export const sweepSchedule = `${sweep.minute} ${sweep.hour} * * *`

/** Who was removed before that is forgotten by the next sweep. */
export const removedBefore = (now: number): Date => new Date(now - keptFor)

/** The first sweep after the address was kept for its time. */
export const addressFreeAt = (removedAt: number): Date => {
  const due = new Date(removedAt + keptFor)
  const at = Date.UTC(due.getUTCFullYear(), due.getUTCMonth(), due.getUTCDate(), sweep.hour, sweep.minute)
  return new Date(at < due.getTime() ? at + day : at)
}
