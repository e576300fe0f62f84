// HubSpot counts searches separately from all other requests: five in a second for each account.
import type { Session } from '../../kit/access.ts'

/** One less than allowed: clocks differ, and requests can catch up with each other on their way. */
const searchesMax = 4
const perMs = 1000

/** When the last searches began, or will begin. */
const begun = new WeakMap<Session, readonly number[]>()

/** Waits until one more search is allowed. Contacts and deals are searched in parallel, in one session. */
export const searchTurn = async (session: Session): Promise<void> => {
  const starts = begun.get(session) ?? []
  const now = session.now().getTime()
  const due = Math.max(now, (starts.at(-searchesMax) ?? 0) + perMs)
  begun.set(session, [...starts, due].slice(-searchesMax))
  if (due > now) await session.wait(due - now)
}
