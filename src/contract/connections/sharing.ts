// What is shared under a connection now, and what was erased.
import { z } from 'zod'
import { id, instant, listOf, pageQuery } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { smallestTotal } from './totals.ts'

const place = (what: string) =>
  ({
    api: 'agencies',
    method: 'GET',
    path: `/connections/{id}/${what}`,
    params: z.object({ id }),
    errors: ['NOT_FOUND'],
  }) as const

const count = z
  .int()
  .nullable()
  .meta({ description: `Null: it is being prepared, or fewer than ${smallestTotal}, where only totals are shared` })

const shared = z
  .object({
    contacts: count,
    opportunities: count,
    withdrawn: count.meta({
      description: 'Contacts that no longer match, of which the agency keeps the outcome without a name',
    }),
    lastSyncAt: instant.nullable().meta({ description: "When the company's source was last synced" }),
    isSourceErased: z.boolean().meta({ description: 'The company erased the source, and what was shared of it was erased too' }),
    syncPercent: z.int().nullable().meta({ description: 'How far the first sync of the source is. Null: it is complete' }),
    isPreparing: z.boolean().meta({
      description: 'Another version has come into force that may share less; the agency sees nothing until it is prepared',
    }),
  })
  .meta({ id: 'Shared' })
export type Shared = z.infer<typeof shared>

export const getShared = defineRoute({
  ...place('shared'),
  name: 'getShared',
  summary: 'Get how much is shared now.',
  access: whoMay('connections', 'r'),
  reply: { status: 200, body: shared },
})

export const countFiles = defineRoute({
  ...place('files'),
  name: 'countFiles',
  summary:
    'Count the files with shared contacts that users of the agency have downloaded. They cannot be recalled when the connection ends.',
  access: whoMay('connections', 'x'),
  reply: {
    status: 200,
    body: z.object({ files: z.int().meta({ description: 'Those that the receipt would tell of' }) }),
  },
})

const receipt = z
  .object({
    id,
    kind: z.enum(['ended', 'narrowed', 'excluded', 'source_erased']),
    version: z.int().nullable().meta({ description: 'The version that shares less' }),
    startedAt: instant,
    finishedAt: instant.nullable().meta({ description: 'Null: rows are still being erased' }),
    stores: z.array(z.object({ name: z.string(), found: z.int(), removed: z.int(), failed: z.int() })),
    cannotRecall: z
      .array(
        z.object({
          what: z.string(),
          who: z.string().meta({ description: 'A user of the agency' }),
          userId: id,
          when: instant,
        }),
      )
      .meta({ description: 'Files that users of the agency had already downloaded' }),
    hash: z.string().nullable().meta({
      description:
        'The SHA-256 of the receipt, which the audit logs of both accounts have too. Null for users of the agency, who read of their own files only',
    }),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receipt>

export const listReceipts = defineRoute({
  ...place('receipts'),
  name: 'listReceipts',
  summary:
    'List what was erased from the agency when sharing ended or became less, newest first. Users of the agency read the receipts that name files of their own.',
  access: whoMay('ledger', 'r'),
  query: pageQuery.extend({ client_id: id.optional().meta({ description: 'For internal staff: whose connection' }) }).strict(),
  reply: { status: 200, body: listOf(receipt) },
})
