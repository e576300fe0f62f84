// What a module declares of an act, in its acts.ts: what is recorded of it and where, and who learns of it.
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
  /** In the audit log: the kind of object that it is about, and the action where that is not the act's own name. */
  audit?: { object: string; action?: string }
  /** Open screens that load again. The activity does so by itself. */
  live?: readonly LiveTopic[]
  /** Under the bell, and by email for those who want it. `user`: whom the act is about. */
  notify?: { kind: NotificationKind; to: readonly ('admins' | 'owner' | 'user')[] }
  /** An email of its own, which nobody can turn off. */
  email?: (tx: Tx, dispatcher: Dispatcher, input: never) => Promise<void>
}

export type Act<Rules extends ActRules = ActRules> = Rules & { name: string }

export const defineActs = <const Acts extends Record<string, ActRules>>(acts: Acts): { [Name in keyof Acts]: Act<Acts[Name]> } =>
  Object.fromEntries(Object.entries(acts).map(([name, rules]) => [name, { ...rules, name }])) as never

/** Who acts, as the users of the account read it: a user, or the product itself. */
export type By = Caller | { origin: EventOrigin; actor?: string }

interface Common {
  clientId: string
  /** What it is about: by its id in the audit log, by its name in the activity. */
  object?: { id?: string; name?: string }
}

type EventDetails = { by: By } & Pick<NewEvent, 'counts' | 'error' | 'technical' | 'requestedFor'>

interface AuditDetails {
  /** False: nothing changed this time that anybody would have to account for. */
  isAudited?: boolean
  before?: Facts
  after?: Facts
  reason?: string | undefined
}

interface NotifyDetails {
  dispatcher: Dispatcher
  /** Null: nobody needs to know this time. */
  notice: Pick<Notice, 'key' | 'data' | 'except' | 'withoutEmail'> | null
}

interface EmailDetails<Input> {
  dispatcher: Dispatcher
  /** Null: nobody needs it this time. */
  email: Input | null
}

/** What has to be said of an act follows from what is declared of it. */
export type Details<Rules extends ActRules> = Common &
  (Rules extends { event: EventName } ? EventDetails : unknown) &
  (Rules extends { audit: object } ? AuditDetails : unknown) &
  (Rules extends { notify: object } ? NotifyDetails : unknown) &
  (Rules extends { email: (tx: Tx, dispatcher: Dispatcher, input: infer Input) => Promise<void> } ? EmailDetails<Input> : unknown)

/** Everything that may have been said, for whoever reads it. */
export type AnyDetails = Common & Partial<EventDetails> & AuditDetails & Partial<NotifyDetails> & Partial<EmailDetails<unknown>>

/** Which of our staff it was, the audit log knows. */
export const doneBy = (by: By, clientId: string): { origin: EventOrigin; actor?: string } => {
  if (!('userId' in by)) return by
  return by.isStaff && by.clientId !== clientId
    ? { origin: 'staff', actor: 'Tributary staff' }
    : { origin: 'user', actor: by.email }
}
