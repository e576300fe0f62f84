import type { Connection } from '#contract/connections/connections.ts'
import {
  allowedActions,
  findTransition,
  statusOf,
  type Actor,
  type ConnectionFacts,
  type Transition,
} from '#contract/connections/transitions.ts'
import { may, type AccountType } from '#contract/users/permissions.ts'
import type { Row } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'

/** One account's side of a connection. */
export type ConnectionRow = Row<'connection'>

export interface ConnectionRef {
  clientId: string
  connectionId: string
}

export const refOf = (row: Pick<ConnectionRow, 'client_id' | 'id'>): ConnectionRef => ({
  clientId: row.client_id,
  connectionId: row.id,
})

export const sideOf = (row: ConnectionRow): AccountType => row.side as AccountType

export const isInviter = (row: ConnectionRow): boolean => row.side === row.invited_by

const factsOf = (row: ConnectionRow): ConnectionFacts => ({
  state: row.state as ConnectionFacts['state'],
  invitedBy: row.invited_by as AccountType,
  hasPendingVersion: row.pending_version !== null,
})

/** The caller as the table of transitions knows them. */
export const actorOf = (caller: Caller, { client_id: clientId }: Pick<ConnectionRow, 'client_id'>): Actor =>
  caller.isStaff && caller.clientId !== clientId
    ? { kind: 'staff' }
    : { kind: 'user', side: caller.accountType, isAdmin: may(caller, 'connections', 'w') }

const words = (actions: readonly string[]): string => actions.map((action) => action.replaceAll('_', ' ')).join(', ')

/** Refuses what the table does not allow, and names what it does. */
export const requireTransition = (
  row: ConnectionRow,
  action: Transition['action'],
  actor: Actor,
  more: Partial<ConnectionFacts> = {},
): Transition => {
  const facts = { ...factsOf(row), ...more }
  const found = findTransition(facts, action, actor)
  if (found) return found
  const allowed = allowedActions(facts, actor).filter((one) => one !== 'view')
  const detail = allowed.length === 0 ? 'Nothing can be done with it right now.' : `You can: ${words(allowed)}.`
  throw new AppError('ACTION_NOT_ALLOWED', { detail: `You can't do this with the connection right now. ${detail}` })
}

/** Who the inviter reached is known to them once the invitation is accepted. */
const knowsOther = (row: ConnectionRow): boolean => !isInviter(row) || row.accepted_at !== null

const isSentTo = (row: ConnectionRow, { email }: Pick<Caller, 'email'>): boolean =>
  row.partner_email_norm === email.trim().toLowerCase()

/** An invitation that was not accepted is the affair of the user who sent it, and of the one to whom it was sent. */
const isOwnInvitation = (row: ConnectionRow, caller: Caller): boolean =>
  row.accepted_at === null && (isInviter(row) ? row.inviter_user_id === caller.userId : isSentTo(row, caller))

/** A user who sees some companies only neither sees nor changes connections with others, except for own invitations. */
export const isSeenBy = (caller: Caller, row: ConnectionRow): boolean => {
  const { companies } = caller
  if (companies === 'all' || isOwnInvitation(row, caller)) return true
  return row.partner_id !== null && knowsOther(row) && companies.includes(row.partner_id)
}

/** The other account, if this one knows it. */
export const otherId = (row: ConnectionRow): string | null => (knowsOther(row) ? row.partner_id : null)

export const iso = (time: Date | null): string | null => time?.toISOString() ?? null

/** What the criteria in force say, or else the newest ones, in a few words each. */
export type CriteriaSummary = Pick<
  Connection,
  'integration' | 'subAccount' | 'syncField' | 'syncValue' | 'tag' | 'pipeline' | 'dataFilters' | 'typeOfData'
>

const noCriteria: CriteriaSummary = {
  integration: null,
  subAccount: null,
  syncField: null,
  syncValue: null,
  tag: null,
  pipeline: null,
  dataFilters: null,
  typeOfData: null,
}

/** An invitation is accepted by the user to whom it was sent. */
const isForCaller = (row: ConnectionRow, action: string, caller: Caller): boolean =>
  row.state !== 'INVITED' || action !== 'accept' || isSentTo(row, caller)

interface Viewer {
  caller: Caller
  summary: CriteriaSummary | undefined
  /** The newest criteria of the account are a saved draft. */
  hasDraft: boolean
  claim: Connection['claim']
  /** The user who invited, if they belong to the same account. */
  inviterName: string | undefined
}

export const toConnection = (row: ConnectionRow, { caller, inviterName, summary, hasDraft, claim }: Viewer): Connection => {
  const side = sideOf(row)
  const facts = { ...factsOf(row), hasDraft }
  const partnerId = otherId(row)
  return {
    id: row.id,
    side,
    state: facts.state,
    status: statusOf(facts, { side, isReviewStarted: row.review_started_at !== null }),
    name: row.partner_name,
    partnerEmail: row.partner_email,
    partnerId,
    businessId: partnerId === null ? null : side === 'COMPANY' ? row.client_id : partnerId,
    isInviter: isInviter(row),
    inviter: isInviter(row) ? (inviterName ?? 'A user who was removed') : row.partner_name,
    invitedAs: row.invited_as as Connection['invitedAs'],
    message: row.message,
    ...(summary ?? noCriteria),
    ending: row.ending as Connection['ending'],
    reason: row.reason,
    health: row.health as Connection['health'],
    versionInForce: row.version_in_force,
    pendingVersion: row.pending_version,
    sentAt: row.sent_at.toISOString(),
    sentCount: row.sent_count,
    remindedCount: row.reminded_count,
    expiresAt: iso(row.expires_at),
    reviewStartedAt: iso(row.review_started_at),
    sharedSince: iso(row.shared_since),
    endedAt: iso(row.ended_at),
    keepsTotals: row.kept_totals !== null,
    ghostId: side === 'AGENCY' ? row.ghost_id : null,
    claim,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    allowedActions: allowedActions(facts, actorOf(caller, row)).filter((action) => isForCaller(row, action, caller)),
  }
}
