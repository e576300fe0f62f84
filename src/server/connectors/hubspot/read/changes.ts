// Reads changes by a search in the order of change, each page beginning where the last one ended. It never counts from
// the start, so neither the cap of 10,000 results nor a record that changes meanwhile and moves to the end can make us
// skip one.
import { z } from 'zod'
import type { Session } from '../../kit/access.ts'
import { withOverlap } from '../../kit/watermark-overlap.ts'
import type { Json, RejectedRecord } from '../../kit/records.ts'
import { instantOf } from '../../kit/text.ts'
import { sortRecords } from '../../kit/wire.ts'
import { modifiedName, search, type Filter, type Kind } from '../client.ts'
import { found } from '../wire.ts'

export const searchPosition = z.object({
  /** Milliseconds: changed then or later. */
  from: z.number(),
  /** More records changed in that millisecond than fit on a page: they are read in the order of their ids, after this one. */
  behindId: z.string().nullable(),
  /** Records of that millisecond that earlier pages brought. */
  known: z.array(z.string()),
})
export type SearchPosition = z.infer<typeof searchPosition>

const watermark = z.object({ at: z.iso.datetime(), wholeAt: z.iso.datetime().optional() })
export type Mark = z.infer<typeof watermark>

/** Our watermark; null if there is none. */
export const markOf = (since: Json | null): Mark | null => watermark.safeParse(since).data ?? null

/** The watermark after a read. The time of the full read stays with it. */
export const moved = ({ wholeAt }: Mark, ms: number): Json => ({
  at: new Date(ms).toISOString(),
  ...(wholeAt === undefined ? {} : { wholeAt }),
})

/** Where changes are read from. */
export const positionFrom = (mark: Mark, now: Date): SearchPosition => ({
  from: Date.parse(withOverlap(mark, now.toISOString())),
  behindId: null,
  known: [],
})

/**
 * While all records are read in the order of their ids, earlier ones may change: only changes before the start were
 * surely read.
 */
export const safeMark = (seen: string | null, started: string) => ({ at: seen !== null && seen < started ? seen : started })

const filtersOf = (name: string, { from, behindId }: SearchPosition): Filter[] =>
  behindId === null
    ? [{ propertyName: name, operator: 'GTE', value: String(from) }]
    : [
        { propertyName: name, operator: 'EQ', value: String(from) },
        { propertyName: 'hs_object_id', operator: 'GT', value: behindId },
      ]

export const questionOf = (
  kind: Kind,
  at: SearchPosition,
  { properties, limit }: { properties: readonly string[]; limit: number },
) => ({
  filters: filtersOf(modifiedName(kind), at),
  sortBy: at.behindId === null ? modifiedName(kind) : 'hs_object_id',
  properties,
  limit,
})

interface Seen {
  id: string
  at: number
  raw: unknown
}

const nextOf = ({ from, behindId, known }: SearchPosition, seen: readonly Seen[], hasMore: boolean): SearchPosition | null => {
  const last = seen.at(-1)
  if (behindId !== null)
    return hasMore && last ? { from, behindId: last.id, known } : { from: from + 1, behindId: null, known: [] }
  if (!hasMore || !last) return null
  const already = seen.filter(({ at }) => at === last.at).map(({ id }) => id)
  return last.at > from ? { from: last.at, behindId: null, known: already } : { from, behindId: '0', known: already }
}

interface Changes {
  /** Without records that earlier pages brought. */
  ids: string[]
  raws: unknown[]
  rejected: RejectedRecord[]
  total: number
  /** The latest change on this page. */
  latest: number | null
  next: SearchPosition | null
}

export const changesPage = async (
  session: Session,
  kind: Kind,
  { at, properties, limit }: { at: SearchPosition; properties: readonly string[]; limit: number },
): Promise<Changes> => {
  const name = modifiedName(kind)
  const { results, total, after } = await search(session, kind, questionOf(kind, at, { properties, limit }))
  const object = kind === 'contacts' ? 'contact' : 'opportunity'
  const { good, rejected } = sortRecords(found, results, { object, id: 'id' })
  const seen = good.map(({ record, raw }) => {
    const modified = instantOf(record.properties[name])
    return { id: record.id, at: modified === null ? at.from : Date.parse(modified), raw }
  })
  const known = new Set(at.known)
  const fresh = seen.filter((one) => one.at !== at.from || !known.has(one.id))
  return {
    ids: fresh.map(({ id }) => id),
    raws: fresh.map(({ raw }) => raw),
    rejected,
    total,
    latest: seen.at(-1)?.at ?? null,
    next: nextOf(at, seen, after !== null),
  }
}
