import { z } from 'zod'
import { id, instant, listOf, pageQuery, skipQuery } from '../kit/common.ts'
import { eventOrigins } from '../events/events.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

export const runStatuses = ['queued', 'running', 'partial', 'done', 'done_with_rejects', 'failed', 'canceled'] as const
export type RunStatus = (typeof runStatuses)[number]
/** A run that has not ended. */
export const openRunStatuses = ['queued', 'running', 'partial'] as const satisfies readonly RunStatus[]
const runKinds = ['full', 'incremental', 'sweep'] as const

/** What is read from a vendor, page by page. */
export const streamNames = [
  'pipelines',
  'owners',
  'lists',
  'contacts',
  'opportunities',
  'stage_history',
  'memberships',
  'deletions',
  'spend',
] as const
export const phaseNames = [...streamNames, 'hints', 'retries', 'reconcile'] as const
export type PhaseName = (typeof phaseNames)[number]

/** The five ways in which a vendor can fail. The sync engine decides what to do about each. */
export const failureKinds = [
  // Access is lost for good: revoked, expired beyond renewal, the account closed. A user has to reconnect.
  'auth_lost',
  // We sent too many requests. Resolves automatically.
  'rate_limited',
  // The vendor is down or unreachable. Resolves automatically.
  'unavailable',
  // The answer is not what the vendor's documentation promises.
  'bad_answer',
  // The vendor refused: a missing permission, a plan without the feature, a deleted table.
  'refused',
] as const

/** Also: a removal that needs approval, and a fault of our own. */
const runErrorKinds = [...failureKinds, 'held', 'internal'] as const
export type RunErrorKind = (typeof runErrorKinds)[number]

/** Why a row cannot be saved. */
export const rejectCodes = [
  'bad_shape',
  'missing_id',
  'missing_identifier',
  'bad_date',
  'ambiguous_date',
  'bad_amount',
  'too_large',
  'duplicate_key',
] as const

const phase = z.object({
  name: z.enum(phaseNames),
  state: z.enum(['waiting', 'running', 'done']),
  read: z.int(),
  total: z.int().nullable().meta({ description: "The vendor's total, if it reports one" }),
  pages: z.int(),
})

export const run = z
  .object({
    id,
    integration_id: id,
    kind: z.enum(runKinds),
    origin: z.enum(eventOrigins),
    actor: z.string().nullable(),
    status: z.enum(runStatuses),
    phase: z.enum(phaseNames).nullable(),
    phases: z.array(phase),
    percent: z.int().min(0).max(100).nullable().meta({ description: 'Percentage of the known total; null if unknown' }),
    records: z.int(),
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    deleted: z.int(),
    merged: z.int(),
    rejected: z.int(),
    pages: z.int(),
    requests: z.int(),
    rate: z.number().meta({ description: 'Records per second, recently' }),
    seconds_left: z.int().nullable(),
    is_canceling: z.boolean(),
    error_kind: z.enum(runErrorKinds).nullable(),
    error_text: z.string().nullable(),
    technical: z.string().nullable().optional().meta({ description: 'Technical details; for internal staff only' }),
    waiting_until: instant.nullable().meta({ description: 'The vendor asked us to wait, and nothing was read since' }),
    resume_at: instant.nullable(),
    created_at: instant,
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
  })
  .meta({ id: 'Run' })
export type Run = z.infer<typeof run>

const ofIntegration = z.object({ integration_id: id })
const ofRun = z.object({ id })

export const startRun = defineRoute({
  name: 'startRun',
  api: 'contacts',
  method: 'POST',
  path: '/syncs/{integration_id}/runs',
  summary:
    "Start a sync: changes only, or everything. A paused sync resumes right away instead. Users who aren't admins can do this every 15 minutes, and can't start a full resync, which removes records it doesn't find.",
  access: whoMay('syncNow', 'x'),
  params: ofIntegration,
  body: z
    .object({
      kind: z.enum(runKinds).default('incremental'),
      agrees_to_removal: z.boolean().optional().meta({
        description:
          'With a full resync: approves the removal that needs approval now (see the counts). For admins of the account.',
      }),
    })
    .strict(),
  reply: { status: 202, body: run },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'SYNC_RUNNING', 'TOO_MANY_REQUESTS'],
})

export const listRuns = defineRoute({
  name: 'listRuns',
  api: 'contacts',
  method: 'GET',
  path: '/syncs/{integration_id}/runs',
  summary: 'List the syncs of an integration, newest first.',
  access: whoMay('integrations', 'r'),
  params: ofIntegration,
  query: pageQuery.strict(),
  reply: { status: 200, body: listOf(run) },
  errors: ['NOT_FOUND'],
})

export const cancelRun = defineRoute({
  name: 'cancelRun',
  api: 'contacts',
  method: 'POST',
  path: '/syncs/runs/{id}/cancel',
  summary: 'Cancel a sync after the current page. What was synced stays.',
  access: whoMay('integrations', 'x'),
  params: ofRun,
  reply: { status: 202, body: run },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

const reject = z
  .object({
    object: z.enum(['contact', 'opportunity', 'spend']),
    external_id: z.string(),
    row: z.int().nullable().meta({ description: 'The row number, if the source is a sheet' }),
    code: z.enum(rejectCodes),
    reason: z.string(),
    attempts: z.int(),
    first_at: instant,
    last_at: instant,
    parked: z.boolean().meta({ description: 'No longer retried until someone asks' }),
    run_id: id,
    payload: z.string().nullable().meta({ description: 'The record as the vendor sent it, for admins' }),
  })
  .meta({ id: 'RejectedRow' })
export type Reject = z.infer<typeof reject>

export const listRejects = defineRoute({
  name: 'listRejects',
  api: 'contacts',
  method: 'GET',
  path: '/syncs/{integration_id}/rejects',
  summary: 'List skipped rows, each with its reason.',
  access: whoMay('integrations', 'r'),
  params: ofIntegration,
  query: skipQuery.extend({ run_id: id.optional() }).strict(),
  reply: { status: 200, body: listOf(reject) },
  errors: ['NOT_FOUND'],
})

export const retryRejects = defineRoute({
  name: 'retryRejects',
  api: 'contacts',
  method: 'POST',
  path: '/syncs/{integration_id}/rejects/retry',
  summary: 'Retry the skipped rows, including those we no longer retry automatically.',
  access: whoMay('integrations', 'x'),
  params: ofIntegration,
  reply: { status: 202, body: run },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'SYNC_RUNNING'],
})

const tile = z.object({
  object: z.enum(['contact', 'opportunity']),
  vendor_count: z.int().nullable(),
  own_count: z.int(),
  rejected: z.int(),
  missing: z.array(z.string()).meta({ description: "IDs at the vendor that aren't in Tributary, up to 1,000" }),
  counted_at: instant.nullable(),
  held: z
    .object({
      vanished: z.int().meta({ description: 'How many would be removed' }),
      own: z.int().meta({ description: 'Out of how many' }),
      cause: z.enum(['vendor', 'choice']).meta({ description: 'Deleted at the vendor, or excluded by the sync settings' }),
      since: instant,
      kept: z.boolean().meta({ description: 'An admin decided to keep them' }),
    })
    .nullable()
    .meta({ description: 'An unusually large removal, which an admin has to approve' }),
})

const reconciliation = z.object({ items: z.array(tile) }).meta({ id: 'Reconciliation' })

export const getReconciliation = defineRoute({
  name: 'getReconciliation',
  api: 'contacts',
  method: 'GET',
  path: '/syncs/{integration_id}/reconciliation',
  summary: "Compare the vendor's counts with ours, and list the missing IDs.",
  access: whoMay('integrations', 'r'),
  params: ofIntegration,
  reply: { status: 200, body: reconciliation },
  errors: ['NOT_FOUND'],
})

export const rejectRemoval = defineRoute({
  name: 'keepHeld',
  api: 'contacts',
  method: 'POST',
  path: '/syncs/{integration_id}/removal/keep',
  summary:
    'Keep the records of a removal that needs approval. We ask again only if many more would be removed. For admins of the account.',
  access: whoMay('integrations', 'x'),
  params: ofIntegration,
  reply: { status: 200, body: reconciliation },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})
export type Tile = z.infer<typeof tile>
