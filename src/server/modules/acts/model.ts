// What a module declares for an act, in its acts.ts: what is recorded and where, and who is notified.
import type { EventName } from '#contract/events/event-names.ts'
import type { EventOrigin } from '#contract/events/events.ts'
import type { LiveTopic } from '#contract/live.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Facts } from '#server/platform/audit/diff.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Caller } from '#server/platform/http/context.ts'
import type { NewEvent } from '../events/model.ts'
import type { Notice } from '../notifications/model.ts'

export interface ActRules {
  /** In the account's activity. */
  event?: EventName
  /** In the audit log: the kind of object, and the action if that is not the act's own name. */
  audit?: { object: string; action?: string }
  /** Open screens that load again. The activity always does. */
  live?: readonly LiveTopic[]
  /** As a notification, and by email for users who want it. `user`: the user the act is about. `staff`: in our own account. */
  notify?: { kind: NotificationKind; to: readonly ('admins' | 'owner' | 'staff' | 'user')[] }
  /** A separate email, which users cannot turn off. */
  email?: (tx: Tx, dispatcher: Dispatcher, input: never) => Promise<void>
}

export type Act<Rules extends ActRules = ActRules> = Rules & { name: string }

export const defineActs = <const Acts extends Record<string, ActRules>>(acts: Acts): { [Name in keyof Acts]: Act<Acts[Name]> } =>
  Object.fromEntries(Object.entries(acts).map(([name, rules]) => [name, { ...rules, name }])) as never

/** Who acts, as users of the account see it: a user, or the product itself. */
export type By = Caller | { origin: EventOrigin; actor?: string }

interface Common {
  clientId: string
  /** What it is about: by its id in the audit log, by its name in the activity. */
  object?: { id?: string; name?: string }
}

type EventDetails = { by: By } & Pick<NewEvent, 'counts' | 'error' | 'technical' | 'requestedFor' | 'connectionId'>

interface AuditDetails {
  /** False: nothing changed this time, so the audit log gets no entry. */
  isAudited?: boolean
  /** The product did it by itself: for what follows in an account that the caller does not belong to. */
  isByProduct?: boolean
  before?: Facts
  after?: Facts
  reason?: string | undefined
}

interface NotifyDetails {
  dispatcher: Dispatcher
  /** Null: no notification this time. */
  notice: Pick<Notice, 'about' | 'change' | 'data' | 'except' | 'withoutEmail'> | null
}

interface EmailDetails<Input> {
  dispatcher: Dispatcher
  /** Null: no email this time. */
  email: Input | null
}

/** The details that an act requires follow from its declaration. */
export type Details<Rules extends ActRules> = Common &
  (Rules extends { event: EventName } ? EventDetails : unknown) &
  (Rules extends { audit: object } ? AuditDetails : unknown) &
  (Rules extends { notify: object } ? NotifyDetails : unknown) &
  (Rules extends { email: (tx: Tx, dispatcher: Dispatcher, input: infer Input) => Promise<void> } ? EmailDetails<Input> : unknown)

/** All possible details, for code that reads them. */
export type AnyDetails = Common & Partial<EventDetails> & AuditDetails & Partial<NotifyDetails> & Partial<EmailDetails<unknown>>

/** Only the audit log knows which staff user it was. */
export const doneBy = (by: By, clientId: string): { origin: EventOrigin; actor?: string } => {
  if (!('userId' in by)) return by
  return by.isStaff && by.clientId !== clientId
    ? { origin: 'staff', actor: 'Tributary staff' }
    : { origin: 'user', actor: by.email }
}
