// Criteria on their way: sent to review, taken back, accepted, or returned with a request.
import type { Connection } from '#contract/connections/connections.ts'
import type { submitCriteria as submitRoute } from '#contract/connections/agreements.ts'
import { simplify } from '#contract/criteria/text.ts'
import { whoMay, type Access, type Input } from '#contract/kit/route.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { lockClient } from '../../clients/service.ts'
import { previewCriteria } from '../../criteria/service.ts'
import { assertStillAllowed } from '../../users/access/service.ts'
import { actorOf, requireTransition, type ConnectionRow } from '../model.ts'
import { showConnection } from '../show.ts'
import { checkVersion, lockSeen, moveSides, type Sides, type Work } from '../sides.ts'
import {
  deleteVersion,
  insertComment,
  selectNewest,
  selectVersion,
  selectVersions,
  updateVersion,
  writeVersion,
  type VersionRow,
} from './queries.ts'
import { sensitiveFieldsOf } from './save.ts'
import { criteriaOf } from './show.ts'

interface Step {
  id: string
  version?: number | undefined
}

interface Locked {
  work: Work & { caller: Caller }
  sides: Sides & { other: ConnectionRow }
}

/** Both sides, locked, after the caller's access was checked again. */
const begin = async (
  tx: Tx,
  context: Context,
  dispatcher: Dispatcher,
  { id, version, access }: Step & { access: Access },
): Promise<Locked> => {
  const { clientId } = context.caller
  await lockClient(tx, clientId)
  const caller = await assertStillAllowed(tx, context.caller, { clientId, access })
  const { own, other } = await lockSeen(tx, caller, { clientId, connectionId: id })
  if (other === undefined) throw new AppError('ACTION_NOT_ALLOWED')
  checkVersion({ own, other }, version)
  return { work: { tx, dispatcher, caller }, sides: { own, other } }
}

const refOf = (row: ConnectionRow) => ({ clientId: row.client_id, connectionId: row.id })

/** On both sides: the copy of the agency follows the company's version. */
const markVersion = async (
  tx: Tx,
  { own, other }: Locked['sides'],
  version: number,
  change: Parameters<typeof updateVersion>[2],
): Promise<void> => {
  for (const row of [own, other]) await updateVersion(tx, { ...refOf(row), version }, change)
}

const requireDraft = async (tx: Tx, { own }: Sides, textHash: string): Promise<VersionRow> => {
  const newest = await selectNewest(tx, refOf(own))
  if (newest?.state !== 'draft') throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Save what you want to share first.' })
  if (newest.text_hash !== textHash)
    throw new AppError('STALE_VERSION', { detail: 'What you share was changed meanwhile. Read it again before you send it.' })
  return newest
}

type Submission = Input<typeof submitRoute>['body'] & { id: string }

const asTyped = (text: string): string => text.normalize('NFC').trim()

/** Sharing everything and sharing sensitive fields are confirmed once more. */
const checkConfirmed = (draft: VersionRow, { own }: Sides, { everything, sensitiveReason }: Submission): void => {
  const criteria = criteriaOf(draft)
  const filter = simplify(criteria.filter)
  if (
    'all' in filter &&
    filter.all.length === 0 &&
    (everything === undefined || asTyped(everything) !== asTyped(own.partner_name))
  )
    throw new AppError('VALIDATION_FAILED', {
      field: 'everything',
      detail: `Without a condition you share everything. Type the name of the account to confirm: ${own.partner_name}`,
    })
  const [sensitive] = sensitiveFieldsOf(criteria)
  if (sensitive && sensitiveReason === undefined)
    throw new AppError('VALIDATION_FAILED', {
      field: 'sensitiveReason',
      detail: `${sensitive.field} looks like ${sensitive.kind}. Say why you share it, or leave it out.`,
    })
}

/** Counted before anything is locked: it may take seconds. The draft is compared by its hash afterwards. */
const countDraft = (context: Context, id: string) =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    const draft = await selectNewest(tx, { clientId, connectionId: id })
    if (draft?.state !== 'draft') return { contacts: 0, opportunities: 0 }
    return (await previewCriteria(tx, clientId, criteriaOf(draft))).shared
  })

const requireMatches = (draft: VersionRow, { contacts, opportunities }: Pick<VersionRow, 'contacts' | 'opportunities'>): void => {
  if (contacts + opportunities > 0 || criteriaOf(draft).future_only) return
  throw new AppError('VALIDATION_FAILED', {
    field: 'criteria',
    detail: 'Nothing matches right now. Change the conditions, or share only what comes later.',
  })
}

export const submitCriteria = async (context: Context, dispatcher: Dispatcher, submission: Submission): Promise<Connection> => {
  const counts = await countDraft(context, submission.id)
  return context.asSystem('connections: submit criteria', async (tx) => {
    const { work, sides } = await begin(tx, context, dispatcher, { ...submission, access: whoMay('criteria', 'x') })
    const transition = requireTransition(sides.own, 'submit', actorOf(work.caller, sides.own))
    const draft = await requireDraft(tx, sides, submission.textHash)
    checkConfirmed(draft, sides, submission)
    await checkPace(tx, sides)
    requireMatches(draft, counts)
    const at = new Date()
    const { version } = draft
    const change = { ...counts, state: 'submitted', submitted_at: at, acknowledged_at: at }
    const own = { user_id: work.caller.userId, sensitive_reason: submission.sensitiveReason ?? null }
    const row = await updateVersion(tx, { ...refOf(sides.own), version }, { ...change, ...own })
    if (row) await copyToAgency(tx, row, sides.other)
    const moved = await moveSides(work, sides, {
      act: 'connection.submitted',
      facts: { version, textHash: draft.text_hash },
      transition,
      at,
      change: () => ({ pending_version: version, review_started_at: null }),
    })
    return showConnection(tx, moved.own, work.caller)
  })
}

/** The agency keeps what it was asked to agree to. */
const copyToAgency = async (tx: Tx, row: VersionRow, agency: ConnectionRow): Promise<void> => {
  const { criteria, names } = row
  await writeVersion(tx, {
    ...row,
    client_id: agency.client_id,
    criteria: jsonText(criteria),
    names: jsonText(names),
    user_id: null,
    sensitive_reason: null,
    acknowledged_from: null,
  })
}

const submissionsPerDay = 10

/** Each one is an email to the agency. */
const checkPace = async (tx: Tx, { own }: Sides): Promise<void> => {
  const since = new Date(Date.now() - 86_400_000)
  const versions = await selectVersions(tx, refOf(own))
  if (versions.filter(({ submitted_at: at }) => at !== null && at > since).length < submissionsPerDay) return
  throw new AppError('TOO_MANY_REQUESTS', {
    detail: `You can send criteria to review up to ${submissionsPerDay} times in 24 hours. Try again later.`,
    retryAfter: 3600,
  })
}

const requirePending = async (tx: Tx, { own }: Sides): Promise<VersionRow> => {
  const { pending_version: pending } = own
  const row = pending === null ? undefined : await selectVersion(tx, refOf(own), pending)
  if (!row) throw new AppError('ACTION_NOT_ALLOWED')
  return row
}

export const withdrawCriteria = (context: Context, dispatcher: Dispatcher, step: Step): Promise<Connection> =>
  context.asSystem('connections: withdraw criteria', async (tx) => {
    const { work, sides } = await begin(tx, context, dispatcher, { ...step, access: whoMay('criteria', 'x') })
    const transition = requireTransition(sides.own, 'withdraw', actorOf(work.caller, sides.own))
    const { version } = await requirePending(tx, sides)
    const at = new Date()
    await markVersion(tx, sides, version, { state: 'withdrawn', decided_at: at })
    if (sides.other.review_started_at === null) await deleteVersion(tx, { ...refOf(sides.other), version })
    const moved = await moveSides(work, sides, {
      act: 'connection.criteria_withdrawn',
      transition,
      at,
      change: () => ({ pending_version: null, review_started_at: null }),
    })
    return showConnection(tx, moved.own, work.caller)
  })

export const approveCriteria = (
  context: Context,
  dispatcher: Dispatcher,
  step: Step & { textHash: string },
): Promise<Connection> =>
  context.asSystem('connections: accept criteria', async (tx) => {
    const { work, sides } = await begin(tx, context, dispatcher, { ...step, access: whoMay('criteriaReview', 'x') })
    const transition = requireTransition(sides.own, 'approve', actorOf(work.caller, sides.own))
    const pending = await requirePending(tx, sides)
    if (pending.text_hash !== step.textHash)
      throw new AppError('STALE_VERSION', { detail: 'The company changed what it shares. Read it again before you accept.' })
    const at = new Date()
    await markVersion(tx, sides, pending.version, { state: 'in_force', decided_at: at, in_force_from: at })
    await updateVersion(tx, { ...refOf(sides.own), version: pending.version }, { user_id: work.caller.userId })
    const moved = await moveSides(work, sides, {
      act: 'connection.approved',
      facts: { version: pending.version, textHash: pending.text_hash },
      transition,
      at,
      change: () => ({ version_in_force: pending.version, pending_version: null }),
    })
    return showConnection(tx, moved.own, work.caller)
  })

/** Written into both accounts. */
const comment = async (
  { tx, caller }: Locked['work'],
  { own, other }: Locked['sides'],
  { kind, text, at }: { kind: 'changes_requested' | 'data_requested' | 'rejected'; text: string; at: Date },
): Promise<void> => {
  const written = { connection_id: own.id, id: newId(), side: own.side, kind, text, created_at: at }
  await insertComment(tx, { ...written, client_id: own.client_id, user_id: caller.userId })
  await insertComment(tx, { ...written, client_id: other.client_id, user_id: null })
}

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

/** The agency declines what was submitted. The connection ends, or goes on with the version in force. */
export const denyPending = async (tx: Tx, { own, other }: Sides, at: Date): Promise<void> => {
  if (own.pending_version === null || other === undefined) return
  await markVersion(tx, { own, other }, own.pending_version, { state: 'rejected', decided_at: at })
}
