import { z } from 'zod'
import { typesOfData } from '../criteria/criteria.ts'
import { id, instant, listOf, optionalVersion, pageQuery, search } from '../kit/common.ts'
import { anyone, defineRoute, whoMay } from '../kit/route.ts'
import { email, multilineText, nameOf, reason } from '../kit/texts.ts'
import { accountTypes, roles } from '../users/permissions.ts'
import { claimStates } from './claims.ts'
import { connectionActions, connectionStates, connectionStatuses, endings } from './transitions.ts'

export const connectionLimits = {
  /** How long an invitation is valid, in days, and when its reminders are sent. */
  validDays: 14,
  remindedOnDays: [3, 10],
  resentMax: 5,
  /** Invitations that one account sends in 24 hours. */
  invitedPerDay: 50,
  /** Invitations that one mailbox gets in 24 hours, from all accounts. */
  mailboxPerDay: 20,
  /** Of which one account sends so many: an invitation, and all that it may be resent. It keeps nobody else from inviting. */
  mailboxPerAccount: 6,
  messageMax: 1000,
} as const

const connectionHealths = ['ok', 'source_error', 'source_disconnected', 'subscription_hold'] as const

const clientId = id.optional().meta({ description: 'For internal staff: whose connections' })

const message = multilineText(connectionLimits.messageMax)

export const connection = z
  .object({
    id,
    side: z.enum(accountTypes).meta({ description: 'Which of the two you are' }),
    state: z.enum(connectionStates),
    status: z.enum(connectionStatuses).meta({ description: 'The state as your side sees it' }),
    name: z.string().meta({ description: 'The name of the other account. Until it accepts, the name that the inviter entered' }),
    partnerEmail: z.string().meta({ description: 'The address that was invited' }),
    partnerId: id.nullable().meta({ description: 'The other account, once it accepted' }),
    businessId: id.nullable().meta({ description: 'The company of the two, once both are known' }),
    isInviter: z.boolean(),
    inviter: z.string().meta({ description: 'Who sent the invitation: a user of your account, or the other account' }),
    invitedAs: z.enum(roles),
    message: z.string().nullable(),
    integration: z.string().nullable().meta({
      description:
        'The source that is shared. This and what follows, up to the type of data, is from the version in force, also after the connection ended; before there is one, from the newest criteria that you see',
    }),
    subAccount: z.string().nullable(),
    syncField: z
      .string()
      .nullable()
      .meta({ description: 'The field that decides what is shared: tag, or the CRM field with the source' }),
    syncValue: z.string().nullable().meta({ description: 'The values of that field' }),
    tag: z.string().nullable(),
    pipeline: z.string().nullable(),
    dataFilters: z.int().nullable().meta({ description: 'The number of conditions' }),
    typeOfData: z.enum(typesOfData).nullable(),
    ending: z.enum(endings).nullable(),
    reason: z.string().nullable(),
    health: z.enum(connectionHealths),
    versionInForce: z.int().nullable(),
    pendingVersion: z.int().nullable(),
    sentAt: instant.meta({ description: 'When the invitation was last sent' }),
    sentCount: z.int(),
    remindedCount: z.int(),
    expiresAt: instant.nullable(),
    reviewStartedAt: instant.nullable(),
    sharedSince: instant.nullable(),
    endedAt: instant.nullable(),
    keepsTotals: z.boolean().meta({ description: 'It ended, and the company lets the agency keep totals' }),
    ghostId: id.nullable().meta({ description: 'For the agency: the ghost company that the company takes over' }),
    claim: z.enum(claimStates).nullable().meta({
      description: 'What the company has chosen for what the agency kept as a ghost company. Null: there is no such thing',
    }),
    createdAt: instant,
    updatedAt: instant,
    version: z.int(),
    allowedActions: z.array(z.enum(connectionActions)).meta({ description: 'What you can do with it now' }),
  })
  .meta({ id: 'Connection' })

export type Connection = z.infer<typeof connection>

const place = (action: string) => ({ api: 'agencies', path: `/connections/{id}${action}`, params: z.object({ id }) }) as const

/** The groups of the list: shared now, nothing shared yet, ended. */
export const connectionGroups = ['sharing', 'waiting', 'ended'] as const

export const listConnections = defineRoute({
  name: 'listConnections',
  api: 'agencies',
  method: 'GET',
  path: '/connections',
  summary:
    'List your connections: the companies of an agency, the agencies of a company. What waits for you comes first, what has ended last.',
  access: whoMay('connections', 'r'),
  query: pageQuery
    .extend({
      side: z.enum(accountTypes).optional().meta({ description: 'Your own side; anything else finds nothing' }),
      status: z.enum(connectionStatuses).optional(),
      group: z.enum(connectionGroups).optional(),
      search: search.optional().meta({ description: 'Part of a name or address' }),
      client_id: clientId,
    })
    .strict(),
  reply: {
    status: 200,
    body: listOf(connection).extend({
      counts: z
        .record(z.enum(connectionGroups), z.int())
        .meta({ description: 'Of each group, also of those the search does not find' }),
    }),
  },
  errors: ['NOT_FOUND'],
})

export const getConnection = defineRoute({
  ...place(''),
  name: 'getConnection',
  method: 'GET',
  summary: 'Get one connection. If a user of the agency opens submitted criteria, the review starts.',
  access: whoMay('connections', 'r'),
  query: z.object({ client_id: clientId }).strict(),
  reply: { status: 200, body: connection },
  errors: ['NOT_FOUND'],
})

export const createConnection = defineRoute({
  name: 'createConnection',
  api: 'agencies',
  method: 'POST',
  path: '/connections',
  summary: 'Invite a company (as an agency) or an agency (as a company). We email a link that is valid for 14 days.',
  access: whoMay('connections', 'w'),
  body: z
    .object({
      name: nameOf('a name'),
      partnerEmail: email,
      message: message.optional(),
      invitedAs: z.enum(roles).default('admin'),
      ghost_id: id.optional().meta({
        description:
          'For an agency: the ghost company that is this company. Once it accepts, it chooses what becomes of its people',
      }),
      ghostId: id.optional().meta({ description: 'The same' }),
      again: id.optional().meta({ description: 'An ended connection. A company starts with a draft of what it shared before' }),
    })
    .strict(),
  reply: { status: 201, body: connection },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'CONNECTION_EXISTS'],
})

const changed = { status: 200, body: connection } as const
const errors = ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'STALE_VERSION'] as const

export const resendConnection = defineRoute({
  ...place('/resend'),
  name: 'resendConnection',
  method: 'POST',
  summary: 'Resend the invitation, at most every ten minutes and five times. The previous link stops working.',
  access: whoMay('connections', 'w'),
  reply: changed,
  errors,
})

const token = z.string().trim().min(1).max(200)

export const acceptConnection = defineRoute({
  ...place('/accept'),
  name: 'acceptConnection',
  method: 'POST',
  summary: 'Accept an invitation that was sent to your own address.',
  access: whoMay('connections', 'w'),
  body: z
    .object({
      version: optionalVersion,
      token: token
        .optional()
        .meta({ description: "From the invitation's link. Needed if your account does not have the invitation yet" }),
    })
    .strict(),
  reply: changed,
  errors: [...errors, 'INVITATION_INVALID', 'INVITEE_MISMATCH', 'SYNC_FIRST'],
})

export const rejectConnection = defineRoute({
  ...place('/reject'),
  name: 'rejectConnection',
  method: 'POST',
  summary: 'Decline an invitation. Any admin of the invited account can.',
  access: whoMay('connections', 'w'),
  body: z.object({ version: optionalVersion, token: token.optional(), reason: reason.optional() }).strict(),
  reply: changed,
  errors: [...errors, 'INVITATION_INVALID', 'INVITEE_MISMATCH'],
})

export const cancelConnection = defineRoute({
  ...place('/cancel'),
  name: 'cancelConnection',
  method: 'POST',
  summary: 'End a connection. Staff give a reason.',
  access: whoMay('connections', 'x'),
  body: z
    .object({
      version: optionalVersion,
      client_id: clientId,
      reason: reason.optional().meta({ description: 'Required for internal staff' }),
      name: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'The name of the other account, typed to confirm. Needed once something is shared' }),
      keepTotals: z
        .boolean()
        .default(false)
        .meta({ description: 'For the company: the agency keeps totals of at least 5 records, and no record' }),
    })
    .strict(),
  reply: changed,
  errors,
})

export const removeConnection = defineRoute({
  ...place('/remove'),
  name: 'removeConnection',
  method: 'POST',
  summary: 'Remove an ended connection from your list. The other account keeps it in its own.',
  access: whoMay('connections', 'd'),
  reply: { status: 200, body: z.object({ removed: z.literal(true) }) },
  errors,
})

export const getInvitation = defineRoute({
  name: 'getInvitation',
  api: 'agencies',
  method: 'GET',
  path: '/invitations/{token}',
  summary: 'Get what an invitation says. Anyone with the link can call this.',
  access: anyone,
  params: z.object({ token }),
  reply: {
    status: 200,
    body: z
      .object({
        connectionId: id,
        inviterName: z.string(),
        inviterType: z.enum(accountTypes),
        expiresAt: instant,
      })
      .meta({ id: 'ConnectionInvitation' }),
  },
  errors: ['INVITATION_INVALID'],
  perMinute: 30,
})
