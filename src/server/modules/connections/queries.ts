import { sql } from 'kysely'
import type { ConnectionStatus } from '#contract/connections/transitions.ts'
import type { AccountType } from '#contract/users/permissions.ts'
import { namePattern } from '#server/platform/db/client-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { isSeenRow, type Viewing } from './companies/queries.ts'
import type { ConnectionRef, ConnectionRow } from './model.ts'

type NewConnection = Pick<
  ConnectionRow,
  | 'client_id'
  | 'id'
  | 'side'
  | 'invited_by'
  | 'partner_name'
  | 'partner_id'
  | 'partner_email'
  | 'partner_email_norm'
  | 'inviter_user_id'
  | 'invited_as'
  | 'message'
  | 'sent_at'
  | 'expires_at'
> &
  Partial<Pick<ConnectionRow, 'created_at' | 'sent_count' | 'opened_at' | 'ghost_id'>>

export const insertConnection = (tx: Tx, row: NewConnection): Promise<ConnectionRow> =>
  tx
    .insertInto('connection')
    .values({ ...row, state: 'INVITED' })
    .returningAll()
    .executeTakeFirstOrThrow()

const oneConnection = (tx: Tx, { clientId, connectionId }: ConnectionRef) =>
  tx.selectFrom('connection').selectAll().where('client_id', '=', clientId).where('id', '=', connectionId)

export const selectConnection = (tx: Tx, ref: ConnectionRef) => oneConnection(tx, ref).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockConnection = (tx: Tx, ref: ConnectionRef) => oneConnection(tx, ref).forUpdate().executeTakeFirst()

export type ConnectionChange = Partial<
  Pick<
    ConnectionRow,
    | 'state'
    | 'ending'
    | 'reason'
    | 'partner_id'
    | 'partner_name'
    | 'accepted_at'
    | 'expires_at'
    | 'ended_at'
    | 'sent_at'
    | 'sent_count'
    | 'reminded_count'
    | 'opened_at'
    | 'review_started_at'
    | 'archived_at'
    | 'version_in_force'
    | 'pending_version'
    | 'shared_since'
    | 'integration_id'
    | 'health'
    | 'health_since'
    | 'stale_warned_at'
  >
>

export const updateConnection = (tx: Tx, row: ConnectionRow, change: ConnectionChange, at: Date): Promise<ConnectionRow> =>
  tx
    .updateTable('connection')
    .set({ ...change, updated_at: at, version: row.version + 1 })
    .where('client_id', '=', row.client_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Seen for the first time: not a change that a user made, so the version stays. */
export const markConnection = async (
  tx: Tx,
  { clientId, connectionId }: ConnectionRef,
  column: 'opened_at' | 'review_started_at',
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('connection')
    .set({ [column]: at })
    .where('client_id', '=', clientId)
    .where('id', '=', connectionId)
    .where(column, 'is', null)
    .execute()
}

type Noted = Pick<ConnectionRow, 'integration_id' | 'projected_version' | 'kept_totals' | 'totals' | 'totals_at'>

/** What follows from something else: not a change that a user made to the connection, so the version stays. */
export const noteOnConnection = async (
  tx: Tx,
  { clientId, connectionId }: ConnectionRef,
  noted: Partial<Noted>,
): Promise<void> => {
  await tx.updateTable('connection').set(noted).where('client_id', '=', clientId).where('id', '=', connectionId).execute()
}

const openOf = (tx: Tx, clientId: string) =>
  tx.selectFrom('connection').select('id').where('client_id', '=', clientId).where('state', 'in', ['INVITED', 'DRAFT'])

/** Whether the account invited this address, and nothing is agreed on yet. */
export const hasOpenInvitation = async (tx: Tx, clientId: string, emailNorm: string): Promise<boolean> => {
  const row = await openOf(tx, clientId)
    .where('partner_email_norm', '=', emailNorm)
    .where('side', '=', sql.ref<string>('invited_by'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this user of another account invited the account. Nothing is told of other users there. */
export const isInvitedBy = async (tx: Tx, clientId: string, inviter: { clientId: string; userId: string }): Promise<boolean> => {
  const received = await openOf(tx, clientId).where('partner_id', '=', inviter.clientId).execute()
  if (received.length === 0) return false
  const row = await openOf(tx, inviter.clientId)
    .where('inviter_user_id', '=', inviter.userId)
    .where(
      'id',
      'in',
      received.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Totals that the newest ended connection with the same account told. */
export const selectEndedTotals = async (
  tx: Tx,
  { client_id: clientId, partner_id: partnerId }: Pick<ConnectionRow, 'client_id' | 'partner_id'>,
): Promise<unknown> => {
  const row = await tx
    .selectFrom('connection')
    .select('totals')
    .where('client_id', '=', clientId)
    .where('partner_id', '=', partnerId)
    .where('state', '=', 'CANCELED')
    .where('totals_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.totals
}

/** Until the transaction ends, nobody else connects these two accounts. */
export const lockPair = async (tx: Tx, clientIds: readonly string[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`connection ${clientIds.toSorted().join(' ')}`}, 0))`.execute(tx)
}

export interface ConnectionFilter {
  side: AccountType
  status?: ConnectionStatus | undefined
  group?: keyof typeof groups | undefined
  search?: string | undefined
  /** They may see some companies only. */
  caller: Viewing
  /** Staff do not see addresses, so they do not find by them. */
  isByNameOnly: boolean
}

const groups = {
  sharing: ['ACTIVE'],
  waiting: ['INVITED', 'DRAFT', 'SUBMITTED', 'IN_PROCESS'],
  ended: ['CANCELED'],
}

const inStatus = (status: ConnectionStatus, side: AccountType) => {
  const isReviewed = side === 'AGENCY' ? sql`true` : sql`review_started_at is not null`
  const conditions: Record<ConnectionStatus, ReturnType<typeof sql<boolean>>> = {
    'invite sent': sql<boolean>`state in ('INVITED', 'DRAFT') and invited_by = side`,
    'invite received': sql<boolean>`state in ('INVITED', 'DRAFT') and invited_by <> side`,
    'wait for approval': sql<boolean>`state = 'SUBMITTED' and not ${isReviewed}`,
    'in review': sql<boolean>`state = 'SUBMITTED' and ${isReviewed}`,
    'in process': sql<boolean>`state = 'IN_PROCESS'`,
    active: sql<boolean>`state = 'ACTIVE'`,
    canceled: sql<boolean>`state = 'CANCELED'`,
  }
  return sql<boolean>`(${conditions[status]})`
}

const matching = (tx: Tx, clientId: string, { side, status, search, caller, isByNameOnly }: ConnectionFilter) => {
  let rows = tx
    .selectFrom('connection')
    .where('client_id', '=', clientId)
    .where('archived_at', 'is', null)
    .where('side', '=', side)
  if (caller.companies !== 'all') rows = rows.where(isSeenRow(caller))
  if (status !== undefined) rows = rows.where(inStatus(status, side))
  if (search === undefined) return rows
  const byName = sql<boolean>`lower(partner_name) like lower(${namePattern(search)})`
  const byAddress = sql<boolean>`partner_email_norm like lower(${namePattern(search)})`
  return rows.where(isByNameOnly ? byName : sql<boolean>`(${byName} or ${byAddress})`)
}

interface Page {
  page: number
  size: number
}

/** What waits for a decision of this side comes first, what has ended last. */
const urgency = sql<number>`case
  when state = 'CANCELED' then 2
  when state = 'INVITED' and invited_by <> side then 0
  when state = 'DRAFT' and side = 'COMPANY' then 0
  when side = 'AGENCY' and (state = 'SUBMITTED' or pending_version is not null) then 0
  else 1 end`

const countGroups = async (rows: ReturnType<typeof matching>) => {
  const states = await rows
    .select((row) => ['state', row.fn.countAll<number>().as('connections')])
    .groupBy('state')
    .execute()
  const countOf = (group: keyof typeof groups): number =>
    states.filter(({ state }) => groups[group].includes(state)).reduce((sum, { connections }) => sum + connections, 0)
  return { sharing: countOf('sharing'), waiting: countOf('waiting'), ended: countOf('ended') }
}

export const selectConnections = async (tx: Tx, clientId: string, filter: ConnectionFilter, { page, size }: Page) => {
  const { group, search } = filter
  const all = matching(tx, clientId, filter)
  const wanted = group === undefined ? all : all.where('state', 'in', groups[group])
  const rows = await wanted
    .selectAll()
    .orderBy(urgency)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const found = await countGroups(all)
  const total = group === undefined ? found.sharing + found.waiting + found.ended : found[group]
  const counts = search === undefined ? found : await countGroups(matching(tx, clientId, { ...filter, search: undefined }))
  return { rows, total, counts }
}

/** Those companies whose connection with the agency was accepted and has not ended. */
export const selectCompanies = (tx: Tx, agencyId: string, companyIds: readonly string[]) =>
  tx
    .selectFrom('connection')
    .select('partner_id')
    .distinct()
    .where('client_id', '=', agencyId)
    .where('side', '=', 'AGENCY')
    .where('accepted_at', 'is not', null)
    .where('state', '<>', 'CANCELED')
    .where(sql<boolean>`partner_id = any(${companyIds}::uuid[])`)
    .execute()

/** Every connection of an account that has not ended. */
export const selectOpen = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('connection')
    .select('id')
    .where('client_id', '=', clientId)
    .where('state', '<>', 'CANCELED')
    .orderBy('id')
    .execute()

const ofInviter = (tx: Tx) =>
  tx
    .selectFrom('connection')
    .select(['client_id as clientId', 'id as connectionId'])
    .where('state', '=', 'INVITED')
    .where('side', '=', sql.ref<string>('invited_by'))

export const selectExpired = (tx: Tx, at: Date, limit: number): Promise<ConnectionRef[]> =>
  ofInviter(tx).where('expires_at', '<=', at).orderBy('expires_at').limit(limit).execute()

/** By account, so that who cannot be reminded keeps nobody else waiting. */
export interface Unanswered {
  reminders: number
  sentBefore: Date
  after: ConnectionRef | undefined
}

/** Invitations that had at most so many reminders, and were sent before that time. */
export const selectUnanswered = (tx: Tx, { reminders, sentBefore, after }: Unanswered, limit: number): Promise<ConnectionRef[]> =>
  ofInviter(tx)
    .where('reminded_count', '<=', reminders)
    .where('sent_at', '<=', sentBefore)
    .where('expires_at', '>', new Date())
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(client_id, id) > (${after?.clientId}::uuid, ${after?.connectionId}::uuid)`),
    )
    .orderBy('client_id')
    .orderBy('id')
    .limit(limit)
    .execute()
