import { z } from 'zod'
import { id, instant, listOf, skipQuery } from './kit/common.ts'
import { defineRoute, whoMay } from './kit/route.ts'

const actorKinds = ['user', 'key', 'system', 'staff'] as const
export const auditProblems = ['missing', 'changed', 'rewritten', 'cut off'] as const

const auditEntry = z
  .object({
    clientId: id,
    clientName: z.string().nullable().meta({ description: 'For internal staff, who see several accounts' }),
    actedInId: id.nullable().meta({ description: 'In the log of internal staff: the account they acted in' }),
    actedInName: z.string().nullable(),
    seq: z.int(),
    at: instant,
    actorKind: z.enum(actorKinds),
    actorId: z.string().nullable().meta({ description: 'Of internal staff; null for everyone else' }),
    actorName: z.string().nullable(),
    action: z.string(),
    objectType: z.string(),
    objectId: z.string().nullable(),
    objectName: z.string().nullable().meta({ description: 'Name of a user, masked for internal staff; or of a source' }),
    diff: z
      .record(z.string(), z.array(z.unknown()).length(2))
      .meta({ description: 'What changed: before and after, personal data masked' }),
    reason: z.string().nullable(),
    requestId: z.string().nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' })

const filters = z.object({
  client_id: id.optional(),
  action: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'One action such as user.suspended, or a prefix ending with a dot such as user.' }),
  actor: z.string().max(100).optional().meta({
    description: 'The ID of a user, or a type of actor: key, system, staff. Across all accounts, a type requires `from`',
  }),
  object_type: z.string().max(100).optional().meta({ description: 'Within one account' }),
  object_id: z.string().max(100).optional().meta({ description: 'Together with `object_type`' }),
  from: instant.optional(),
  to: instant.optional().meta({ description: 'Before this time (exclusive)' }),
})

export const listAudit = defineRoute({
  name: 'listAudit',
  api: 'users',
  method: 'GET',
  path: '/audit/',
  summary: 'List the audit log of your account, newest first. Internal staff see all accounts.',
  access: whoMay('audit', 'r'),
  query: skipQuery.extend(filters.shape).strict(),
  reply: { status: 200, body: listOf(auditEntry) },
  errors: ['NOT_FOUND'],
})

export const exportAudit = defineRoute({
  name: 'exportAudit',
  api: 'users',
  method: 'GET',
  path: '/audit/export',
  summary:
    'Export the audit log as a file, oldest first: CSV, or one JSON object per line with everything needed to verify the hashes (docs/audit.md).',
  access: whoMay('audit', 'r'),
  query: filters.extend({ format: z.enum(['csv', 'json']).default('csv') }).strict(),
  reply: { status: 200, stream: 'text/csv', orStream: 'application/x-ndjson' },
  errors: ['NOT_FOUND'],
})

/** Whether a chain of hashes is as it was written. */
export const verification = z.object({
  isIntact: z.boolean(),
  checked: z.int(),
  head: z.string().nullable(),
  firstBroken: z
    .object({ seq: z.int(), problem: z.enum(auditProblems) })
    .nullable()
    .meta({
      description:
        "changed: the entry doesn't match its hash. missing: the entry was deleted. cut off: the entry and all later ones were deleted. rewritten: the entry doesn't follow from the one before it, or differs from the daily record",
    }),
})

export const verifyAudit = defineRoute({
  name: 'verifyAudit',
  api: 'users',
  method: 'POST',
  path: '/audit/verify',
  summary:
    "Verify the hash chain of your account, or of any account for internal staff, and return the first entry that doesn't match.",
  access: whoMay('audit', 'r'),
  body: z.object({ client_id: id.optional() }).strict(),
  reply: { status: 200, body: verification },
  errors: ['NOT_FOUND'],
})

export type AuditEntry = z.infer<typeof auditEntry>
export type AuditProblem = (typeof auditProblems)[number]
