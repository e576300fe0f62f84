import { z } from 'zod'
import { connectionLimits } from '#contract/connections/connections.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { startAttempts } from '#server/platform/jobs/attempts.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import { record } from '../acts/service.ts'
import { readClient } from '../clients/service.ts'
import { acts } from './acts.ts'
import { deleteVersion, selectOldDrafts } from './agreements/queries.ts'
import { endAllJob, purgeJob } from './job-names.ts'
import { sendLink } from './invitations/invite.ts'
import { forgetMailboxes } from './invitations/quota.ts'
import { requireTransition, type ConnectionRef } from './model.ts'
import { selectExpired, selectOpen, selectUnanswered, updateConnection, type Unanswered } from './queries.ts'
import { sweepHealth } from './sharing/health.ts'
import { purge, resumePurges } from './sharing/purge.ts'
import { lockSides, moveSides } from './sides.ts'

const sweepJob = defineJob({ name: 'connections.sweep', data: z.object({}), retries: 2, retryDelay: 60 })

const healthJob = defineJob({ name: 'connections.health', data: z.object({}), retries: 2, retryDelay: 60 })

const atOnce = 500
const remindedAtOnce = 100
const day = 86_400_000

interface Parts {
  database: Database
  dispatcher: Dispatcher
  log: Log
}

const expire = ({ database, dispatcher }: Parts, ref: ConnectionRef): Promise<void> =>
  database.asSystem('connections: an invitation expires', async (tx) => {
    const sides = await lockSides(tx, ref)
    const { state, expires_at: expiresAt } = sides.own
    const at = new Date()
    if (state !== 'INVITED' || expiresAt === null || expiresAt > at) return
    const transition = requireTransition(sides.own, 'expire', { kind: 'product' })
    await moveSides({ tx, dispatcher, caller: undefined }, sides, { act: 'connection.expired', transition, at })
  })

/** The link of the first email stays valid. */
const remind = ({ database, dispatcher }: Parts, ref: ConnectionRef, count: number): Promise<void> =>
  database.asSystem('connections: remind of an invitation', async (tx) => {
    const { own, other } = await lockSides(tx, ref)
    if (own.state !== 'INVITED' || own.reminded_count >= count) return
    const { name: account, status } = await readClient(tx, own.client_id)
    if (status !== 'active') return
    const at = new Date()
    const row = await updateConnection(tx, own, { reminded_count: count }, at)
    if (other) await updateConnection(tx, other, { reminded_count: count }, at)
    await sendLink({ tx, dispatcher, caller: undefined }, { row, account, inviter: undefined, isReminder: true })
    await record(tx, acts['connection.reminded'], { clientId: own.client_id })
  })

const unansweredIn = async function* (
  database: Database,
  wanted: Omit<Unanswered, 'after'>,
): AsyncGenerator<ConnectionRef, undefined> {
  let after: ConnectionRef | undefined
  for (;;) {
    const mark = after
    const refs = await database.asSystem('connections: which invitations wait', (tx) =>
      selectUnanswered(tx, { ...wanted, after: mark }, remindedAtOnce),
    )
    yield* refs
    after = refs.at(-1)
    if (refs.length < remindedAtOnce) return undefined
  }
}

/** Ends invitations that expired, and reminds of those that nobody has answered. Each by itself. */
export const sweepInvitations = async (parts: Parts, now = new Date()): Promise<void> => {
  const { database, log } = parts
  const { attempt, assertNoneFailed } = startAttempts(log, sweepJob.name)
  const expired = await database.asSystem('connections: which invitations expired', (tx) => selectExpired(tx, now, atOnce))
  for (const ref of expired) await attempt({ part: 'expire', ...ref }, () => expire(parts, ref))
  const { remindedOnDays } = connectionLimits
  // The last one first: after a pause of the product nobody gets two at the same time.
  for (const [index, days] of [...remindedOnDays.entries()].toReversed()) {
    const sentBefore = new Date(now.getTime() - days * day)
    for await (const ref of unansweredIn(database, { reminders: index, sentBefore }))
      await attempt({ part: 'remind', ...ref }, () => remind(parts, ref, index + 1))
  }
  await attempt({ part: 'mailboxes' }, () => forgetMailboxes(database, now))
  assertNoneFailed()
}

const draftsKeptDays = 30

/** What a company never sent is kept for a while after the connection ended, to go on from when it invites again. */
export const sweepDrafts = ({ database }: Pick<Parts, 'database'>, now = new Date()): Promise<void> =>
  database.asSystem('connections: drafts of connections that ended', async (tx) => {
    const endedBefore = new Date(now.getTime() - draftsKeptDays * day)
    for (const draft of await selectOldDrafts(tx, endedBefore, atOnce)) await deleteVersion(tx, draft)
  })

const endOne = ({ database, dispatcher }: Parts, ref: ConnectionRef): Promise<void> =>
  database.asSystem('connections: an account is being closed', async (tx) => {
    const sides = await lockSides(tx, ref)
    if (sides.own.state === 'CANCELED') return
    const transition = requireTransition(sides.own, 'account_closed', { kind: 'product' })
    await moveSides({ tx, dispatcher, caller: undefined }, sides, { act: 'connection.canceled', transition, at: new Date() })
  })

/** Unless the closure was canceled meanwhile. */
const endAll = async (parts: Parts, clientId: string): Promise<void> => {
  const open = await parts.database.asSystem('connections: which ones an account has', async (tx) => {
    const { status } = await readClient(tx, clientId)
    return status === 'closing' || status === 'closed' ? selectOpen(tx, clientId) : []
  })
  for (const { id } of open) await endOne(parts, { clientId, connectionId: id })
}

/** One that fails keeps the others from nothing. */
const each = async ({ log }: Parts, job: string, sweeps: Record<string, () => Promise<unknown>>): Promise<void> => {
  const { attempt, assertNoneFailed } = startAttempts(log, job)
  for (const [part, sweep] of Object.entries(sweeps)) await attempt({ part }, sweep)
  assertNoneFailed()
}

export const connectionJobs = (parts: Parts): BoundJob[] => [
  handleJob(
    sweepJob,
    () => each(parts, sweepJob.name, { drafts: () => sweepDrafts(parts), invitations: () => sweepInvitations(parts) }),
    '*/10 * * * *',
  ),
  handleJob(
    healthJob,
    () => each(parts, healthJob.name, { purges: () => resumePurges(parts), health: () => sweepHealth(parts) }),
    '*/5 * * * *',
  ),
  handleJob(endAllJob, ({ clientId }) => endAll(parts, clientId)),
  handleJob(purgeJob, (data, signal) => purge(parts, data, signal)),
]
