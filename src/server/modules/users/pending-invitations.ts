// Invitations by our own people into somebody's account: nothing is sent, and nobody can come, before somebody else agrees.
import { whoMay } from '#contract/route.ts'
import { appendActs, systemActor, type Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { askForSecond, declineRequest, doneBy, dropRequest, lockClient, requestKeptFor } from '../clients/service.ts'
import { recordEvent } from '../events/service.ts'
import { markInvited, selectPendingBefore, selectPendingByEmail } from './guest-queries.ts'
import { inviteJob } from './jobs.ts'
import { selectUser, updateStatus, type UserRow, type UserRef } from './queries.ts'
import { checkQuota } from './quota.ts'
import { deleteBelongings, anonymizeUser } from './removal-queries.ts'
import { auditSnapshot, isPendingApproval, userRef, statusOf } from './mapper.ts'
import { assertStillAllowed } from './recheck-access.ts'

interface Work {
  tx: Tx
  note: (act: Act) => void
  dispatcher: Dispatcher
  caller: Caller
}

/** From now on it is an invitation like any other. */
export const releaseGuest = async ({ tx, note, dispatcher, caller }: Work, person: UserRow, reason?: string): Promise<void> => {
  const place = userRef(person)
  const { clientId } = place
  await checkQuota(tx, clientId, 1)
  await markInvited(tx, place, new Date())
  await dispatcher.enqueue(tx, inviteJob, place, { clientId })
  await recordEvent(tx, { clientId, event: 'user.invited', ...doneBy(caller, clientId), object: person.email })
  await publish(tx, clientId, 'users')
  note({ action: 'user.invited', clientId, object: { type: 'user', id: place.userId }, after: auditSnapshot(person), reason })
}

/** Their place and their address are free, as if nobody had ever asked. */
export const discardGuest = async (tx: Tx, person: UserRow): Promise<void> => {
  const place = userRef(person)
  await updateStatus(tx, place, 'DELETED')
  await deleteBelongings(tx, place)
  await anonymizeUser(tx, place, person.email)
  await publish(tx, place.clientId, 'users')
}

const heldGuest = async (tx: Tx, { clientId, userId }: UserRef): Promise<UserRow> => {
  const person = await selectUser(tx, clientId, userId)
  if (!person || !isPendingApproval(person) || statusOf(person) !== 'INVITED')
    throw new AppError('NOT_FOUND', { detail: 'This request is no longer open.' })
  return person
}

const decide = (context: Context, reason: string, place: UserRef, work: (done: Omit<Work, 'dispatcher'>) => Promise<void>) =>
  context.asSystem(reason, async (tx, note) => {
    const { clientId } = place
    const client = await lockClient(tx, clientId)
    if (!client || client.status === 'closed') throw new AppError('NOT_FOUND')
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('internal', 'w') })
    await work({ tx, note, caller })
  })

/** The second of two. */
export const approveInvitation = (
  context: Context,
  dispatcher: Dispatcher,
  { reason, ...place }: UserRef & { reason: string | undefined },
): Promise<void> =>
  decide(context, 'users: approve an invitation by staff', place, async (done) => {
    const person = await heldGuest(done.tx, place)
    const wish = { clientId: place.clientId, kind: 'invitation', subject: place.userId, reason, isSecond: true } as const
    await askForSecond({ ...done, dispatcher }, wish)
    await releaseGuest({ ...done, dispatcher }, person, reason)
  })

export const declineInvitation = (
  context: Context,
  dispatcher: Dispatcher,
  { reason, ...place }: UserRef & { reason: string | undefined },
): Promise<void> =>
  decide(context, 'users: decline an invitation by staff', place, async ({ tx, note, caller }) => {
    const { clientId, userId } = place
    await declineRequest({ tx, dispatcher, caller }, { clientId, kind: 'invitation', subject: userId }, reason)
    const person = await selectUser(tx, clientId, userId)
    if (person && isPendingApproval(person)) await discardGuest(tx, person)
    note({ action: 'user.invitation_declined', clientId, object: { type: 'user', id: userId }, reason })
  })

/** Whom nobody agreed to invite yet makes room for somebody who is invited by their own account. */
export const makeRoomFor = async (tx: Tx, emails: readonly string[]): Promise<void> => {
  for (const { clientId, userId } of await selectPendingByEmail(tx, emails)) {
    const person = await selectUser(tx, clientId, userId)
    if (!person || !isPendingApproval(person)) continue
    await dropRequest(tx, { clientId, kind: 'invitation', subject: userId })
    await discardGuest(tx, person)
  }
}

const atOnce = 500

/** What nobody agreed to in time. */
export const discardOldGuests = async (tx: Tx): Promise<void> => {
  const acts: Act[] = []
  const old = await selectPendingBefore(tx, new Date(Date.now() - requestKeptFor), atOnce)
  for (const { clientId, userId } of old.toSorted((one, other) => (one.clientId < other.clientId ? -1 : 1))) {
    await lockClient(tx, clientId)
    const person = await selectUser(tx, clientId, userId)
    if (!person || !isPendingApproval(person)) continue
    await dropRequest(tx, { clientId, kind: 'invitation', subject: userId })
    await discardGuest(tx, person)
    acts.push({ action: 'user.forgotten', clientId, object: { type: 'user', id: userId } })
  }
  if (acts.length > 0) await appendActs(tx, systemActor, acts)
}
