// The agency decides about criteria: it accepts them, asks for changes or declines; later it asks for more.
import type { Connection } from '#contract/connections/connections.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { actorOf, refOf, requireTransition } from '../model.ts'
import { showConnection } from '../show.ts'
import { moveSides } from '../sides.ts'
import { countComments, isSharedAlready, updateVersion } from './queries.ts'
import { criteriaOf } from './show.ts'
import { begin, comment, markVersion, putInForce, requirePending, type Locked, type Step } from './steps.ts'

/** Another agreement about the same source may have been accepted since these criteria were saved. */
const checkFree = async (tx: Tx, { own, other }: Locked['sides'], integrationId: string): Promise<void> => {
  if (await isSharedAlready(tx, refOf(own), { partnerId: other.client_id, integrationId }))
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: 'The company already shares this source with you under another connection.',
    })
}

export const approveCriteria = (
  context: Context,
  dispatcher: Dispatcher,
  step: Step & { textHash: string },
): Promise<Connection> =>
  context.asSystem('connections: accept criteria', async (tx) => {
    const locked = await begin(tx, context, dispatcher, { ...step, access: whoMay('criteriaReview', 'x') })
    const { work, sides } = locked
    const transition = requireTransition(sides.own, 'approve', actorOf(work.caller, sides.own))
    const pending = await requirePending(tx, sides)
    if (pending.text_hash !== step.textHash)
      throw new AppError('STALE_VERSION', { detail: 'The company changed what it shares. Read it again before you accept.' })
    const { integration_id } = criteriaOf(pending)
    await checkFree(tx, sides, integration_id)
    const at = new Date()
    await putInForce(locked, pending, at)
    await updateVersion(tx, { ...refOf(sides.own), version: pending.version }, { user_id: work.caller.userId })
    const moved = await moveSides(work, sides, {
      act: 'connection.approved',
      facts: { version: pending.version, textHash: pending.text_hash },
      transition,
      at,
      change: () => ({ version_in_force: pending.version, pending_version: null, integration_id }),
    })
    return showConnection(tx, moved.own, work.caller)
  })

export const requestChanges = (
  context: Context,
  dispatcher: Dispatcher,
  { text, ...step }: Step & { text: string },
): Promise<Connection> =>
  context.asSystem('connections: ask for changes', async (tx) => {
    const { work, sides } = await begin(tx, context, dispatcher, { ...step, access: whoMay('criteriaReview', 'x') })
    const transition = requireTransition(sides.own, 'request_changes', actorOf(work.caller, sides.own))
    const { version } = await requirePending(tx, sides)
    const at = new Date()
    await markVersion(tx, sides, version, { state: 'returned', decided_at: at })
    await comment(work, sides, { kind: 'changes_requested', text, at })
    const moved = await moveSides(work, sides, {
      act: 'connection.changes_requested',
      transition,
      reason: text,
      at,
      change: () => ({ pending_version: null, review_started_at: null }),
    })
    return showConnection(tx, moved.own, work.caller)
  })

const requestsPerDay = 5

/** Asks for more data. Nothing changes unless the company changes what it shares. */
export const requestData = (
  context: Context,
  dispatcher: Dispatcher,
  { text, ...step }: Step & { text: string },
): Promise<Connection> =>
  context.asSystem('connections: ask for more data', async (tx) => {
    const { work, sides } = await begin(tx, context, dispatcher, { ...step, access: whoMay('criteriaReview', 'x') })
    const transition = requireTransition(sides.own, 'request_data', actorOf(work.caller, sides.own))
    const since = new Date(Date.now() - 86_400_000)
    if ((await countComments(tx, refOf(sides.own), 'data_requested', since)) >= requestsPerDay)
      throw new AppError('TOO_MANY_REQUESTS', {
        detail: `You can ask for more data up to ${requestsPerDay} times in 24 hours. Try again later.`,
        retryAfter: 3600,
      })
    const at = new Date()
    await comment(work, sides, { kind: 'data_requested', text, at })
    const moved = await moveSides(work, sides, { act: 'connection.data_requested', transition, reason: text, at })
    return showConnection(tx, moved.own, work.caller)
  })

/** The agency declines what was submitted, and may say why. The connection ends, or goes on with the version in force. */
export const denyPending = async (
  { work, sides }: Locked,
  { reason, at }: { reason: string | undefined; at: Date },
): Promise<void> => {
  const { pending_version: pending } = sides.own
  if (pending === null) return
  await markVersion(work.tx, sides, pending, { state: 'rejected', decided_at: at })
  if (reason !== undefined) await comment(work, sides, { kind: 'rejected', text: reason, at })
}
