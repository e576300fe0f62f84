// How an installation gets its first staff user: from its operator, who has access to the database. Every further one
// needs two staff users.
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { findInternalClient, lockClient, openClient } from '../../clients/service.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { expectGuests } from './guests.ts'
import { inviteJob } from '../jobs.ts'
import { lockFirstStaff, selectActiveStaff, selectUserRefByEmail, selectUser } from '../queries.ts'
import { type UserRow, auditSnapshot, userRef, statusOf } from '../model.ts'
import { markInvited } from './queries.ts'
import { checkQuota } from './quota.ts'

interface Invited {
  email: string
  name: string
  lastname: string
}

const refuse = (detail: string): AppError => new AppError('ACTION_NOT_ALLOWED', { detail })

const reason = 'Invited by the operator of the installation'

const sendAgain = async (tx: Tx, dispatcher: Dispatcher, user: UserRow): Promise<void> => {
  const ref = userRef(user)
  await lockClient(tx, ref.clientId)
  await markInvited(tx, ref, new Date())
  await checkQuota(tx, ref.clientId, 1)
  await dispatcher.enqueue(tx, inviteJob, ref, { clientId: ref.clientId })
  await record(tx, acts['user.invited_again'], { clientId: ref.clientId, object: { id: ref.userId }, reason })
}

/** The user with this address, if they are staff or invited to be staff. */
const findStaff = async (tx: Tx, email: string): Promise<UserRow | undefined> => {
  const ref = await selectUserRefByEmail(tx, normaliseEmail(email))
  const row = ref && (await selectUser(tx, ref.client_id, ref.user_id))
  if (ref === undefined) return undefined
  if (!row?.is_internal || row.role !== 'super_admin')
    throw refuse(`${email} belongs to a user who isn't staff. Invite another address.`)
  if (statusOf(row) === 'INVITED' || statusOf(row) === 'ACTIVE') return row
  throw refuse(`The staff user ${email} is suspended or was removed. Invite another address.`)
}

const openInternalClient = async (tx: Tx, ownerUserId: string): Promise<string> => {
  const opening = { name: 'Tributary staff', type: 'COMPANY', timeZone: 'UTC', isInternal: true, ownerUserId, reason } as const
  return (await openClient(tx, opening)).clientId
}

const inviteNew = async (tx: Tx, dispatcher: Dispatcher, invited: Invited): Promise<void> => {
  const userId = newId()
  const clientId = (await findInternalClient(tx)) ?? (await openInternalClient(tx, userId))
  await lockClient(tx, clientId)
  const [row] = await expectGuests({ tx, dispatcher }, [{ ...invited, clientId, userId, role: 'super_admin' }])
  if (!row) throw refuse(`${invited.email} already belongs to a user. Invite another address.`)
  await checkQuota(tx, clientId, 1)
  await record(tx, acts['user.invited'], {
    clientId,
    by: { origin: 'system' },
    object: { id: userId, name: row.email },
    after: auditSnapshot(row),
    reason,
  })
}

/** If called again, the invitation is sent again. */
export const inviteFirstStaff = (
  database: Database,
  dispatcher: Dispatcher,
  invited: Invited,
): Promise<'invited' | 'sent_again' | 'is_active'> =>
  database.asSystem('users: invite the first staff user', async (tx) => {
    await lockFirstStaff(tx)
    const user = await findStaff(tx, invited.email)
    if (user) {
      if (statusOf(user) === 'ACTIVE') return 'is_active'
      await sendAgain(tx, dispatcher, user)
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
