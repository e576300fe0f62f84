import { nameFromEmail } from '#contract/name-from-email.ts'
import { limits } from '#contract/limits.ts'
import type { Role } from '#contract/permissions.ts'
import { whoMay } from '#contract/route.ts'
import type { User } from '#contract/users.ts'
import type { Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live/hub.ts'
import { normaliseEmail } from '#server/platform/mail/address.ts'
import { doneBy, lockClient, tellOwnerOfStaff } from '../clients/service.ts'
import { recordEvent } from '../events/service.ts'
import { actOn } from './acts.ts'
import { checkReason, isGranted, needsSecond } from './granting.ts'
import { inviteJob } from './jobs.ts'
import { insertUser, markInvited, reserveUser, selectPlaceByEmail, selectUser, type NewUser, type PersonRow } from './queries.ts'
import { addressFreeAt } from './release-time.ts'
import { checkCompanies, checkGrantable, checkRank, tooSoon } from './rules.ts'
import { factsOf, fullName, placeOf, statusOf, toUser } from './shape.ts'
import { assertStill } from './still.ts'

export type Guest = Omit<NewUser, 'emailNorm' | 'subject' | 'userId'> & { userId?: string }

/** A place is kept, and a letter goes out once this is committed. Undefined when the address is known already. */
export const expectGuest = async (tx: Tx, desk: Desk, guest: Guest): Promise<PersonRow | undefined> => {
  const user = { userId: newId(), ...guest, subject: null, emailNorm: normaliseEmail(guest.email) }
  if (!(await reserveUser(tx, user))) return undefined
  await insertUser(tx, user)
  await desk.enqueue(tx, inviteJob, { clientId: user.clientId, userId: user.userId }, { clientId: user.clientId })
  return selectUser(tx, user.clientId, user.userId)
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
  const caller = await assertStill(tx, context.caller, { clientId, access: whoMay('users', 'w') })
  checkGrantable(caller, asked.role)
  checkCompanies(asked.companies, client.type)
  return caller
}

interface Inviting {
  tx: Tx
  note: (act: Act) => void
  desk: Desk
  caller: Caller
}

/** It is in the audit log and in the feed. Undefined when the address is known already. */
export const invite = async ({ tx, note, desk, caller }: Inviting, guest: Guest): Promise<PersonRow | undefined> => {
  const row = await expectGuest(tx, desk, guest)
  if (!row) return undefined
  const { clientId, userId } = placeOf(row)
  await recordEvent(tx, { clientId, event: 'user.invited', ...doneBy(caller, clientId), object: row.email })
  note({ action: 'user.invited', clientId, object: { type: 'user', id: userId }, after: factsOf(row) })
  return row
}

/** Whoever was removed from the same account is in no list any more; whoever invites them again learns why that has to wait. */
const known = async (tx: Tx, email: string, clientId: string): Promise<AppError> => {
  const place = await selectPlaceByEmail(tx, normaliseEmail(email))
  const row = place?.client_id === clientId ? await selectUser(tx, clientId, place.user_id) : undefined
  const detail =
    row && statusOf(row) === 'DELETED'
      ? `This person was removed. The address can be invited again on ${freeOn(row)}.`
      : 'A user with this email already exists.'
  return new AppError('USER_EXISTS', { detail, field: 'email' })
}

const freeOn = (row: PersonRow): string => addressFreeAt(row.user_status_since.getTime()).toISOString().slice(0, 10)

type NewPerson = Invitation & {
  name: string
  lastname: string
  email: string
  client_id?: string | undefined
  reason?: string | undefined
}

/** Whoever our own people invite into somebody's account is a user there until a second one of them agrees to more. */
export const createUser = (context: Context, desk: Desk, person: NewPerson): Promise<User> =>
  context.asSystem('users: invite somebody', async (tx, note) => {
    const { client_id: clientId = context.caller.clientId, reason, role, ...guest } = person
    const caller = await checkInvitation(tx, context, { ...person, clientId })
    const work = { tx, note, desk, caller }
    const isLess = needsSecond(caller, clientId, role)
    if (isLess) checkReason(reason)
    const row = await invite(work, { ...guest, clientId, role: isLess ? 'user' : role })
    if (!row) throw await known(tx, guest.email, clientId)
    await publish(tx, clientId, 'users')
    if (clientId !== caller.clientId) await tellOwnerOfGuest(work, row, reason)
    if (!isLess) return toUser(row, context)
    return { ...toUser(row, context), awaitsSecondPerson: !(await isGranted(work, { person: row, role, reason })) }
  })

const tellOwnerOfGuest = ({ tx, desk }: Inviting, row: PersonRow, reason: string | undefined): Promise<void> => {
  const { clientId, userId } = placeOf(row)
  return tellOwnerOfStaff(tx, desk, { clientId, kind: 'staff.invited', name: fullName(row), reason, key: userId })
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
  desk: Desk,
  { emails, users, role, companies }: Invitation & { emails: readonly string[]; users: readonly Invited[] },
): Promise<{ invited: User[]; skipped: string[] }> =>
  context.asSystem('users: invite people', async (tx, note) => {
    const { clientId } = context.caller
    const caller = await checkInvitation(tx, context, { clientId, role, companies })
    if (needsSecond(caller, clientId, role))
      throw new AppError('FORBIDDEN', { detail: 'Staff are invited one by one, with a reason.', field: 'role' })
    const all: Invited[] = [...users, ...emails.map((email) => ({ email }))]
    const wanted = new Map(all.toReversed().map((user) => [normaliseEmail(user.email), user]))
    const invited: User[] = []
    const skipped: string[] = []
    for (const [, user] of [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const row = await invite({ tx, note, desk, caller }, { clientId, ...named(user), role, companies })
      if (row) invited.push(toUser(row, context))
      else skipped.push(user.email)
    }
    await publish(tx, clientId, 'users')
    return { invited, skipped }
  })

interface Meant {
  email?: string | undefined
  id?: string | undefined
}

/** Who is meant: by address, or by id for those who see the address only behind a mask. */
const idOf = async (tx: Tx, { caller }: Context, { email = '', id }: Meant): Promise<string> => {
  if (id !== undefined) return id
  const place = await selectPlaceByEmail(tx, normaliseEmail(email))
  if (!place || (!caller.isStaff && place.client_id !== caller.clientId)) throw new AppError('NOT_FOUND')
  return place.user_id
}

export const resendInvitation = (context: Context, desk: Desk, whom: Meant): Promise<{ sent: true; invitedAt: string }> => {
  const userId = (tx: Tx) => idOf(tx, context, whom)
  const access = whoMay('users', 'w')
  return actOn(context, { userId, reason: 'users: send an invitation again', access }, async ({ tx, note, caller, person }) => {
    checkRank(caller, person)
    if (statusOf(person) !== 'INVITED')
      throw new AppError('ACTION_NOT_ALLOWED', {
        detail: 'Only somebody who is invited and has not come yet gets an invitation.',
      })
    const place = placeOf(person)
    if (!(await markInvited(tx, place, new Date(Date.now() - limits.invitationPause)))) throw tooSoon(person.invited_at)
    await desk.enqueue(tx, inviteJob, place, { clientId: place.clientId })
    await publish(tx, place.clientId, 'users')
    note({ action: 'user.invited_again', clientId: place.clientId, object: { type: 'user', id: place.userId } })
    return { sent: true, invitedAt: new Date().toISOString() }
  })
}
