// Work with the identity provider: handed in by the transaction that makes it necessary, done outside of it, and again until it works.
import { z } from 'zod'
import type { Identity } from '#server/identity/public.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { deletedName } from '#server/platform/masks.ts'
import { record } from '../acts/service.ts'
import { renameActor } from '../syncs/runs/service.ts'
import { acts } from './acts.ts'
import { sendInvitation } from './invitations/send.ts'
import { sendInvitationToKnownEmail } from './emails.ts'
import { selectUser } from './queries.ts'
import { type UserRow, type UserRef, userRef, statusOf, usernameOf } from './model.ts'
import { removedBefore, sweepSchedule } from './removal/release-time.ts'
import { anonymizeUser, selectRemoved } from './removal/queries.ts'
import { clearFactors, closeSignIn, deleteSignIn, openSignIn, resetPassword } from './sign-in/service.ts'

const place = z.object({ clientId: z.uuid(), userId: z.uuid() })
const stubborn = { retries: 12, retryDelay: 2, retryDelayMax: 3600 }

export const inviteJob = defineJob({ name: 'users.invite', data: place, ...stubborn })
export const settleJob = defineJob({ name: 'users.settle_identity', data: place, ...stubborn })
export const resetJob = defineJob({ name: 'users.reset_password', data: place, ...stubborn })
export const clearJob = defineJob({ name: 'users.clear_factors', data: place, ...stubborn })
export const releaseJob = defineJob({ name: 'users.release', data: place, ...stubborn })
const releaseAllJob = defineJob({ name: 'users.release_removed', data: z.object({}), retries: 2, retryDelay: 60 })

const releasedAtOnce = 1000
const roundsMax = 5

const isShutOut = (person: UserRow): boolean => statusOf(person) === 'SUSPENDED' || statusOf(person) === 'DELETED'

const whomOf = (person: UserRow) => ({ username: usernameOf(person), hasArrived: person.subject !== null })

export const userJobs = (database: Database, identity: Identity, dispatcher: Dispatcher): BoundJob[] => {
  const read = ({ clientId, userId }: UserRef): Promise<UserRow | undefined> =>
    database.asSystem('users: look at somebody for a job', (tx) => selectUser(tx, clientId, userId))

  const invite = async (guest: UserRef): Promise<void> => {
    const person = await read(guest)
    if (!person || statusOf(person) !== 'INVITED') return
    const { email, first_name: name, lastname } = person
    if ((await sendInvitation(identity, { email, name, lastname })) === 'known')
      await database.asSystem('users: invite somebody who is known', (tx) => sendInvitationToKnownEmail(tx, dispatcher, person))
  }

  /** Looks again afterwards: another change may have been settled meanwhile, and what the row says now has to be what holds. */
  const settle = async (whom: UserRef): Promise<void> => {
    for (let round = 1, settled: boolean | undefined; round <= roundsMax; round += 1) {
      const person = await read(whom)
      if (!person || isShutOut(person) === settled) return
      settled = isShutOut(person)
      await (settled ? closeSignIn : openSignIn)(identity, whomOf(person))
    }
  }

  const reset = async (whom: UserRef): Promise<void> => {
    const person = await read(whom)
    if (person && statusOf(person) === 'ACTIVE') await resetPassword(identity, usernameOf(person))
  }

  const clear = async (whom: UserRef): Promise<void> => {
    const person = await read(whom)
    if (person && statusOf(person) === 'ACTIVE') await clearFactors(identity, usernameOf(person))
  }

  const release = async (whom: UserRef): Promise<void> => {
    const person = await read(whom)
    if (!person || statusOf(person) !== 'DELETED' || person.email === '') return
    await deleteSignIn(identity, whomOf(person))
    await database.asSystem('users: forget somebody who was removed', async (tx) => {
      const { clientId, userId } = userRef(person)
      if (!(await anonymizeUser(tx, { clientId, userId }, person.email))) return
      await renameActor(tx, clientId, { from: person.email, to: deletedName(userId) })
      await record(tx, acts['user.forgotten'], { clientId, object: { id: userId } })
    })
  }

  const releaseRemoved = (): Promise<void> =>
    database.asSystem('users: whose address becomes free', async (tx) => {
      const removed = await selectRemoved(tx, removedBefore(Date.now()), releasedAtOnce)
      for (const whom of removed) await dispatcher.enqueue(tx, releaseJob, whom, { clientId: whom.clientId })
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
