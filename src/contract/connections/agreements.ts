// What is shared under a connection: criteria in versions, and what the two accounts say about them.
import { z } from 'zod'
import { criteria } from '../criteria/validate.ts'
import { id, instant, optionalVersion, versionNumber } from '../kit/common.ts'
import { smallestTotal } from './totals.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { reason } from '../kit/texts.ts'
import { accountTypes } from '../users/permissions.ts'
import { connection } from './connections.ts'

const versionStates = ['draft', 'submitted', 'returned', 'withdrawn', 'rejected', 'in_force', 'replaced'] as const

const segments = z.array(z.object({ text: z.string(), isValue: z.boolean() }))

const changes = z.array(z.object({ kind: z.enum(['added', 'removed', 'changed']), text: segments }))

const count = z
  .int()
  .nullable()
  .meta({
    description: `When it was saved or sent. Null, for an agency that would get totals only: fewer than ${smallestTotal}`,
  })

const criteriaVersion = z
  .object({
    version: z.int(),
    state: z.enum(versionStates),
    criteria: criteria.nullable().meta({ description: 'For the company, which writes them. The agency reads the sentence' }),
    sentence: segments.meta({ description: 'The criteria in English. Values are marked' }),
    fields: z.array(z.object({ key: z.string(), label: z.string() })).meta({ description: 'What the agency sees of a contact' }),
    typeOfData: z.string(),
    allowsAudiences: z.boolean(),
    allowsExport: z.boolean(),
    textHash: z.string().meta({ description: 'The hash of sentence and criteria. Submitting confirms it' }),
    contacts: count,
    opportunities: count,
    isEstimate: z.boolean().meta({ description: 'Both counts are estimated from a sample' }),
    comparedWith: z.int().nullable().meta({
      description:
        'The version that its changes are from: of one that waits for review the version in force, else the one before it',
    }),
    changes,
    leftOut: z.array(z.string()).nullable().meta({
      description:
        'Of a draft that starts from what you shared with them before: what your source no longer has. Null: it starts from nothing',
    }),
    sensitiveReason: z
      .string()
      .nullable()
      .meta({ description: 'For the company: why it shares what looks sensitive, as it wrote when it sent the version' }),
    by: z.string().nullable().meta({ description: 'The user of your account who saved it or decided about it' }),
    savedAt: instant,
    acknowledgedAt: instant
      .nullable()
      .meta({ description: 'When both acknowledgements were given. A draft that has them is sent with the invitation' }),
    submittedAt: instant.nullable(),
    decidedAt: instant.nullable(),
    inForceFrom: instant.nullable(),
    inForceTo: instant.nullable(),
  })
  .meta({ id: 'CriteriaVersion' })

export type CriteriaVersion = z.infer<typeof criteriaVersion>

const comment = z
  .object({
    id,
    side: z.enum(accountTypes),
    by: z.string(),
    kind: z.enum(['changes_requested', 'data_requested', 'rejected']),
    text: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'ConnectionComment' })

export type ConnectionComment = z.infer<typeof comment>

const clientId = id.optional().meta({ description: 'For internal staff: whose connection' })

const place = (action: string) => ({ api: 'agencies', path: `/connections/{id}/${action}`, params: z.object({ id }) }) as const

export const getCriteria = defineRoute({
  ...place('criteria'),
  name: 'getCriteria',
  method: 'GET',
  summary: 'Get the versions of what is shared, newest first, and what was said about them.',
  access: whoMay('criteriaReview', 'r'),
  query: z.object({ client_id: clientId }).strict(),
  reply: { status: 200, body: z.object({ versions: z.array(criteriaVersion), comments: z.array(comment) }) },
  errors: ['NOT_FOUND'],
})

export const compareVersions = defineRoute({
  ...place('criteria/compare'),
  name: 'compareVersions',
  method: 'GET',
  summary: 'Compare two versions of what is shared, of those that you see.',
  access: whoMay('criteriaReview', 'r'),
  query: z.object({ from: versionNumber, to: versionNumber, client_id: clientId }).strict(),
  reply: { status: 200, body: z.object({ changes }) },
  errors: ['NOT_FOUND'],
})

const errors = ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'STALE_VERSION'] as const

const base = z.string().max(100).nullable().optional().meta({
  description:
    'The textHash of the newest version that you have seen, null if there was none. If another user saved a draft meanwhile, the change is rejected. If left out, the last change wins',
})

export const saveCriteria = defineRoute({
  ...place('criteria'),
  name: 'saveCriteria',
  method: 'PUT',
  summary: 'Save a draft of what you share. Nothing is shared until you send it to review and the agency accepts it.',
  access: whoMay('criteria', 'w'),
  body: z.object({ version: optionalVersion, base, criteria }).strict(),
  reply: { status: 200, body: criteriaVersion },
  errors: [...errors, 'CONNECTION_EXISTS', 'UNAVAILABLE'],
})

export const discardCriteria = defineRoute({
  ...place('discard'),
  name: 'discardCriteria',
  method: 'POST',
  summary: 'Discard the saved draft. What was sent and what is in force stays as it is.',
  access: whoMay('criteria', 'w'),
  body: z.object({ version: optionalVersion, base }).strict(),
  reply: { status: 200, body: connection },
  errors,
})

const counts = z.object({ contacts: z.int(), opportunities: z.int() })
const changed = counts.extend({ names: z.array(z.string()).meta({ description: 'Of up to 20 contacts' }) })

const preview = z
  .object({
    shared: counts,
    isEstimate: z.boolean().meta({ description: 'All counts are estimated from a sample. None in the sample may still be some' }),
    excluded: counts.meta({ description: 'What matches but is never shared' }),
    sample: z
      .object({
        columns: z.array(z.string()),
        rows: z.array(z.array(z.string().nullable())),
        newRows: z.array(z.int()).meta({
          description:
            'Indexes of the rows about contacts that the version in force does not share. If there is such a contact, the first row is about one',
        }),
      })
      .meta({
        description:
          'Up to 20 contacts, exactly as the agency will see them. The random name of one that it does not have yet is an example',
      }),
    change: z.object({ added: changed, removed: changed }).nullable().meta({ description: 'Compared with the version in force' }),
    sentence: segments,
    textHash: z.string(),
    sensitive: z
      .array(z.object({ field: z.string(), kind: z.string() }))
      .meta({ description: 'Fields that look sensitive. Sharing them needs a reason' }),
  })
  .meta({ id: 'CriteriaPreview' })

export type CriteriaPreview = z.infer<typeof preview>

export const previewCriteria = defineRoute({
  ...place('preview'),
  name: 'previewCriteria',
  method: 'POST',
  summary: 'See what criteria would share now, without saving them.',
  access: whoMay('criteria', 'w'),
  body: z
    .object({
      criteria,
      estimate: z
        .boolean()
        .default(false)
        .meta({ description: 'Estimate the counts from a sample, if the source is so large that counting takes longer' }),
    })
    .strict(),
  reply: { status: 200, body: preview },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  isConfidential: true,
})

export const getPreview = defineRoute({
  ...place('preview'),
  name: 'getPreview',
  method: 'GET',
  summary: 'See what your newest saved criteria would share now.',
  access: whoMay('criteria', 'w'),
  reply: { status: 200, body: preview },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

const acknowledged = (text: string) => z.literal(true, { error: text })

export const submitCriteria = defineRoute({
  ...place('submit'),
  name: 'submitCriteria',
  method: 'POST',
  summary:
    'Send the draft to the agency for review. While your own invitation is open, it is sent with the invitation: the agency gets it when it accepts.',
  access: whoMay('criteria', 'x'),
  body: z
    .object({
      version: optionalVersion,
      textHash: z.string().max(100).meta({ description: 'Of the draft that you confirm' }),
      ackPersonalData: acknowledged('Confirm that personal data such as name, phone and email is shared.'),
      ackPolicy: acknowledged('Agree to the privacy and data protection policy.'),
      everything: z.string().max(200).optional().meta({
        description: "The agency's name, typed to confirm that everything is shared. Needed if there are no conditions",
      }),
      sensitiveReason: reason.optional().meta({ description: 'Needed if a field looks sensitive' }),
      effect: z.enum(['review', 'in_force']).optional().meta({
        description:
          'What you expect: that the agency reviews it, or that it takes effect immediately because it only shares less. Otherwise nothing is sent',
      }),
    })
    .strict(),
  reply: { status: 200, body: connection },
  errors: [...errors, 'UNAVAILABLE'],
})

export const withdrawCriteria = defineRoute({
  ...place('withdraw'),
  name: 'withdrawCriteria',
  method: 'POST',
  summary: 'Withdraw what you sent to review.',
  access: whoMay('criteria', 'x'),
  body: z.object({ version: optionalVersion }).strict(),
  reply: { status: 200, body: connection },
  errors,
})

export const approveCriteria = defineRoute({
  ...place('approve'),
  name: 'approveCriteria',
  method: 'POST',
  summary: 'Accept what the company wants to share, for the purpose that it names.',
  access: whoMay('criteriaReview', 'x'),
  body: z
    .object({
      version: optionalVersion,
      textHash: z.string().max(100).meta({ description: 'Of the version that you accept' }),
      confirmPurpose: acknowledged('Confirm that you use the data for this purpose only.'),
    })
    .strict(),
  reply: { status: 200, body: connection },
  errors,
})

export const requestChanges = defineRoute({
  ...place('request_changes'),
  name: 'requestChanges',
  method: 'POST',
  summary: 'Ask the company to change what it wants to share.',
  access: whoMay('criteriaReview', 'x'),
  body: z.object({ version: optionalVersion, text: reason }).strict(),
  reply: { status: 200, body: connection },
  errors,
})

export const requestData = defineRoute({
  ...place('request_data'),
  name: 'requestData',
  method: 'POST',
  summary: 'Ask the company to share more. Nothing changes unless the company changes what it shares.',
  access: whoMay('criteriaReview', 'x'),
  body: z.object({ version: optionalVersion, text: reason }).strict(),
  reply: { status: 200, body: connection },
  errors,
})
