// Reads tables one after the other. Dynamics tracks changes itself: each read ends with a link to later changes.
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Position } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import { ConnectorFailure } from '../../kit/failures.ts'
import { isWithinDay, withOverlap } from '../../kit/watermark-overlap.ts'
import type { Json, Page, RecordObject } from '../../kit/records.ts'
import { instantOf, later } from '../../kit/text.ts'
import { rowsLike } from '../../kit/wire.ts'
import { addressOf, linkAfter, page, unlessGone } from '../client.ts'
import { changedAt, goneRow, type PageAnswer } from '../wire.ts'

export type Content = Omit<Page, 'next' | 'watermark' | 'total'>

export interface Part {
  set: string
  /** The attribute with a row's own id. */
  key: string
  /** The object of the rows, for deletions. */
  object?: RecordObject
  /** Whether Dynamics tracks its changes. */
  isTracked: boolean
  /** Not read in the first, full read: other parts bring it. */
  isOnlyForChanges?: true
  /** The requested attributes; null: there is no such table here. */
  select(session: Session): Promise<readonly string[] | null>
  /** What all pages of a read need to know, loaded once. */
  prepare?(session: Session): Promise<Json>
  take(session: Session, rows: readonly unknown[], prepared: unknown): Promise<Content>
}

const markShape = z.object({
  /** The link to later changes. */
  delta: z.string().optional(),
  /** If changes are not tracked: the time of the last known one. */
  at: z.string().optional(),
  /** The requested attributes. The link always requests the same: with other attributes everything is read again. */
  select: z.string().optional(),
  /** When everything was read. */
  wholeAt: z.string().optional(),
  /** When everything was read with tracking requested, and yet no link came. */
  triedAt: z.string().optional(),
})
const marksShape = z.record(z.string(), markShape)
type Mark = z.infer<typeof markShape>
const cursorShape = z.object({
  part: z.int().min(0),
  link: z.string().nullable(),
  seen: z.string().nullable(),
  startedAt: z.string(),
  marks: marksShape,
  prepared: z.json(),
  /** How the table is being read. */
  isTracked: z.boolean().default(false),
  isWhole: z.boolean().default(false),
  select: z.string().optional(),
})
type Cursor = z.infer<typeof cursorShape>
type Way = Pick<Cursor, 'isTracked' | 'isWhole' | 'select'>
interface Answered {
  answer: PageAnswer
  way: Way
  /** The link that it was found at; null: it is a new query. */
  at: string | null
}

const begin = (startedAt: string): Cursor => ({
  part: 0,
  link: null,
  seen: null,
  startedAt,
  marks: {},
  prepared: null,
  isTracked: false,
  isWhole: false,
})

/** By the time of change, and by id if many have changed in the same second: for tables whose changes are not tracked. */
const changedSince = ({ set, key }: Part, select: readonly string[], from: string | undefined): string =>
  addressOf(set, {
    select,
    filter: from === undefined ? undefined : `modifiedon ge ${from}`,
    orderBy: `modifiedon asc,${key} asc`,
  })

const fingerprint = (select: readonly string[]): string => hash('sha256', select.toSorted().join(' '), 'hex').slice(0, 16)

/**
 * Reads everything, with a link at the end to later changes; without that link if the table is not tracked. Tracking
 * may have been enabled in the meantime, so it is requested each time, but at most once a day if all rows would be read
 * in vain.
 */
const queryAll = async (session: Session, part: Part, select: readonly string[], { mark, now }: { mark: Mark; now: string }) => {
  const about = part.set
  const way = { select: fingerprint(select) }
  if (part.isTracked && !isWithinDay(mark.triedAt, now)) {
    const answer = await unlessGone(page(session, addressOf(part.set, { select }), { about, isTracked: true }))
    if (answer) return { answer, way: { ...way, isTracked: true, isWhole: true }, at: null }
  }
  const from = mark.at === undefined ? undefined : withOverlap({ at: mark.at, wholeAt: mark.wholeAt }, now)
  const answer = await page(session, changedSince(part, select, from), { about })
  return { answer, way: { ...way, isTracked: false, isWhole: from === undefined }, at: null }
}

/** Tracking is requested with every page: otherwise the last one has no link to the changes. */
const follow = async (session: Session, { set }: Part, link: string | null | undefined, way: Way): Promise<Answered | null> => {
  if (!link) return null
  const answer = await unlessGone(page(session, link, { about: set, isTracked: way.isTracked }))
  return answer && { answer, way, at: link }
}

/** An expired link loses nothing: its rows are read again, from the last safe position. */
const ask = async (session: Session, part: Part, { cursor, mark }: { cursor: Cursor; mark: Mark }): Promise<Answered | null> => {
  const next = await follow(session, part, cursor.link, cursor)
  if (next) return next
  const select = await part.select(session)
  if (!select) return null
  const isSame = part.isOnlyForChanges === true || mark.select === fingerprint(select)
  const known = isSame ? mark : {}
  const way = { isTracked: true, isWhole: false, select: fingerprint(select) }
  return (
    (await follow(session, part, known.delta, way)) ??
    (await queryAll(session, part, select, { mark: known, now: cursor.startedAt }))
  )
}

const lastSeen = ({ seen, startedAt }: Cursor, before: Mark): string => {
  if (seen === null) return before.at ?? startedAt
  return seen < startedAt ? seen : startedAt
}

/** Undefined values are left out, because it is stored. */
const markOf = (answer: PageAnswer, cursor: Cursor, before: Mark): Mark => {
  const { select, isTracked, isWhole, startedAt } = cursor
  const delta = answer['@odata.deltaLink']
  if (delta !== undefined) return { delta, select }
  return {
    at: lastSeen(cursor, before),
    select,
    wholeAt: isWhole ? startedAt : before.wholeAt,
    triedAt: isTracked ? startedAt : before.triedAt,
  }
}

const finish = (content: Content, { part, startedAt, marks }: Cursor, parts: number): Page =>
  part + 1 >= parts
    ? { ...content, next: null, watermark: marks as Json }
    : { ...content, next: { ...begin(startedAt), part: part + 1, marks } as Json }

const contentOf = async (session: Session, part: Part, rows: readonly unknown[], prepared: unknown): Promise<Content> => {
  const gone = rowsLike(goneRow, rows).map(({ id }) => id)
  const living = gone.length === 0 ? rows : rows.filter((row) => !goneRow.safeParse(row).success)
  const content = await part.take(session, living, prepared)
  const { object } = part
  return object === undefined ? content : { ...content, deletions: gone.map((externalId) => ({ object, externalId, at: null })) }
}

const readPart = async (session: Session, part: Part, { cursor, mark, parts }: { cursor: Cursor; mark: Mark; parts: number }) => {
  const answered = await ask(session, part, { cursor, mark })
  // Without a watermark everything is read once the table exists.
  if (!answered) return finish({}, cursor, parts)
  const { answer, way, at } = answered
  const prepared = cursor.prepared ?? (await part.prepare?.(session)) ?? null
  const content = await contentOf(session, part, answer.value, prepared)
  const changes = rowsLike(changedAt, answer.value).map(({ modifiedon }) => instantOf(modifiedon))
  const state: Cursor = {
    ...cursor,
    isTracked: way.isTracked,
    isWhole: way.isWhole,
    select: way.select,
    prepared: prepared as Cursor['prepared'],
    link: linkAfter(answer, at),
    seen: changes.reduce((latest, at) => later(latest, at), cursor.seen),
  }
  if (state.link !== null) return { ...content, next: state as Json }
  return finish(content, { ...state, marks: { ...state.marks, [part.set]: markOf(answer, state, mark) } }, parts)
}

export const readParts =
  (parts: readonly Part[]) =>
  async (session: Session, { cursor: stored, since }: Position): Promise<Page> => {
    const before = since === null ? {} : marksShape.parse(since)
    const cursor = stored === null ? begin(session.now().toISOString()) : cursorShape.parse(stored)
    const part = parts[cursor.part]
    if (!part) throw new ConnectorFailure('bad_answer', 'Dynamics no longer knows where the last sync stopped.')
    const mark = before[part.set] ?? {}
    const { startedAt, marks } = cursor
    if (part.isOnlyForChanges && since === null)
      return finish({}, { ...cursor, marks: { ...marks, [part.set]: { at: startedAt, wholeAt: startedAt } } }, parts.length)
    return readPart(session, part, { cursor, mark, parts: parts.length })
  }
