import { z } from 'zod'
import { id, instant, listOf, pageQuery } from './kit/common.ts'
import { roles } from './users/permissions.ts'
import { defineRoute, whoMay } from './kit/route.ts'
import { reason } from './kit/texts.ts'

const approvalKinds = ['closing', 'ownership', 'role', 'invitation'] as const

/** What a request is about; two staff users who want the same name the same. */
const place = {
  clientId: id,
  kind: z.enum(approvalKinds),
  userId: id.nullable().meta({ description: 'The user the request is about; null if the request is to close the account' }),
  role: z.enum(roles).nullable().meta({ description: 'The requested role' }),
}

const approval = z
  .object({
    ...place,
    clientName: z.string(),
    user: z
      .object({ id, email: z.string(), name: z.string(), lastname: z.string(), isMasked: z.boolean() })
      .nullable()
      .meta({ description: 'Masked like all users in other accounts' }),
    reason: z.string(),
    requestedBy: z.string().meta({ description: 'Email address of the staff user who made the request' }),
    isOwn: z.boolean().meta({ description: 'You made the request. Someone else has to approve it, and you can withdraw it' }),
    requestedAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'Approval' })

export const listApprovals = defineRoute({
  name: 'listApprovals',
  api: 'users',
  method: 'GET',
  path: '/approvals/',
  summary: 'List requests by internal staff that a second staff user has to approve, newest first.',
  access: whoMay('internal', 'r'),
  query: pageQuery.strict(),
  reply: { status: 200, body: listOf(approval) },
})

export const approveRequest = defineRoute({
  name: 'approveRequest',
  api: 'users',
  method: 'POST',
  path: '/approvals/approve',
  summary: 'Approve a request by another staff user. It takes effect right away.',
  access: whoMay('internal', 'w'),
  body: z.object(place).strict(),
  reply: { status: 200, body: z.object({ approved: z.literal(true) }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'LAST_ADMIN', 'STALE_VERSION'],
})

export const declineRequest = defineRoute({
  name: 'declineRequest',
  api: 'users',
  method: 'POST',
  path: '/approvals/decline',
  summary: 'Decline a request by another staff user, or withdraw your own.',
  access: whoMay('internal', 'w'),
  body: z.object({ ...place, reason: reason.optional() }).strict(),
  reply: { status: 200, body: z.object({ declined: z.literal(true) }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export type Approval = z.infer<typeof approval>
