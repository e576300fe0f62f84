// Invited users: their row and their address are reserved until they sign in.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { dropRequest } from '../../clients/requests/service.ts'
import { acts } from '../acts.ts'
import { inviteJob } from '../jobs.ts'
import { auditSnapshot, userRef, type UserRef, type UserRow } from '../model.ts'
import { insertUsers, selectUser, selectUsers, updateStatus, type NewUser } from '../queries.ts'
import { anonymizeUser, deleteBelongings } from '../removal/queries.ts'
import { lockPending, markInvited, reserveEmails, selectPendingByEmail } from './queries.ts'
import { checkQuota } from './quota.ts'

export interface Inviting {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

/** Turns it into a regular invitation. */
export const releaseGuest = async ({ tx, dispatcher, caller }: Inviting, user: UserRow, reason?: string): Promise<void> => {
  const ref = userRef(user)
  const { clientId } = ref
  await checkQuota(tx, clientId, 1)
  await markInvited(tx, ref, new Date())
  await dispatcher.enqueue(tx, inviteJob, { ...ref, invitedBy: caller.userId }, { clientId })
  await record(tx, acts['user.invited'], {
    clientId,
    by: caller,
    object: { id: ref.userId, name: user.email },
    after: auditSnapshot(user),
    reason,
  })
}

/**
 * Locks the row of a guest; called before any request about the guest is locked, so that no two transactions wait for each other. Another
 * account that invites the same address discards a guest without locking the account. Undefined: the guest no longer waits for approval.
 */
export const lockGuest = async (tx: Tx, ref: UserRef): Promise<UserRow | undefined> =>
  (await lockPending(tx, ref)) ? selectUser(tx, ref.clientId, ref.userId) : undefined

/** Deletes the row and releases the address, as if the invitation had never been requested. `lockGuest` returned the guest. */
export const discardGuest = async (tx: Tx, user: UserRow): Promise<void> => {
  const ref = userRef(user)
  await updateStatus(tx, ref, 'DELETED')
  await deleteBelongings(tx, ref)
  await anonymizeUser(tx, ref, user.email)
  await record(tx, acts['user.invitation_discarded'], { clientId: ref.clientId })
}

/** No user of the account decides that, so it is recorded as an act of the product. False: the guest no longer waits for approval. */
export const discardUndecided = async (tx: Tx, ref: UserRef): Promise<boolean> => {
  const { clientId, userId } = ref
  const user = await lockGuest(tx, ref)
  if (!user) return false
  await dropRequest(tx, { clientId, kind: 'invitation', subject: userId })
  await discardGuest(tx, user)
  await record(tx, acts['user.forgotten'], { clientId, object: { id: userId }, isByProduct: true })
  return true
}

/** An invitation that waits for approval gives way to an invitation by the user's own account. */
const makeRoomFor = async (tx: Tx, emails: readonly string[]): Promise<void> => {
  for (const ref of await selectPendingByEmail(tx, emails)) await discardUndecided(tx, ref)
}

export type Guest = Omit<NewUser, 'emailNorm' | 'subject' | 'userId'> & { userId?: string }

/** Emails are sent once this is committed. Users whose address is already known are left out. */
export const expectGuests = async (
  { tx, dispatcher, caller }: Omit<Inviting, 'caller'> & Partial<Inviting>,
  guests: readonly Guest[],
): Promise<UserRow[]> => {
  const reservations = guests.map((guest) => ({
    userId: newId(),
    ...guest,
    subject: null,
    emailNorm: normaliseEmail(guest.email),
  }))
  const invitedNow = reservations.filter(({ isPending = false }) => !isPending).map(({ emailNorm }) => emailNorm)
  if (invitedNow.length > 0) await makeRoomFor(tx, invitedNow)
  const reserved = await reserveEmails(tx, reservations)
  const users = reservations.filter(({ emailNorm }) => reserved.has(emailNorm))
  const [first] = users
  if (first === undefined) return []
  const { clientId } = first
  await insertUsers(tx, users)
  const refs = users.map(({ userId }) => ({ clientId, userId }))
  const invited = users
    .filter(({ isPending = false }) => !isPending)
    .map(({ userId }) => ({ clientId, userId, invitedBy: caller?.userId }))
  if (invited.length > 0) await dispatcher.enqueueAll(tx, inviteJob, invited, { clientId })
  const rows = new Map(
    (
      await selectUsers(
        tx,
        clientId,
        refs.map(({ userId }) => userId),
      )
    ).map((row) => [row.user_id, row]),
  )
  return users.flatMap(({ userId }) => rows.get(userId) ?? [])
}
