import { nameFromEmail } from '#contract/name-from-email.ts'
import { limits } from '#contract/limits.ts'
import type { Role } from '#contract/permissions.ts'
import { whoMay } from '#contract/route.ts'
import type { User } from '#contract/users.ts'
import type { Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live/hub.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { askForSecond, doneBy, dropRequest, lockClient, notifyOwnerOfRequest } from '../clients/service.ts'
import { recordEvents } from '../events/service.ts'
import { actOn } from './acts.ts'
import { checkReason, isElsewhere, isGranted, needsSecond } from './grant-role.ts'
import { makeRoomFor, releaseGuest } from './pending-invitations.ts'
import { inviteJob } from './jobs.ts'
import { markInvited, reserveEmails } from './guest-queries.ts'
import { insertUsers, selectUserRefByEmail, selectUser, selectUsers, type NewUser, type UserRow } from './queries.ts'
import { checkAsking, checkQuota, checkRoom } from './quota.ts'
import { addressFreeAt } from './release-time.ts'
import { checkCompanies, checkGrantable, checkRank, tooSoon } from './rules.ts'
import { auditSnapshot, fullName, userRef, statusOf, toUser } from './mapper.ts'
import { assertStillAllowed } from './recheck-access.ts'

export type Guest = Omit<NewUser, 'emailNorm' | 'subject' | 'userId'> & { userId?: string }

/** Places are kept, and letters go out once this is committed. Without those whose address is known already. */
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

interface Invitation {
  role: Role
  companies: 'all' | readonly string[]
}

/** Where people are invited to: one's own account, or for our own people any that is open. Answers who the caller is by now. */
const checkInvitation = async (tx: Tx, context: Context, asked: Invitation & { clientId: string }): Promise<Caller> => {
  const { clientId } = asked
  if (!context.caller.isStaff && clientId !== context.caller.clientId) throw new AppError('NOT_FOUND')
  const client = await lockClient(tx, clientId)
  if (!client || client.status === 'closed') throw new AppError('NOT_FOUND')
  const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('users', 'w') })
  checkGrantable(caller, asked.role)
  checkCompanies(asked.companies, client.type)
  return caller
}

interface Inviting {
  tx: Tx
  note: (act: Act) => void
  dispatcher: Dispatcher
  caller: Caller
}

/** They are in the audit log and in the feed. All are of one account; those whose address is known already are left out. */
const inviteAll = async (
  { tx, note, dispatcher, caller }: Inviting,
  guests: readonly Guest[],
  reason?: string,
): Promise<UserRow[]> => {
  if (guests[0] !== undefined) await checkRoom(tx, guests[0].clientId)
  const rows = await expectGuests(tx, dispatcher, guests)
  const [first] = rows
  if (first === undefined) return []
  const clientId = first.client_id
  await checkQuota(tx, clientId, rows.length)
  const by = doneBy(caller, clientId)
  await recordEvents(
    tx,
    clientId,
    rows.map(({ email }) => ({ event: 'user.invited' as const, ...by, object: email })),
  )
  for (const row of rows)
    note({ action: 'user.invited', clientId, object: { type: 'user', id: row.user_id }, after: auditSnapshot(row), reason })
  return rows
}

/** Undefined when the address is known already. */
export const invite = async (inviting: Inviting, guest: Guest, reason?: string): Promise<UserRow | undefined> =>
  (await inviteAll(inviting, [guest], reason))[0]

/** Whoever was removed from the same account is in no list any more; whoever invites them again learns why that has to wait. */
const known = async (tx: Tx, email: string, clientId: string): Promise<AppError> => {
  const place = await selectUserRefByEmail(tx, normaliseEmail(email))
  const row = place?.client_id === clientId ? await selectUser(tx, clientId, place.user_id) : undefined
  const detail =
    row && statusOf(row) === 'DELETED'
      ? `This user was removed. You can invite this address again on ${freeOn(row)}.`
      : 'A user with this email already exists.'
  return new AppError('USER_EXISTS', { detail, field: 'email' })
}

const freeOn = (row: UserRow): string => addressFreeAt(row.user_status_since.getTime()).toISOString().slice(0, 10)

type NewPerson = Invitation & {
  name: string
  lastname: string
  email: string
  client_id?: string | undefined
  reason?: string | undefined
}

/** Whom our own people invite into somebody's account is written to once somebody else agrees; in our own account, one of us is a user until then. */
export const createUser = (context: Context, dispatcher: Dispatcher, person: NewPerson): Promise<User> =>
  context.asSystem('users: invite somebody', async (tx, note) => {
    const { client_id: clientId = context.caller.clientId, reason, role, ...guest } = person
    const caller = await checkInvitation(tx, context, { ...person, clientId })
    const work = { tx, note, dispatcher, caller }
    const isHeld = isElsewhere(caller, clientId)
    const isLess = !isHeld && needsSecond(caller, clientId, role)
    if (isHeld || isLess) checkReason(reason)
    const wanted = { ...guest, clientId, role: isLess ? ('user' as const) : role, isHeld }
    const row = isHeld ? await holdGuest(work, wanted, reason) : await invite(work, wanted, reason)
    if (!row) throw await known(tx, guest.email, clientId)
    await publish(tx, clientId, 'users')
    if (isHeld) return { ...toUser(row, context), awaitsSecondPerson: true }
    if (!isLess) return toUser(row, context)
    return { ...toUser(row, context), awaitsSecondPerson: !(await isGranted(work, { person: row, role, reason })) }
  })

/** Their place is kept. An admin of the account or a second one of our own people has to agree before anything is sent. */
const holdGuest = async ({ tx, note, dispatcher, caller }: Inviting, guest: Guest, reason: string | undefined) => {
  const { clientId, role } = guest
  await checkAsking(tx, clientId)
  const [row] = await expectGuests(tx, dispatcher, [guest])
  if (!row) return undefined
  const { user_id: userId } = row
  await askForSecond({ tx, dispatcher, caller }, { clientId, kind: 'invitation', subject: userId, role, reason })
  note({ action: 'user.invitation_requested', clientId, object: { type: 'user', id: userId }, after: auditSnapshot(row), reason })
  await notifyOwnerOfRequest(tx, dispatcher, { clientId, kind: 'staff.invited', name: fullName(row), role, reason, key: userId })
  return row
}

interface Invited {
  email: string
  name?: string | undefined
  lastname?: string | undefined
}

/** Nobody is stored without a name: what was left out is suggested by the address. */
const named = ({ email, name, lastname }: Invited) => {
  const suggested = nameFromEmail(email)
  return { email, name: name ?? suggested.name, lastname: lastname ?? suggested.lastname }
}

/** Each address once. Those who are known already are left out and named. Locks are taken in one order, whoever else invites. */
export const inviteUsers = (
  context: Context,
  dispatcher: Dispatcher,
  { emails, users, role, companies }: Invitation & { emails: readonly string[]; users: readonly Invited[] },
): Promise<{ invited: User[]; skipped: string[] }> =>
  context.asSystem('users: invite people', async (tx, note) => {
    const { clientId } = context.caller
    const caller = await checkInvitation(tx, context, { clientId, role, companies })
    if (needsSecond(caller, clientId, role))
      throw new AppError('FORBIDDEN', { detail: 'Invite staff one at a time, with a reason.', field: 'role' })
    const all: Invited[] = [...users, ...emails.map((email) => ({ email }))]
    const wanted = new Map(all.toReversed().map((user) => [normaliseEmail(user.email), user]))
    const sorted = [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const guests = sorted.map(([, user]) => ({ clientId, ...named(user), role, companies }))
    const rows = await inviteAll({ tx, note, dispatcher, caller }, guests)
    await publish(tx, clientId, 'users')
    const invited = new Set(rows.map(({ email }) => normaliseEmail(email)))
    const skipped = sorted.filter(([emailNorm]) => !invited.has(emailNorm)).map(([, user]) => user.email)
    return { invited: rows.map((row) => toUser(row, context)), skipped }
  })

interface Meant {
  email?: string | undefined
  id?: string | undefined
}

/** Who is meant: by address, or by id for those who see the address only behind a mask. */
const idOf = async (tx: Tx, { caller }: Context, { email = '', id }: Meant): Promise<string> => {
  if (id !== undefined) return id
  const place = await selectUserRefByEmail(tx, normaliseEmail(email))
  if (!place || (!caller.isStaff && place.client_id !== caller.clientId)) throw new AppError('NOT_FOUND')
  return place.user_id
}

/** For an admin of the account sending it is agreeing to it. */
const releaseByAdmin = async (work: Inviting, person: UserRow): Promise<{ sent: true; invitedAt: string }> => {
  if (isElsewhere(work.caller, person.client_id))
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: 'An admin of the account or a second staff user has to approve this invitation first.',
    })
  await dropRequest(work.tx, { clientId: person.client_id, kind: 'invitation', subject: person.user_id })
  await releaseGuest(work, person)
  return { sent: true, invitedAt: new Date().toISOString() }
}

export const resendInvitation = (
  context: Context,
  dispatcher: Dispatcher,
  whom: Meant,
): Promise<{ sent: true; invitedAt: string }> => {
  const userId = (tx: Tx) => idOf(tx, context, whom)
  const access = whoMay('users', 'w')
  return actOn(context, { userId, reason: 'users: send an invitation again', access }, async ({ tx, note, caller, person }) => {
    checkRank(caller, person)
    if (statusOf(person) !== 'INVITED')
      throw new AppError('ACTION_NOT_ALLOWED', {
        detail: "You can only resend an invitation to a user who hasn't joined yet.",
      })
    const place = userRef(person)
    if (person.invited_at === null) return releaseByAdmin({ tx, note, dispatcher, caller }, person)
    if (!(await markInvited(tx, place, new Date(Date.now() - limits.invitationPause)))) throw tooSoon(person.invited_at)
    await checkQuota(tx, place.clientId, 1)
    await dispatcher.enqueue(tx, inviteJob, place, { clientId: place.clientId })
    await publish(tx, place.clientId, 'users')
    note({ action: 'user.invited_again', clientId: place.clientId, object: { type: 'user', id: place.userId } })
    return { sent: true, invitedAt: new Date().toISOString() }
  })
}
