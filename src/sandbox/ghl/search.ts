// The body of a contact search, parsed as strictly as the real one does.
import { z } from 'zod'
import type { PageAsk } from './state.ts'

const moment = z.union([z.number(), z.string()]).transform((value) => (typeof value === 'number' ? value : Date.parse(value)))
const filter = z.object({
  field: z.literal('dateUpdated'),
  operator: z.literal('range'),
  value: z
    .object({ gte: moment, gt: moment, from: moment, lte: moment, lt: moment, to: moment })
    .partial()
    .transform(({ gte, gt, from, lte, lt, to }) => ({
      from: gte ?? from ?? (gt === undefined ? 0 : gt + 1),
      to: lte ?? to ?? (lt === undefined ? Number.MAX_SAFE_INTEGER : lt - 1),
    })),
})
const body = z.object({
  locationId: z.string(),
  pageLimit: z.int().min(1).max(500).default(20),
  page: z.int().min(1).optional(),
  searchAfter: z.tuple([z.number(), z.string()]).optional(),
  filters: z.array(filter).max(1).default([]),
  sort: z
    .array(z.object({ field: z.enum(['dateAdded', 'dateUpdated']), direction: z.enum(['asc', 'desc']) }))
    .max(1)
    .default([]),
  query: z.string().max(75).optional(),
})

type Searched = { ask: PageAsk & { object: 'contact' } } | { status: 400 | 422; problem: string | string[] }

const orderOf = ({ sort: [first] }: z.infer<typeof body>): Pick<PageAsk, 'order' | 'descending'> => ({
  order: first?.field === 'dateUpdated' ? 'modified' : 'seq',
  descending: first?.direction !== 'asc',
})

/** Numbered pages go as far as `reach`; beyond that only `searchAfter` does. */
export const readSearch = (sent: unknown, reach: number): Searched => {
  const parsed = body.safeParse(sent)
  if (!parsed.success)
    return { status: 422, problem: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const { pageLimit: limit, page, searchAfter, filters } = parsed.data
  if (page !== undefined && searchAfter) return { status: 400, problem: 'page and searchAfter cannot be used together' }
  const offset = ((page ?? 1) - 1) * limit
  if (offset + limit > reach) return { status: 400, problem: `page goes beyond ${reach} records, use searchAfter` }
  const after = searchAfter && { value: searchAfter[0], id: searchAfter[1] }
  return { ask: { object: 'contact', ...orderOf(parsed.data), after, changed: filters[0]?.value, limit, offset } }
}
