// Work with the identity provider: enqueued by the transaction that makes it necessary, done outside of it, and retried
// until it works.
import { z } from 'zod'
import type { Identity } from '#server/identity/public.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { deletedName } from '#server/platform/masks.ts'
import { record } from '../acts/service.ts'
import { renameActor } from '../syncs/runs/service.ts'
import { acts } from './acts.ts'
import { sendInvitation } from './invitations/send.ts'
import { sendInvitationToKnownEmail } from './emails.ts'
import { selectUser, selectUserRefByEmail } from './queries.ts'
import { type UserRow, type UserRef, fullName, userRef, statusOf, usernameOf } from './model.ts'
import { removedBefore, sweepSchedule } from './removal/release-time.ts'
import { anonymizeUser, isAddressOfOther, selectRemoved } from './removal/queries.ts'
import { clearFactors, closeSignIn, deleteSignIn, openSignIn, resetPassword } from './sign-in/service.ts'

const ref = z.object({ clientId: z.uuid(), userId: z.uuid() })
const stubborn = { retries: 12, retryDelay: 2, retryDelayMax: 3600 }

const invitation = ref.extend({ invitedBy: z.uuid().optional() })
type Invitation = z.infer<typeof invitation>

export const inviteJob = defineJob({ name: 'users.invite', data: invitation, ...stubborn })
export const settleJob = defineJob({ name: 'users.settle_identity', data: ref, ...stubborn })
export const resetJob = defineJob({ name: 'users.reset_password', data: ref, ...stubborn })
export const clearJob = defineJob({ name: 'users.clear_factors', data: ref, ...stubborn })
export const releaseJob = defineJob({ name: 'users.release', data: ref, ...stubborn })
const releaseAllJob = defineJob({ name: 'users.release_removed', data: z.object({}), retries: 2, retryDelay: 60 })

const releasedAtOnce = 1000
const roundsMax = 5

const isShutOut = (user: UserRow): boolean => statusOf(user) === 'SUSPENDED' || statusOf(user) === 'DELETED'

const whomOf = (user: UserRow) => ({ username: usernameOf(user), hasArrived: user.subject !== null })

const readUser = (database: Database, { clientId, userId }: UserRef): Promise<UserRow | undefined> =>
  database.asSystem('users: look at somebody for a job', (tx) => selectUser(tx, clientId, userId))

/** Staff are not users of the account, and are not named. */
const nameOfInviter = async (database: Database, { clientId, invitedBy }: Invitation): Promise<string | undefined> => {
  const inviter = invitedBy === undefined ? undefined : await readUser(database, { clientId, userId: invitedBy })
  return inviter && statusOf(inviter) === 'ACTIVE' ? fullName(inviter) : undefined
}

export const userJobs = (database: Database, identity: Identity, dispatcher: Dispatcher): BoundJob[] => {
  const read = (ref: UserRef) => readUser(database, ref)

  const invite = async (guest: Invitation): Promise<void> => {
    const user = await read(guest)
    if (!user || statusOf(user) !== 'INVITED') return
    const { email, first_name: name, lastname, name: account } = user
    const inviter = await nameOfInviter(database, guest)
    if ((await sendInvitation(identity, { email, name, lastname, inviter, account })) === 'known')
      await database.asSystem('users: invite somebody who is known', (tx) =>
        sendInvitationToKnownEmail(tx, dispatcher, { user, inviter }),
      )
  }

  /**
   * Reads the row again afterwards: another change may have been applied meanwhile, and the identity provider has to
   * match the current row.
   */
  const settle = async (ref: UserRef): Promise<void> => {
    for (let round = 1, settled: boolean | undefined; round <= roundsMax; round += 1) {
      const user = await read(ref)
      if (!user || isShutOut(user) === settled) return
      settled = isShutOut(user)
      await (settled ? closeSignIn : openSignIn)(identity, whomOf(user))
    }
  }

  const reset = async (ref: UserRef): Promise<void> => {
    const user = await read(ref)
    if (user && statusOf(user) === 'ACTIVE') await resetPassword(identity, usernameOf(user))
  }

  const clear = async (ref: UserRef): Promise<void> => {
    const user = await read(ref)
    if (user && statusOf(user) === 'ACTIVE') await clearFactors(identity, usernameOf(user))
  }

  /** A user who left freed the address: the sign-in may belong to another user by now. */
  const isOfOther = async ({ user_id: userId, email }: UserRow): Promise<boolean> => {
    const owner = await database.asSystem('users: whose address it is', (tx) => selectUserRefByEmail(tx, normaliseEmail(email)))
    return owner !== undefined && owner.user_id !== userId
  }

  const release = async (ref: UserRef): Promise<void> => {
    const user = await read(ref)
    if (!user || statusOf(user) !== 'DELETED' || user.email === '') return
    if (!(await isOfOther(user))) await deleteSignIn(identity, whomOf(user))
    await database.asSystem('users: forget somebody who was removed', async (tx) => {
      const { clientId, userId } = userRef(user)
      if (!(await anonymizeUser(tx, { clientId, userId }, user.email))) return
      if (!(await isAddressOfOther(tx, { clientId, userId }, user.email)))
        await renameActor(tx, clientId, { from: user.email, to: deletedName(userId) })
      await record(tx, acts['user.forgotten'], { clientId, object: { id: userId } })
    })
  }

  const releaseRemoved = (): Promise<void> =>
    database.asSystem('users: whose address becomes free', async (tx) => {
      const removed = await selectRemoved(tx, removedBefore(Date.now()), releasedAtOnce)
      for (const ref of removed) await dispatcher.enqueue(tx, releaseJob, ref, { clientId: ref.clientId })
    })

  return [
    handleJob(inviteJob, invite),
    handleJob(settleJob, settle),
    handleJob(resetJob, reset),
    handleJob(clearJob, clear),
    handleJob(releaseJob, release),
    handleJob(releaseAllJob, releaseRemoved, sweepSchedule),
  ]
}
