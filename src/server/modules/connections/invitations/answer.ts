// What the invited account does: look at the invitation, accept or decline it.
import type { Connection } from '#contract/connections/connections.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { lockClient, readClient } from '../../clients/service.ts'
import { hasStartedSync } from '../../integrations/service.ts'
import { assertStillAllowed } from '../../users/access/service.ts'
import { addCompany } from '../../users/service.ts'
import { denyPending } from '../agreements/decide.ts'
import { bySide, findPrepared, forgetAcknowledgement, submitPrepared } from '../agreements/prepared.ts'
import { prefillDraft } from '../agreements/prefill.ts'
import type { Locked } from '../agreements/steps.ts'
import { openClaim } from '../claims/open.ts'
import { areConnected } from '../companies/service.ts'
import { mirrored } from './invite.ts'
import { actorOf, isInviter, refOf, requireTransition, type ConnectionRow } from '../model.ts'
import { insertConnection, markConnection, selectConnection, updateConnection } from '../queries.ts'
import { showConnection } from '../show.ts'
import { checkVersion, lockSeen, lockSides, moveSides, type Sides } from '../sides.ts'
import { selectByToken } from './token-queries.ts'
import { hashOf } from './tokens.ts'

const invalid = (): AppError => new AppError('INVITATION_INVALID')

/** The inviter's side of an invitation that is still open. */
const findByToken = async (tx: Tx, token: string): Promise<ConnectionRow> => {
  const ref = await selectByToken(tx, hashOf(token))
  const row = ref && (await selectConnection(tx, ref))
  if (row?.state !== 'INVITED' || row.expires_at === null || row.expires_at <= new Date()) throw invalid()
  return row
}

/** What the link shows to whoever has it: who invites, and nothing else. */
export const openInvitation = (database: Database, token: string) =>
  database.asSystem('connections: open an invitation', async (tx) => {
    const row = await findByToken(tx, token)
    const { name, type, status } = await readClient(tx, row.client_id)
    if (status !== 'active') throw invalid()
    if (row.opened_at === null) await markConnection(tx, refOf(row), 'opened_at', new Date())
    return {
      connectionId: row.id,
      inviterName: name,
      inviterType: type,
      expiresAt: (row.expires_at ?? new Date()).toISOString(),
    }
  })

/** The invited address belongs to another account now: the one before has nothing to do with it any more. */
const leaveToOthers = async (tx: Tx, { own, other }: Locked['sides'], at: Date): Promise<void> => {
  await updateConnection(tx, other, { state: 'CANCELED', ending: 'withdrawn', ended_at: at, expires_at: null }, at)
  await forgetAcknowledgement(tx, own)
}

/** The invitation gets its row in the caller's account, if the link was the way to it. */
const claim = async (tx: Tx, caller: Caller, { id, token }: Answer): Promise<void> => {
  const ref = { clientId: caller.clientId, connectionId: id }
  if ((await selectConnection(tx, ref)) !== undefined) return
  if (token === undefined) throw new AppError('NOT_FOUND')
  const row = await findByToken(tx, token)
  if (row.id !== id) throw invalid()
  checkInvitee(row, caller)
  const { own, other } = await lockSides(tx, { clientId: row.client_id, connectionId: id })
  if (own.state !== 'INVITED') throw invalid()
  const { name } = await readClient(tx, row.client_id)
  const at = new Date()
  if (other) await leaveToOthers(tx, { own, other }, at)
  await updateConnection(tx, own, { partner_id: caller.clientId }, at)
  await insertConnection(tx, mirrored(own, { clientId: caller.clientId, account: name }))
}

/** The invitation is for one address, and for the other type of account. */
const checkInvitee = (row: ConnectionRow, caller: Caller): void => {
  if (row.partner_email_norm !== normaliseEmail(caller.email)) throw new AppError('INVITEE_MISMATCH')
  const isSame = row.invited_by === caller.accountType || caller.isInternal
  if (isSame)
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail:
        row.invited_by === 'AGENCY'
          ? 'An agency invited a company. You are signed in to another type of account.'
          : 'A company invited an agency. You are signed in to another type of account.',
    })
}

interface Answer {
  id: string
  token?: string | undefined
  version?: number | undefined
  reason?: string | undefined
}

/** Both rows, locked, after the caller's access was checked again. */
const lockAndCheck = async (
  tx: Tx,
  context: Context,
  answer: Answer,
): Promise<{ sides: Locked['sides']; caller: Caller; account: string }> => {
  const { clientId } = context.caller
  const account = (await lockClient(tx, clientId))?.name ?? ''
  const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('connections', 'w') })
  await claim(tx, caller, answer)
  const sides = await lockSeen(tx, caller, { clientId, connectionId: answer.id })
  const { other } = sides
  if (other === undefined) throw new AppError('NOT_FOUND')
  if (other.state === 'INVITED' && (await readClient(tx, other.client_id)).status !== 'active') throw invalid()
  checkVersion(sides, answer.version)
  return { sides: { own: sides.own, other }, caller, account }
}

const checkIsInvited = (sides: Sides, caller: Caller): void => {
  const { own } = sides
  if (own.state === 'INVITED' && !isInviter(own)) checkInvitee(own, caller)
  checkIsValid(sides)
}

const checkIsValid = ({ own }: Sides): void => {
  if (own.state !== 'INVITED' || isInviter(own)) return
  if (own.expires_at === null || own.expires_at <= new Date()) throw invalid()
}

/** The source is bound at the company, as when it saves a draft. */
const changesOf = (prepared: Awaited<ReturnType<typeof findPrepared>>) => (row: ConnectionRow) => ({
  ...(prepared?.isSent ? { pending_version: prepared.draft.version } : {}),
  ...(prepared && row.side === 'COMPANY' ? { integration_id: prepared.integrationId } : {}),
})

/**
 * The company is new to the agency: the user of the agency who invited it or accepts sees it, also if they see some companies
 * only. One that the agency works with already is seen by those who saw it before.
 */
const showToAgency = async (tx: Tx, sides: Locked['sides'], caller: Caller): Promise<void> => {
  const { company, agency } = bySide(sides)
  const userId = isInviter(agency) ? agency.inviter_user_id : caller.userId
  if (userId === null || (await areConnected(tx, agency.client_id, [company.client_id]))) return
  await addCompany(tx, { clientId: agency.client_id, userId }, company.client_id)
}

export const acceptInvitation = (context: Context, dispatcher: Dispatcher, answer: Answer): Promise<Connection> =>
  context.asSystem('connections: accept an invitation', async (tx) => {
    const { sides, caller, account } = await lockAndCheck(tx, context, answer)
    await prefillDraft(tx, sides.own, { caller, account, pair: { partnerId: sides.other.client_id } })
    const prepared = await findPrepared(tx, sides)
    const facts = { hasCriteria: prepared?.isSent === true }
    const transition = requireTransition(sides.own, 'accept', actorOf(caller, sides.own), facts)
    checkIsInvited(sides, caller)
    if (caller.accountType === 'COMPANY' && !(await hasStartedSync(tx, caller.clientId))) throw new AppError('SYNC_FIRST')
    await showToAgency(tx, sides, caller)
    const at = new Date()
    if (prepared?.isSent) await submitPrepared(tx, sides, prepared.draft, at)
    if (!prepared) await forgetAcknowledgement(tx, bySide(sides).company)
    const bind = changesOf(prepared)
    const moved = await moveSides({ tx, dispatcher, caller }, sides, {
      act: 'connection.accepted',
      ...(prepared?.isSent ? { facts: { version: prepared.draft.version, textHash: prepared.draft.text_hash } } : {}),
      transition,
      at,
      change: (row) => ({
        accepted_at: at,
        ...bind(row),
        ...(isInviter(row) ? { partner_id: caller.clientId, partner_name: account } : {}),
      }),
    })
    const { own, other } = moved
    if (other) await openClaim({ tx, dispatcher, caller }, { own, other }, at)
    return showConnection(tx, own, caller)
  })

/** Declines an invitation, or what was submitted. Any admin can: the one who was invited may not be an admin. */
export const rejectInvitation = (context: Context, dispatcher: Dispatcher, answer: Answer): Promise<Connection> =>
  context.asSystem('connections: decline an invitation', async (tx) => {
    const { sides, caller } = await lockAndCheck(tx, context, answer)
    const transition = requireTransition(sides.own, 'reject', actorOf(caller, sides.own))
    checkIsValid(sides)
    const [at, { reason }] = [new Date(), answer]
    const work = { tx, dispatcher, caller }
    await denyPending({ work, sides }, { reason, at })
    const moved = await moveSides(work, sides, {
      act: 'connection.rejected',
      transition,
      reason,
      at,
      change: () => ({ pending_version: null }),
    })
    return showConnection(tx, moved.own, caller)
  })
