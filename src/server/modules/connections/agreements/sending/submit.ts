// The company sends criteria to review or with its invitation, or shares less at once, and takes back what it sent.
import type { Connection } from '#contract/connections/connections.ts'
import type { submitCriteria as submitRoute } from '#contract/connections/agreements.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { simplify } from '#contract/criteria/text.ts'
import { whoMay, type Input } from '#contract/kit/route.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../../acts/service.ts'
import { lockClient } from '../../../clients/service.ts'
import { assertStillAllowed } from '../../../users/access/service.ts'
import { acts } from '../../acts.ts'
import { actorOf, refOf, requireTransition, type ConnectionRow } from '../../model.ts'
import { showConnection } from '../../show.ts'
import { checkVersion, lockSeen, moveSides, type Sides } from '../../sides.ts'
import { countDraft, requireMatches, type Counted } from './count.ts'
import { deleteVersion, selectNewest, selectVersions, updateVersion, writeVersion, type VersionRow } from '../queries.ts'
import { checkFree } from '../save.ts'
import { asTyped, criteriaOf } from '../show.ts'
import { begin, findAgreed, markVersion, putInForce, requirePending, type Locked, type Step } from '../steps.ts'

type Submission = Input<typeof submitRoute>['body'] & { id: string }

/** The draft that the user confirmed, and that was counted. */
const requireDraft = async (
  tx: Tx,
  { own }: Pick<Sides, 'own'>,
  confirmed: Pick<Submission, 'textHash'>,
  counted: Counted,
): Promise<VersionRow> => {
  const newest = await selectNewest(tx, refOf(own))
  if (newest?.state !== 'draft') throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Save what you want to share first.' })
  if (newest.text_hash !== confirmed.textHash || newest.text_hash !== counted.textHash)
    throw new AppError('STALE_VERSION', { detail: 'What you share was changed meanwhile. Read it again before you send it.' })
  return newest
}

const conditions: Readonly<Record<string, string>> = {
  tag: 'A tag in your conditions',
  list: 'A list in your conditions',
  pipeline: 'A pipeline in your conditions',
  stage: 'A stage in your conditions',
}

interface Confirmed extends Pick<Sides, 'own'> {
  draft: VersionRow
  counted: Counted
}

/** Sharing everything and sharing what looks sensitive are confirmed once more. */
const checkConfirmed = ({ draft, own, counted }: Confirmed, { everything, sensitiveReason }: Submission): void => {
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
  const [sensitive] = counted.sensitive
  if (sensitive && sensitiveReason === undefined)
    throw new AppError('VALIDATION_FAILED', {
      field: 'sensitiveReason',
      detail: `${conditions[sensitive.field] ?? fieldLabel(sensitive.field)} looks like ${sensitive.kind}. Say why you share it, or leave it out.`,
    })
}

const submissionsPerDay = 10

/** Each one is an email to the agency, which has to decide. Sharing less is never refused. */
const checkPace = async (tx: Tx, { own }: Sides): Promise<void> => {
  const since = new Date(Date.now() - 86_400_000)
  const versions = await selectVersions(tx, refOf(own))
  if (versions.filter(({ submitted_at: at }) => at !== null && at > since).length < submissionsPerDay) return
  throw new AppError('TOO_MANY_REQUESTS', {
    detail: `You can send criteria to review up to ${submissionsPerDay} times in 24 hours. Try again later.`,
    retryAfter: 3600,
  })
}

/** Computed, not declared: criteria that can only share less, and share nothing new today, need no review. */
const changeOf = async (
  tx: Tx,
  { own }: Sides,
  draft: VersionRow,
  { agreed }: Counted,
): Promise<'narrows' | 'widens' | undefined> => {
  const inForce = await findAgreed(tx, own)
  if (!inForce) return undefined
  if (agreed?.version !== inForce.version) throw new AppError('STALE_VERSION')
  const { direction } = compareCriteria(criteriaOf(inForce), criteriaOf(draft))
  if (direction === 'same')
    throw new AppError('VALIDATION_FAILED', { field: 'criteria', detail: 'This is what you share already.' })
  return direction === 'narrow' && !agreed.addsRecords ? 'narrows' : 'widens'
}

/** What the user expected when they sent it. */
const checkEffect = (change: 'narrows' | 'widens' | undefined, { effect }: Submission): void => {
  const actual = change === 'narrows' ? 'in_force' : 'review'
  if (effect === undefined || effect === actual) return
  throw new AppError('STALE_VERSION', {
    detail:
      actual === 'in_force'
        ? 'Nothing was sent: this only shares less now, so it would take effect immediately. Read it again before you send it.'
        : 'Nothing was sent: this shares something new now, so the agency has to accept it. Read it again before you send it.',
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
    left_out: null,
  })
}

/** Freezes the draft of the company, which is `own` here, on both sides. What waited for review before is withdrawn. */
export const freezeDraft = async (
  tx: Tx,
  sides: Locked['sides'],
  draft: VersionRow,
  change: Parameters<typeof updateVersion>[2],
): Promise<VersionRow> => {
  const { pending_version: pending } = sides.own
  if (pending !== null) await markVersion(tx, sides, pending, { state: 'withdrawn', decided_at: new Date() })
  const row = await updateVersion(tx, { ...refOf(sides.own), version: draft.version }, change)
  if (!row) throw new AppError('STALE_VERSION')
  await copyToAgency(tx, row, sides.other)
  return row
}

/** The agency gets the draft when it accepts the invitation, and sees nothing of it before. */
const attachDraft = (context: Context, submission: Submission, counted: Counted): Promise<Connection> =>
  context.asSystem('connections: send criteria with an invitation', async (tx) => {
    const { clientId } = context.caller
    await lockClient(tx, clientId)
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('criteria', 'x') })
    const { own } = await lockSeen(tx, caller, { clientId, connectionId: submission.id })
    checkVersion({ own, other: undefined }, submission.version)
    const { to } = requireTransition(own, 'submit', actorOf(caller, own))
    if (to !== 'INVITED') throw new AppError('STALE_VERSION')
    const draft = await requireDraft(tx, { own }, submission, counted)
    checkConfirmed({ draft, own, counted }, submission)
    requireMatches(draft, counted)
    const { version, text_hash: textHash } = draft
    await updateVersion(
      tx,
      { ...refOf(own), version },
      {
        contacts: counted.contacts,
        opportunities: counted.opportunities,
        is_estimate: counted.isEstimate,
        acknowledged_at: new Date(),
        user_id: caller.userId,
        sensitive_reason: submission.sensitiveReason ?? null,
      },
    )
    await record(tx, acts['connection.criteria_attached'], { clientId, object: { id: own.id }, after: { version, textHash } })
    return showConnection(tx, own, caller)
  })

export const submitCriteria = async (context: Context, dispatcher: Dispatcher, submission: Submission): Promise<Connection> => {
  const counted = await countDraft(context, submission.id)
  return counted.isInvited
    ? attachDraft(context, submission, counted)
    : sendToReview(context, dispatcher, { submission, counted })
}

const sendToReview = (
  context: Context,
  dispatcher: Dispatcher,
  { submission, counted }: { submission: Submission; counted: Counted },
): Promise<Connection> =>
  context.asSystem('connections: submit criteria', async (tx) => {
    const locked = await begin(tx, context, dispatcher, { ...submission, access: whoMay('criteria', 'x') })
    const { work, sides } = locked
    requireTransition(sides.own, 'submit', actorOf(work.caller, sides.own))
    const draft = await requireDraft(tx, sides, submission, counted)
    await checkFree(tx, sides.own, criteriaOf(draft).integration_id)
    const change = await changeOf(tx, sides, draft, counted)
    checkEffect(change, submission)
    const transition = requireTransition(sides.own, 'submit', actorOf(work.caller, sides.own), { change })
    checkConfirmed({ draft, own: sides.own, counted }, submission)
    const isInForce = change === 'narrows'
    if (!isInForce) {
      await checkPace(tx, sides)
      requireMatches(draft, counted)
    }
    const at = new Date()
    const { version } = draft
    const { contacts, opportunities, isEstimate } = counted
    const row = await freezeDraft(tx, sides, draft, {
      contacts,
      opportunities,
      is_estimate: isEstimate,
      state: 'submitted',
      submitted_at: at,
      acknowledged_at: at,
      user_id: work.caller.userId,
      sensitive_reason: submission.sensitiveReason ?? null,
    })
    if (isInForce) await putInForce(locked, row, at)
    const moved = await moveSides(work, sides, {
      act: isInForce ? 'connection.narrowed' : 'connection.submitted',
      facts: { version, textHash: draft.text_hash },
      transition,
      at,
      change: () => ({
        ...(isInForce ? { version_in_force: version, pending_version: null } : { pending_version: version }),
        review_started_at: null,
      }),
    })
    return showConnection(tx, moved.own, work.caller)
  })

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
