// The two rows of a connection change together, in one transaction.
import type { EmailReader, Transition } from '#contract/connections/transitions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import type { By } from '../acts/model.ts'
import { record } from '../acts/service.ts'
import { acts } from './acts.ts'
import { closeVersions } from './agreements/queries.ts'
import { sendToAdmins } from './emails.ts'
import { isInviter, isSeenBy, refOf, type ConnectionRef, type ConnectionRow } from './model.ts'
import { lockConnection, selectConnection, updateConnection, type ConnectionChange } from './queries.ts'
import { deleteOpenClaim } from './claims/queries.ts'
import { deleteTokens } from './invitations/token-queries.ts'
import { endSharing } from './sharing/start.ts'

export interface Work {
  tx: Tx
  dispatcher: Dispatcher
  /** Undefined: the product itself acts. */
  caller: Caller | undefined
}

export interface Sides {
  own: ConnectionRow
  /** Undefined until the invited account is known. */
  other: ConnectionRow | undefined
}

/** Locks both rows, in the order of their accounts, so that two who act at the same time come one after the other. */
export const lockSides = async (tx: Tx, ref: ConnectionRef): Promise<Sides> => {
  const seen = await selectConnection(tx, ref)
  if (!seen) throw new AppError('NOT_FOUND')
  const refs = [ref, ...(seen.partner_id === null ? [] : [{ ...ref, clientId: seen.partner_id }])]
  const rows = new Map<string, ConnectionRow>()
  for (const one of refs.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1))) {
    const row = await lockConnection(tx, one)
    if (row) rows.set(one.clientId, row)
  }
  const own = rows.get(ref.clientId)
  if (!own) throw new AppError('NOT_FOUND')
  // The invited account became known in between: it is locked in the second try.
  if (own.partner_id !== seen.partner_id) return lockSides(tx, ref)
  const other = own.partner_id === null ? undefined : rows.get(own.partner_id)
  // An account that the address belonged to before has a row that leads here, but not back.
  return { own, other: other?.partner_id === own.client_id ? other : undefined }
}

/** The same for a caller: connections that they do not see do not exist for them. */
export const lockSeen = async (tx: Tx, caller: Caller, ref: ConnectionRef): Promise<Sides> => {
  const sides = await lockSides(tx, ref)
  if (!isSeenBy(caller, sides.own)) throw new AppError('NOT_FOUND')
  return sides
}

export const checkVersion = ({ own }: Sides, version: number | undefined): void => {
  if (version !== undefined && version !== own.version) throw new AppError('STALE_VERSION')
}

const readersOf = (to: EmailReader, { own, other }: Sides): (ConnectionRow | undefined)[] => {
  const both = [own, other]
  const of = (side: string) => both.filter((row) => row?.side === side)
  const rules: Record<EmailReader, () => (ConnectionRow | undefined)[]> = {
    // Has its own email, with the link.
    invited_address: () => [],
    inviter: () => both.filter((row) => row && isInviter(row)),
    agency: () => of('AGENCY'),
    company: () => of('COMPANY'),
    both: () => both,
    other: () => [other],
  }
  return rules[to]()
}

const sendEmails = async ({ tx, dispatcher }: Work, sides: Sides, { emails = {} }: Transition, reason: string | undefined) => {
  for (const [code, to] of Object.entries(emails))
    for (const row of readersOf(to, sides)) if (row) await sendToAdmins(tx, dispatcher, { row, code: code as 'E3', reason })
}

/** Users of the other account read which account acted, not who. */
export const actingIn = ({ caller }: Work, row: ConnectionRow): By => {
  if (caller === undefined) return { origin: 'system' }
  return caller.isStaff || caller.clientId === row.client_id ? caller : { origin: 'user', actor: row.partner_name }
}

type StateAct =
  | 'connection.accepted'
  | 'connection.rejected'
  | 'connection.canceled'
  | 'connection.expired'
  | 'connection.submitted'
  | 'connection.criteria_withdrawn'
  | 'connection.approved'
  | 'connection.changes_requested'
  | 'connection.activated'
  | 'connection.narrowed'
  | 'connection.data_requested'

interface Move {
  act: StateAct
  transition: Transition
  change?: (row: ConnectionRow) => ConnectionChange
  reason?: string | undefined
  at: Date
  /** What was agreed on, for the audit log. */
  facts?: { version: number; textHash: string }
}

const recordMove = ({ tx, ...work }: Work, { before, after }: { before: ConnectionRow; after: ConnectionRow }, move: Move) => {
  const { caller, dispatcher } = work
  const isOwn = caller?.clientId === after.client_id
  return record(tx, acts[move.act], {
    clientId: after.client_id,
    by: actingIn({ tx, ...work }, after),
    object: { id: after.id, name: after.partner_name },
    before: { state: before.state },
    after: { state: after.state, ...move.facts },
    reason: move.reason,
    isByProduct: caller !== undefined && !isOwn && !caller.isStaff,
    dispatcher,
    notice: isOwn
      ? null
      : {
          about: after.id,
          change: move.at.toISOString(),
          data: { name: after.partner_name, connectionId: after.id },
          except: caller?.userId,
          withoutEmail: 'all',
        },
  })
}

/** Carries out a transition on both sides: rows, what is recorded, and emails. Returns the rows as they are now. */
export const moveSides = async (work: Work, sides: Sides, move: Move): Promise<Sides> => {
  const { transition, at, reason, change = () => ({}) } = move
  const isEnd = transition.to === 'CANCELED'
  const ending = isEnd ? { ending: transition.ending ?? null, reason: reason ?? null, ended_at: at, pending_version: null } : {}
  const moveOne = async (row: ConnectionRow): Promise<ConnectionRow> => {
    const after = await updateConnection(work.tx, row, { state: transition.to, ...ending, expires_at: null, ...change(row) }, at)
    if (isEnd) await closeVersions(work.tx, refOf(row), at)
    if (isEnd) await deleteOpenClaim(work.tx, refOf(row))
    await recordMove(work, { before: row, after }, move)
    return after
  }
  const moved = { own: await moveOne(sides.own), other: sides.other && (await moveOne(sides.other)) }
  const inviter = [moved.own, moved.other].find((row) => row && isInviter(row))
  if (inviter && transition.from === 'INVITED') await deleteTokens(work.tx, refOf(inviter))
  if (isEnd) await endSharing(work, sides, at)
  await sendEmails(work, moved, transition, reason)
  return moved
}

/** A connection of the caller's account. One that they do not see does not exist for them. */
export const findSeen = async (tx: Tx, { caller }: Context, connectionId: string): Promise<ConnectionRow> => {
  const row = await selectConnection(tx, { clientId: caller.clientId, connectionId })
  if (!row || !isSeenBy(caller, row)) throw new AppError('NOT_FOUND')
  return row
}

export const agencyOf = ({ side, client_id: clientId, partner_id: partnerId }: ConnectionRow): string | null =>
  side === 'AGENCY' ? clientId : partnerId
