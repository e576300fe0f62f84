import { z } from 'zod'
import { id, instant, listOf, pageQuery } from './common.ts'
import { roles } from './permissions.ts'
import { defineRoute, whoMay } from './route.ts'
import { reason } from './texts.ts'

const approvalKinds = ['closing', 'ownership', 'role', 'invitation'] as const

/** What a request is about; two of our own people who mean the same name the same. */
const place = {
  clientId: id,
  kind: z.enum(approvalKinds),
  userId: id.nullable().meta({ description: 'The user that it is about; nobody where the account is to be closed' }),
  role: z.enum(roles).nullable().meta({ description: 'The role that the user is to have' }),
}

const approval = z
  .object({
    ...place,
    clientName: z.string(),
    user: z
      .object({ id, email: z.string(), name: z.string(), lastname: z.string(), isMasked: z.boolean() })
      .nullable()
      .meta({ description: 'Masked like everybody in other accounts' }),
    reason: z.string(),
    requestedBy: z.string().meta({ description: 'The email address of the staff user who asked' }),
    isOwn: z
      .boolean()
      .meta({ description: 'You asked for it yourself: somebody else has to approve it, and you can withdraw it' }),
    requestedAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'Approval' })

export const listApprovals = defineRoute({
  name: 'listApprovals',
  api: 'users',
  method: 'GET',
  path: '/approvals/',
  summary: 'What internal staff asked for and a second staff user has to approve, the newest first.',
  access: whoMay('internal', 'r'),
  query: pageQuery.strict(),
  reply: { status: 200, body: listOf(approval) },
})

export const approveRequest = defineRoute({
  name: 'approveRequest',
  api: 'users',
  method: 'POST',
  path: '/approvals/approve',
  summary: 'Approve what another staff user asked for. It takes effect at once.',
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
  summary: 'Decline what another staff user asked for, or withdraw what you asked for yourself.',
  access: whoMay('internal', 'w'),
  body: z.object({ ...place, reason: reason.optional() }).strict(),
  reply: { status: 200, body: z.object({ declined: z.literal(true) }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export type Approval = z.infer<typeof approval>
