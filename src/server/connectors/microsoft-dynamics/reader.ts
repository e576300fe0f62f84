// Reads tables one after the other. Dynamics keeps track of changes itself: each read ends with a link to what comes after it.
import { z } from 'zod'
import type { Position, Session } from '../kit/connector.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { Json, Page, RecordObject } from '../kit/records.ts'
import { instantOf, later } from '../kit/text.ts'
import { addressOf, linkAfter, page, rowsOf, unlessGone } from './client.ts'
import { changedAt, goneRow, type PageAnswer } from './wire.ts'

/** Without tracking, what was changed shortly before the last read may have been written down after it. */
const overlapMs = 600_000

export type Content = Omit<Page, 'next' | 'watermark' | 'total'>

export interface Part {
  set: string
  /** What the rows become, for those that are gone. */
  object?: RecordObject
  /** Whether Dynamics keeps track of its changes. */
  isTracked: boolean
  /** Nothing is read in the first, full read: other parts bring it. */
  isOnlyForChanges?: true
  /** What is asked for; null: there is no such table here. */
  select(session: Session): Promise<readonly string[] | null>
  /** What all pages of a read need to know, found out once. */
  prepare?(session: Session): Promise<Json>
  take(session: Session, rows: readonly unknown[], prepared: unknown): Promise<Content>
}

const markShape = z.object({ delta: z.string().optional(), at: z.string().optional() })
const marksShape = z.record(z.string(), markShape)
type Mark = z.infer<typeof markShape>
const cursorShape = z.object({
  part: z.int().min(0),
  link: z.string().nullable(),
  seen: z.string().nullable(),
  startedAt: z.string(),
  marks: marksShape,
  prepared: z.json(),
})
type Cursor = z.infer<typeof cursorShape>

const begin = (startedAt: string): Cursor => ({ part: 0, link: null, seen: null, startedAt, marks: {}, prepared: null })

/** By the time of change: for tables whose changes are not tracked. */
const changedSince = (set: string, select: readonly string[], at: string | undefined): string => {
  const from = at === undefined ? undefined : new Date(Date.parse(at) - overlapMs).toISOString()
  return addressOf(set, {
    select,
    filter: from === undefined ? undefined : `modifiedon ge ${from}`,
    orderBy: 'modifiedon asc',
  })
}

/** Everything, with a link at the end to whatever changes afterwards; without that link where the table is not tracked. */
const askAnew = async (session: Session, part: Part, mark: Mark): Promise<PageAnswer | null> => {
  const select = await part.select(session)
  if (!select) return null
  const about = part.set
  if (part.isTracked && mark.at === undefined) {
    const answer = await unlessGone(page(session, addressOf(part.set, { select }), { about, isTracked: true }))
    if (answer) return answer
  }
  return page(session, changedSince(part.set, select, mark.at), { about })
}

/** A link that has run out is no loss: what it led to is read anew, from the last safe place. */
const ask = async (session: Session, part: Part, { link, mark }: { link: string | null; mark: Mark }) => {
  for (const known of [link, mark.delta]) {
    const answer = known ? await unlessGone(page(session, known, { about: part.set })) : null
    if (answer) return answer
  }
  return askAnew(session, part, mark)
}

const markOf = (answer: PageAnswer | null, { seen, startedAt }: Cursor, before: Mark): Mark => {
  const delta = answer?.['@odata.deltaLink']
  if (delta !== undefined) return { delta }
  if (seen === null) return { at: before.at ?? startedAt }
  return { at: seen < startedAt ? seen : startedAt }
}

const finish = (content: Content, { part, startedAt, marks }: Cursor, parts: number): Page =>
  part + 1 >= parts
    ? { ...content, next: null, watermark: marks as Json }
    : { ...content, next: { ...begin(startedAt), part: part + 1, marks } as Json }

const contentOf = async (session: Session, part: Part, rows: readonly unknown[], prepared: unknown): Promise<Content> => {
  const gone = rowsOf(goneRow, rows).map(({ id }) => id)
  const living = gone.length === 0 ? rows : rows.filter((row) => !goneRow.safeParse(row).success)
  const content = await part.take(session, living, prepared)
  const { object } = part
  return object === undefined ? content : { ...content, deletions: gone.map((externalId) => ({ object, externalId, at: null })) }
}

const readPart = async (session: Session, part: Part, { cursor, mark, parts }: { cursor: Cursor; mark: Mark; parts: number }) => {
  const answer = await ask(session, part, { link: cursor.link, mark })
  // Without a watermark everything is read once the table is there.
  if (!answer) return finish({}, cursor, parts)
  const prepared = cursor.prepared ?? (await part.prepare?.(session)) ?? null
  const content = await contentOf(session, part, answer.value, prepared)
  const changes = rowsOf(changedAt, answer.value).map(({ modifiedon }) => instantOf(modifiedon))
  const state: Cursor = {
    ...cursor,
    prepared: prepared as Cursor['prepared'],
    link: linkAfter(answer, cursor.link),
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
    if (!part) throw new ConnectorFailure('bad_answer', 'The place where the last read stopped is not known any more.')
    const mark = before[part.set] ?? {}
    if (part.isOnlyForChanges && since === null)
      return finish({}, { ...cursor, marks: { ...cursor.marks, [part.set]: { at: cursor.startedAt } } }, parts.length)
    return readPart(session, part, { cursor, mark, parts: parts.length })
  }
