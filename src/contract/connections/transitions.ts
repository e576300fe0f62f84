// What can happen to a connection, as one table: the server decides by it, screens show what it allows, and tests try
// every state with every action.
import type { AccountType } from '../users/permissions.ts'

export const connectionStates = ['INVITED', 'DRAFT', 'SUBMITTED', 'IN_PROCESS', 'ACTIVE', 'CANCELED'] as const
export type ConnectionState = (typeof connectionStates)[number]

/** What a user can do. */
export const connectionActions = [
  'view',
  'resend',
  'accept',
  'reject',
  'cancel',
  'save_criteria',
  'discard',
  'submit',
  'withdraw',
  'approve',
  'request_changes',
  'request_data',
  'remove',
  'invite_again',
] as const
export type ConnectionAction = (typeof connectionActions)[number]

/** What happens by itself. */
type ConnectionOccurrence =
  | 'open_link'
  | 'expire'
  | 'become_active'
  | 'source_fails'
  | 'go_stale'
  | 'subscription_held'
  | 'account_closed'

/** Why a connection ended. */
export const endings = [
  'rejected',
  'withdrawn',
  'expired',
  'canceled',
  'denied',
  'ended_by_agency',
  'ended_by_company',
  'ended_by_staff',
  'stale',
  'partner_closed',
] as const
type Ending = (typeof endings)[number]

/**
 * Who may: one of the two accounts, by its type or by who invited, or both; `inviting_company`: the company, if it invited;
 * `link`: everyone who has the invitation.
 */
type Party = 'agency' | 'company' | 'inviter' | 'inviting_company' | 'invitee' | 'either' | 'staff' | 'product' | 'link'

/** Who gets the email. `other`: the account that did not act. `invited_address`: the address of the invitation. */
export type EmailReader = 'invited_address' | 'inviter' | 'agency' | 'company' | 'both' | 'other'

export type ConnectionEmail = `E${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17}`

/** Which email goes to whom. An invited agency gets E2 instead of E1. */
type Emails = Partial<Record<ConnectionEmail, EmailReader>>

interface Details {
  /** Applies only in this case. */
  when?: 'has_criteria' | 'has_draft' | 'has_pending_version' | 'narrows' | 'widens'
  ending?: Ending
  emails?: Emails
}

export interface Transition extends Details {
  /** As in docs/connections.md. */
  number: number
  from: ConnectionState
  action: ConnectionAction | ConnectionOccurrence
  by: Party
  to: ConnectionState
}

type TableRow = readonly [
  number: number,
  from: ConnectionState,
  action: Transition['action'],
  by: Party,
  to: ConnectionState,
  details?: Details,
]

const ended: Emails = { E13: 'both' }
const openStates = connectionStates.filter((state) => state !== 'CANCELED')

/** Transitions 1, 2 and 27 create a connection, in the state INVITED. A company can send criteria with its invitation. */
const table: readonly TableRow[] = [
  [2, 'INVITED', 'save_criteria', 'inviting_company', 'INVITED'],
  [2, 'INVITED', 'discard', 'inviting_company', 'INVITED', { when: 'has_draft' }],
  [2, 'INVITED', 'submit', 'inviting_company', 'INVITED'],
  [3, 'INVITED', 'resend', 'inviter', 'INVITED', { emails: { E1: 'invited_address' } }],
  [4, 'INVITED', 'open_link', 'link', 'INVITED'],
  [5, 'INVITED', 'accept', 'invitee', 'SUBMITTED', { when: 'has_criteria', emails: { E3: 'inviter' } }],
  [5, 'INVITED', 'accept', 'invitee', 'DRAFT', { emails: { E3: 'inviter' } }],
  [6, 'INVITED', 'reject', 'invitee', 'CANCELED', { ending: 'rejected', emails: { E4: 'inviter' } }],
  [7, 'INVITED', 'cancel', 'inviter', 'CANCELED', { ending: 'withdrawn', emails: { E5: 'invited_address' } }],
  [8, 'INVITED', 'expire', 'product', 'CANCELED', { ending: 'expired', emails: { E7: 'inviter' } }],
  [9, 'DRAFT', 'save_criteria', 'company', 'DRAFT'],
  [9, 'DRAFT', 'discard', 'company', 'DRAFT', { when: 'has_draft' }],
  [10, 'DRAFT', 'submit', 'company', 'SUBMITTED', { emails: { E8: 'agency' } }],
  [11, 'DRAFT', 'cancel', 'either', 'CANCELED', { ending: 'canceled', emails: { E5: 'other' } }],
  ...connectionStates.map((state): TableRow => [12, state, 'view', 'either', state]),
  [13, 'SUBMITTED', 'approve', 'agency', 'IN_PROCESS', { emails: { E9: 'company' } }],
  [14, 'SUBMITTED', 'request_changes', 'agency', 'DRAFT', { emails: { E10: 'company' } }],
  [15, 'SUBMITTED', 'reject', 'agency', 'CANCELED', { ending: 'denied', emails: { E4: 'company' } }],
  [16, 'SUBMITTED', 'withdraw', 'company', 'DRAFT'],
  [17, 'IN_PROCESS', 'become_active', 'product', 'ACTIVE', { emails: { E11: 'both' } }],
  [18, 'IN_PROCESS', 'source_fails', 'product', 'IN_PROCESS', { emails: { E12: 'company' } }],
  [19, 'IN_PROCESS', 'cancel', 'agency', 'CANCELED', { ending: 'ended_by_agency', emails: ended }],
  [19, 'IN_PROCESS', 'cancel', 'company', 'CANCELED', { ending: 'ended_by_company', emails: ended }],
  [20, 'ACTIVE', 'save_criteria', 'company', 'ACTIVE'],
  [20, 'ACTIVE', 'discard', 'company', 'ACTIVE', { when: 'has_draft' }],
  [20, 'ACTIVE', 'submit', 'company', 'ACTIVE', { when: 'narrows', emails: { E14: 'agency' } }],
  [21, 'ACTIVE', 'submit', 'company', 'ACTIVE', { when: 'widens', emails: { E8: 'agency' } }],
  [21, 'ACTIVE', 'approve', 'agency', 'ACTIVE', { when: 'has_pending_version', emails: { E9: 'company' } }],
  [21, 'ACTIVE', 'request_changes', 'agency', 'ACTIVE', { when: 'has_pending_version', emails: { E10: 'company' } }],
  [21, 'ACTIVE', 'reject', 'agency', 'ACTIVE', { when: 'has_pending_version', emails: { E4: 'company' } }],
  [21, 'ACTIVE', 'withdraw', 'company', 'ACTIVE', { when: 'has_pending_version' }],
  [22, 'ACTIVE', 'request_data', 'agency', 'ACTIVE', { emails: { E15: 'company' } }],
  [23, 'ACTIVE', 'cancel', 'agency', 'CANCELED', { ending: 'ended_by_agency', emails: ended }],
  [23, 'ACTIVE', 'cancel', 'company', 'CANCELED', { ending: 'ended_by_company', emails: ended }],
  [24, 'ACTIVE', 'source_fails', 'product', 'ACTIVE', { emails: { E12: 'company' } }],
  [24, 'ACTIVE', 'go_stale', 'product', 'CANCELED', { ending: 'stale', emails: ended }],
  [25, 'ACTIVE', 'subscription_held', 'product', 'ACTIVE', { emails: { E17: 'agency' } }],
  [26, 'CANCELED', 'remove', 'either', 'CANCELED'],
  [27, 'CANCELED', 'invite_again', 'either', 'CANCELED'],
  ...openStates.map((state): TableRow => [
    28,
    state,
    'account_closed',
    'product',
    'CANCELED',
    { ending: 'partner_closed', emails: { E13: 'other' } },
  ]),
  // Staff can end every open connection, with a reason.
  ...openStates.map((state): TableRow => [29, state, 'cancel', 'staff', 'CANCELED', { ending: 'ended_by_staff', emails: ended }]),
]

export const transitions: readonly Transition[] = table.map(([number, from, action, by, to, details]) => ({
  number,
  from,
  action,
  by,
  to,
  ...details,
}))

/** What the table needs to know of a connection. */
export interface ConnectionFacts {
  state: ConnectionState
  invitedBy: AccountType
  /** The company sent criteria with its invitation. */
  hasCriteria?: boolean
  /** The newest criteria are a saved draft. */
  hasDraft?: boolean
  hasPendingVersion?: boolean
  /** What the criteria that are submitted do to those in force. */
  change?: 'narrows' | 'widens' | undefined
}

/** Who acts: a user of one of the two accounts, staff, the product, or somebody who has the invitation's link. */
export type Actor =
  | { kind: 'user'; side: AccountType; isAdmin: boolean }
  | { kind: 'staff' }
  | { kind: 'product' }
  | { kind: 'link' }

const partiesOf = (actor: Actor, { invitedBy }: ConnectionFacts): Party[] => {
  if (actor.kind === 'staff') return ['staff']
  if (actor.kind === 'product') return ['product']
  if (actor.kind === 'link') return ['link']
  const side = actor.side === 'AGENCY' ? 'agency' : 'company'
  if (actor.side !== invitedBy) return ['either', side, 'invitee']
  return ['either', side, 'inviter', ...(side === 'company' ? (['inviting_company'] as const) : [])]
}

const applies = ({ when }: Transition, facts: ConnectionFacts): boolean => {
  if (when === undefined) return true
  if (when === 'has_criteria') return facts.hasCriteria === true
  if (when === 'has_draft') return facts.hasDraft === true
  if (when === 'has_pending_version') return facts.hasPendingVersion === true
  // Before the criteria are submitted both are possible.
  return facts.change === undefined || facts.change === when
}

/** Users without a role of an admin only view. */
const isAllowed = ({ action }: Transition, actor: Actor): boolean => action === 'view' || actor.kind !== 'user' || actor.isAdmin

/** The transition of an action; undefined: it is not allowed. */
export const findTransition = (facts: ConnectionFacts, action: Transition['action'], actor: Actor): Transition | undefined => {
  const parties = partiesOf(actor, facts)
  return transitions.find(
    (one) =>
      one.from === facts.state &&
      one.action === action &&
      parties.includes(one.by) &&
      isAllowed(one, actor) &&
      applies(one, facts),
  )
}

export const allowedActions = (facts: ConnectionFacts, actor: Actor): ConnectionAction[] =>
  connectionActions.filter((action) => findTransition(facts, action, actor) !== undefined)

/** The statuses of the specification. */
export const connectionStatuses = [
  'invite sent',
  'invite received',
  'wait for approval',
  'in review',
  'in process',
  'active',
  'canceled',
] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

interface SeenFrom {
  side: AccountType
  /** Whether a user of the agency has opened the submitted criteria. */
  isReviewStarted: boolean
}

/** What each of the two accounts reads. */
export const statusOf = ({ state, invitedBy }: ConnectionFacts, { side, isReviewStarted }: SeenFrom): ConnectionStatus => {
  if (state === 'SUBMITTED') return side === 'AGENCY' || isReviewStarted ? 'in review' : 'wait for approval'
  if (state === 'IN_PROCESS') return 'in process'
  if (state === 'ACTIVE') return 'active'
  if (state === 'CANCELED') return 'canceled'
  return side === invitedBy ? 'invite sent' : 'invite received'
}
