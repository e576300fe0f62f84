// How an installation comes to its first staff user: by its operator, who reaches the database. Every further one takes two staff users.
import { appendActs, systemActor, type Act } from '#server/platform/audit/act.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live/hub.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { findInternalClient, lockClient, openClient } from '../clients/service.ts'
import { recordEvent } from '../events/service.ts'
import { expectGuests } from './invite.ts'
import { inviteJob } from './jobs.ts'
import { lockFirstStaff, selectActiveStaff, selectUserRefByEmail, selectUser, type UserRow } from './queries.ts'
import { markInvited } from './guest-queries.ts'
import { checkQuota } from './quota.ts'
import { auditSnapshot, userRef, statusOf } from './mapper.ts'

interface Invited {
  email: string
  name: string
  lastname: string
}

const refuse = (detail: string): AppError => new AppError('ACTION_NOT_ALLOWED', { detail })

const reason = 'Invited by the operator of the installation'

const sendAgain = async (tx: Tx, dispatcher: Dispatcher, person: UserRow): Promise<void> => {
  const place = userRef(person)
  await lockClient(tx, place.clientId)
  await markInvited(tx, place, new Date())
  await checkQuota(tx, place.clientId, 1)
  await dispatcher.enqueue(tx, inviteJob, place, { clientId: place.clientId })
  await publish(tx, place.clientId, 'users')
  const object = { type: 'user', id: place.userId }
  await appendActs(tx, systemActor, [{ action: 'user.invited_again', clientId: place.clientId, object, reason }])
}

/** The user with this address, if they are staff, or are to become it. */
const findStaff = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const place = await selectUserRefByEmail(tx, normaliseEmail(email))
  const row = place && (await selectUser(tx, place.client_id, place.user_id))
  if (place === undefined) return undefined
  if (!row?.is_internal || row.role !== 'super_admin')
    throw refuse(`${email} belongs to a user who isn't staff. Invite another address.`)
  if (statusOf(row) === 'INVITED' || statusOf(row) === 'ACTIVE') return row
  throw refuse(`The staff user ${email} is suspended or was removed. Invite another address.`)
}

const openInternalClient = async (tx: Tx, ownerUserId: string): Promise<{ clientId: string; acts: Act[] }> => {
  const opening = { name: 'Tributary staff', type: 'COMPANY', timeZone: 'UTC', isInternal: true, ownerUserId } as const
  const { clientId } = await openClient(tx, opening)
  return { clientId, acts: [{ action: 'client.created', clientId, object: { type: 'client', id: clientId }, reason }] }
}

const inviteNew = async (tx: Tx, dispatcher: Dispatcher, invited: Invited): Promise<void> => {
  const userId = newId()
  const there = await findInternalClient(tx)
  const { clientId, acts } = there === undefined ? await openInternalClient(tx, userId) : { clientId: there, acts: [] }
  await lockClient(tx, clientId)
  const [row] = await expectGuests(tx, dispatcher, [{ ...invited, clientId, userId, role: 'super_admin' }])
  if (!row) throw refuse(`${invited.email} already belongs to a user. Invite another address.`)
  await checkQuota(tx, clientId, 1)
  await recordEvent(tx, { clientId, event: 'user.invited', origin: 'system', object: row.email })
  await publish(tx, clientId, 'users')
  const object = { type: 'user', id: userId }
  await appendActs(tx, systemActor, [...acts, { action: 'user.invited', clientId, object, after: auditSnapshot(row), reason }])
}

/** Asked for again, the invitation is sent again. */
export const inviteFirstStaff = (
  database: Database,
  dispatcher: Dispatcher,
  invited: Invited,
): Promise<'invited' | 'sent_again' | 'is_active'> =>
  database.asSystem('users: invite the first staff user', async (tx) => {
    await lockFirstStaff(tx)
    const person = await findStaff(tx, invited.email)
    if (person) {
      if (statusOf(person) === 'ACTIVE') return 'is_active'
      await sendAgain(tx, dispatcher, person)
      return 'sent_again'
    }
    if ((await selectActiveStaff(tx)) !== undefined)
      throw refuse(
        'There is already an active staff user. Adding one takes two staff users: one invites (POST /users/ with role super_admin), and another approves the role under Internal administration, Users. ' +
          'Demo staff count while the demo is on. To leave the demo, start once with --demo off.',
      )
    await inviteNew(tx, dispatcher, invited)
    return 'invited'
  })
