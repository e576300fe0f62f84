// Those who are invited: their place in the account and their address are kept until they come.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { dropRequest } from '../../clients/requests/service.ts'
import { acts } from '../acts.ts'
import { inviteJob } from '../jobs.ts'
import { auditSnapshot, isPendingApproval, userRef, type UserRow } from '../model.ts'
import { insertUsers, selectUser, selectUsers, updateStatus, type NewUser } from '../queries.ts'
import { anonymizeUser, deleteBelongings } from '../removal/queries.ts'
import { markInvited, reserveEmails, selectPendingByEmail } from './queries.ts'
import { checkQuota } from './quota.ts'

export interface Inviting {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

/** From now on it is an invitation like any other. */
export const releaseGuest = async ({ tx, dispatcher, caller }: Inviting, person: UserRow, reason?: string): Promise<void> => {
  const place = userRef(person)
  const { clientId } = place
  await checkQuota(tx, clientId, 1)
  await markInvited(tx, place, new Date())
  await dispatcher.enqueue(tx, inviteJob, place, { clientId })
  await record(tx, acts['user.invited'], {
    clientId,
    by: caller,
    object: { id: place.userId, name: person.email },
    after: auditSnapshot(person),
    reason,
  })
}

/** Their place and their address are free, as if nobody had ever asked. */
export const discardGuest = async (tx: Tx, person: UserRow): Promise<void> => {
  const place = userRef(person)
  await updateStatus(tx, place, 'DELETED')
  await deleteBelongings(tx, place)
  await anonymizeUser(tx, place, person.email)
  await record(tx, acts['user.invitation_discarded'], { clientId: place.clientId })
}

/** Whom nobody agreed to invite yet makes room for somebody who is invited by their own account. */
const makeRoomFor = async (tx: Tx, emails: readonly string[]): Promise<void> => {
  for (const { clientId, userId } of await selectPendingByEmail(tx, emails)) {
    const person = await selectUser(tx, clientId, userId)
    if (!person || !isPendingApproval(person)) continue
    await dropRequest(tx, { clientId, kind: 'invitation', subject: userId })
    await discardGuest(tx, person)
  }
}

export type Guest = Omit<NewUser, 'emailNorm' | 'subject' | 'userId'> & { userId?: string }

/** Emails go out once this is committed. Without those whose address is known already. */
export const expectGuests = async (tx: Tx, dispatcher: Dispatcher, guests: readonly Guest[]): Promise<UserRow[]> => {
  const wanted = guests.map((guest) => ({ userId: newId(), ...guest, subject: null, emailNorm: normaliseEmail(guest.email) }))
  const invitedNow = wanted.filter(({ isHeld = false }) => !isHeld).map(({ emailNorm }) => emailNorm)
  if (invitedNow.length > 0) await makeRoomFor(tx, invitedNow)
  const reserved = await reserveEmails(tx, wanted)
  const users = wanted.filter(({ emailNorm }) => reserved.has(emailNorm))
  const [first] = users
  if (first === undefined) return []
  const { clientId } = first
  await insertUsers(tx, users)
  const places = users.map(({ userId }) => ({ clientId, userId }))
  const invited = users.filter(({ isHeld = false }) => !isHeld).map(({ userId }) => ({ clientId, userId }))
  if (invited.length > 0) await dispatcher.enqueueAll(tx, inviteJob, invited, { clientId })
  const rows = new Map(
    (
      await selectUsers(
        tx,
        clientId,
        places.map(({ userId }) => userId),
      )
    ).map((row) => [row.user_id, row]),
  )
  return users.flatMap(({ userId }) => rows.get(userId) ?? [])
}
