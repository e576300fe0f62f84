import { connectionLimits, type Connection, type createConnection } from '#contract/connections/connections.ts'
import type { Input } from '#contract/kit/route.ts'
import { limits } from '#contract/kit/limits.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { lockClient } from '../../clients/service.ts'
import { assertClaimable } from '../../ghost-companies/claiming/service.ts'
import { hasIntegration } from '../../integrations/service.ts'
import { assertStillAllowed } from '../../users/access/service.ts'
import type { UserRef } from '../../users/model.ts'
import { findAccountOf, nameOfUser } from '../../users/service.ts'
import { acts } from '../acts.ts'
import { sendInvitation } from '../emails.ts'
import { prefillDraft } from '../agreements/prefill.ts'
import { actorOf, isSeenBy, otherId, refOf, requireTransition, type ConnectionRow } from '../model.ts'
import { hasOpenInvitation, insertConnection, isInvitedBy, lockPair, selectConnection, updateConnection } from '../queries.ts'
import { showConnection } from '../show.ts'
import { lockSeen, type Work } from '../sides.ts'
import { hasAcceptedInvitation } from './quota-queries.ts'
import { checkAddress, checkRoom, countForMailbox } from './quota.ts'
import { deleteTokens, insertToken } from './token-queries.ts'
import { hashOf, newToken } from './tokens.ts'

const day = 86_400_000
const validFor = connectionLimits.validDays * day

/** A company shares contacts of a source. */
const checkSource = async (tx: Tx, { accountType, clientId }: Caller): Promise<void> => {
  if (accountType !== 'COMPANY' || (await hasIntegration(tx, clientId))) return
  throw new AppError('ACTION_NOT_ALLOWED', {
    detail: 'Connect a source first, such as your CRM. Then invite your agency to see what you share from it.',
  })
}

/** The ghost company that the company takes over, if the agency names one. */
const findGhost = async (
  tx: Tx,
  caller: Caller,
  { ghost_id: id, ghostId = id }: { ghost_id?: string | undefined; ghostId?: string | undefined },
): Promise<string | null> => {
  if (ghostId === undefined) return null
  if (caller.accountType !== 'AGENCY') throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Only agencies have ghost companies.' })
  await assertClaimable(tx, caller, ghostId)
  return ghostId
}

interface Sending {
  row: ConnectionRow
  account: string
  inviter: string | undefined
  isReminder?: boolean
}

/**
 * A new link. Only its hash is stored, so every email has a link of its own. Anyone can open an account and write to
 * strangers: until somebody accepted one of its invitations, its message is read in Tributary only.
 */
export const sendLink = async (
  { tx, dispatcher }: Work,
  { row, account, inviter, isReminder = false }: Sending,
): Promise<void> => {
  const token = newToken()
  await insertToken(tx, refOf(row), hashOf(token))
  const isKnown = row.message === null || (await hasAcceptedInvitation(tx, row.client_id))
  const shown = isKnown ? row : { ...row, message: null }
  await sendInvitation(tx, dispatcher, { row: shown, account, inviter, token, isReminder })
}

/** The user with this address, if their account can be the other side. The inviter does not learn whether there is one. */
const findInvitee = async (tx: Tx, caller: Caller, email: string): Promise<UserRef | undefined> => {
  const account = await findAccountOf(tx, email)
  if (account?.clientId === caller.clientId)
    throw new AppError('VALIDATION_FAILED', {
      field: 'partnerEmail',
      detail: 'This address belongs to a user of your own account.',
    })
  return account !== undefined && !account.isInternal && account.type !== caller.accountType ? account : undefined
}

/** By the address alone: an account that merely invited this one does not tell who else its users are. */
const checkIsNew = async (tx: Tx, clientId: string, { emailNorm, user }: { emailNorm: string; user: UserRef | undefined }) => {
  if ((await hasOpenInvitation(tx, clientId, emailNorm)) || (user && (await isInvitedBy(tx, clientId, user))))
    throw new AppError('CONNECTION_EXISTS', { field: 'partnerEmail' })
}

/** The account of the ended connection that the new one follows, if the caller knows it. */
const findFormer = async (tx: Tx, caller: Caller, connectionId: string | undefined): Promise<string | undefined> => {
  if (connectionId === undefined) return undefined
  const row = await selectConnection(tx, { clientId: caller.clientId, connectionId })
  if (!row || !isSeenBy(caller, row)) throw new AppError('NOT_FOUND')
  requireTransition(row, 'invite_again', actorOf(caller, row))
  return otherId(row) ?? undefined
}

export const inviteToConnect = (
  context: Context,
  dispatcher: Dispatcher,
  { name, partnerEmail, message, invitedAs, again, ...about }: Input<typeof createConnection>['body'],
): Promise<Connection> =>
  context.asSystem('connections: invite', async (tx) => {
    const { clientId } = context.caller
    const invitee = await findInvitee(tx, context.caller, partnerEmail)
    const account = (await lockClient(tx, clientId))?.name ?? ''
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('connections', 'w') })
    if (caller.isInternal) throw new AppError('FORBIDDEN')
    const emailNorm = normaliseEmail(partnerEmail)
    const partnerId = await findFormer(tx, caller, again)
    await checkRoom(tx, clientId)
    // Two accounts that invite each other come one after the other; neither waits for what else the other one does.
    if (invitee) await lockPair(tx, [clientId, invitee.clientId])
    await checkIsNew(tx, clientId, { emailNorm, user: invitee })
    await checkSource(tx, caller)
    const ghostId = await findGhost(tx, caller, about)
    await checkAddress(tx, clientId, emailNorm)
    const at = new Date()
    await countForMailbox(tx, clientId, emailNorm, at)
    const shared = {
      id: newId(),
      invited_by: caller.accountType,
      partner_email: partnerEmail,
      partner_email_norm: emailNorm,
      invited_as: invitedAs,
      message: message === undefined || message === '' ? null : message,
      ghost_id: ghostId,
      sent_at: at,
      expires_at: new Date(at.getTime() + validFor),
    }
    const own = await insertConnection(tx, {
      ...shared,
      client_id: clientId,
      side: caller.accountType,
      partner_name: name,
      partner_id: invitee?.clientId ?? null,
      inviter_user_id: caller.userId,
    })
    const work = { tx, dispatcher, caller }
    await record(tx, acts['connection.invited'], {
      clientId,
      by: caller,
      object: { id: own.id, name },
      after: { state: own.state, email: partnerEmail },
    })
    await prefillDraft(tx, own, { caller, account, pair: { emailNorm, partnerId } })
    if (invitee) await announce(work, own, { clientId: invitee.clientId, account })
    await sendLink(work, { row: own, account, inviter: await nameOfUser(tx, caller) })
    return showConnection(tx, own, caller)
  })

/** The invited account has it in its list, without opening the link. */
const announce = async (
  { tx, dispatcher }: Work,
  own: ConnectionRow,
  { clientId, account }: { clientId: string; account: string },
): Promise<void> => {
  const row = await insertConnection(tx, mirrored(own, { clientId, account }))
  await record(tx, acts['connection.received'], {
    clientId,
    by: { origin: 'user', actor: account },
    object: { id: row.id, name: account },
    after: { state: row.state },
    isByProduct: true,
    dispatcher,
    notice: {
      about: row.id,
      change: row.sent_at.toISOString(),
      data: { name: account, connectionId: row.id },
      withoutEmail: 'all',
    },
  })
}

/** The invited account's side of an invitation. */
export const mirrored = (own: ConnectionRow, { clientId, account }: { clientId: string; account: string }) => ({
  client_id: clientId,
  id: own.id,
  side: own.side === 'AGENCY' ? 'COMPANY' : 'AGENCY',
  invited_by: own.invited_by,
  partner_name: account,
  partner_id: own.client_id,
  partner_email: own.partner_email,
  partner_email_norm: own.partner_email_norm,
  inviter_user_id: null,
  invited_as: own.invited_as,
  message: own.message,
  sent_at: own.sent_at,
  sent_count: own.sent_count,
  opened_at: own.opened_at,
  ghost_id: own.ghost_id,
  expires_at: own.expires_at,
  created_at: own.created_at,
})

const minute = 60_000

const checkPause = ({ sent_at: sentAt, sent_count: count }: ConnectionRow): void => {
  if (count > connectionLimits.resentMax)
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `The invitation was resent ${connectionLimits.resentMax} times. Cancel it and invite again if the address is right.`,
    })
  const left = sentAt.getTime() + limits.invitationPause - Date.now()
  if (left > 0)
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `The invitation was sent less than ten minutes ago. Try again in ${Math.ceil(left / minute)} min.`,
    })
}

export const resendInvitation = (context: Context, dispatcher: Dispatcher, connectionId: string): Promise<Connection> =>
  context.asSystem('connections: resend an invitation', async (tx) => {
    const { clientId } = context.caller
    const account = (await lockClient(tx, clientId))?.name ?? ''
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('connections', 'w') })
    const { own, other } = await lockSeen(tx, caller, { clientId, connectionId })
    requireTransition(own, 'resend', actorOf(caller, own))
    checkPause(own)
    await checkRoom(tx, clientId)
    const at = new Date()
    await countForMailbox(tx, clientId, own.partner_email, at)
    const change = {
      sent_at: at,
      sent_count: own.sent_count + 1,
      reminded_count: 0,
      expires_at: new Date(at.getTime() + validFor),
    }
    const row = await updateConnection(tx, own, change, at)
    if (other) await updateConnection(tx, other, change, at)
    await deleteTokens(tx, { clientId, connectionId })
    await sendLink({ tx, dispatcher, caller }, { row, account, inviter: await nameOfUser(tx, caller) })
    await record(tx, acts['connection.resent'], { clientId, object: { id: row.id } })
    return showConnection(tx, row, caller)
  })
