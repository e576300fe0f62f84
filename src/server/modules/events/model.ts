import type { EventName } from '#contract/events/event-names.ts'
import type { EventOrigin } from '#contract/events/events.ts'

/** The user for whom a sync was requested. */
export interface RequestedFor {
  userId: string
  /** As named in the request. */
  name: string
}

export interface NewEvent {
  clientId: string
  event: EventName
  origin: EventOrigin
  actor?: string
  object?: string
  /** Of an event of a connection, and of one that names a company by its connection. */
  connectionId?: string | undefined
  requestedFor?: RequestedFor | undefined
  /** What a sync did. */
  counts?: Readonly<Record<string, number>>
  error?: string
  /** For staff and engineers; never shown to the account. */
  technical?: string | null
}
