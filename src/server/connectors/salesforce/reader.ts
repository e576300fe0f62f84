// Reads objects one after the other, page by page. A page is found by its locator while Salesforce keeps it, and always
// by the last record before it.
import { z } from 'zod'
import type { Position } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { withOverlap } from '../kit/watermark-overlap.ts'
import type { Page } from '../kit/records.ts'
import { instantOf, later } from '../kit/text.ts'
import { follow, query } from './client.ts'
import { rowKey, type QueryAnswer } from './wire.ts'

export type Content = Omit<Page, 'next' | 'watermark' | 'total'>

/** What a page must know about the one before. */
type Carry = z.infer<typeof carry>
const carry = z.object({ opportunityId: z.string(), stageId: z.string() }).nullable()

export interface Part {
  object: string
  /** By change, by id, or all rows of an opportunity together. */
  order: 'change' | 'id' | 'opportunity'
  withDeleted?: true
  /** The name of its watermark; absent: it is read in full. */
  mark?: string
  /** Not read in the first, full read: other parts bring it. */
  isOnlyForChanges?: true
  batch?: number
  where?: string
  /** The requested fields; null: this organization has no such object or hides it from us. */
  select(session: Session): Promise<readonly string[] | null>
  take(session: Session, records: readonly unknown[], before: Carry): Promise<{ content: Content; carry?: Carry }>
}

const lastShape = z.object({ id: z.string(), at: z.string().nullable(), opportunity: z.string().nullable() })
type Last = z.infer<typeof lastShape>
const marksShape = z.record(z.string(), z.string())
const cursorShape = z.object({
  part: z.int().min(0),
  locator: z.string().nullable(),
  last: lastShape.nullable(),
  seen: z.string().nullable(),
  marks: marksShape,
  startedAt: z.string(),
  total: z.int(),
  carry,
})
type Cursor = z.infer<typeof cursorShape>

const orders: Readonly<Record<Part['order'], { by: string; after: (last: Last) => string }>> = {
  change: {
    by: 'SystemModstamp, Id',
    after: ({ at, id }) => `(SystemModstamp > ${at} OR (SystemModstamp = ${at} AND Id > '${id}'))`,
  },
  id: { by: 'Id', after: ({ id }) => `Id > '${id}'` },
  opportunity: { by: 'OpportunityId, CreatedDate, Id', after: ({ opportunity }) => `OpportunityId >= '${opportunity}'` },
}

/** Among the watermarks: when everything was read. */
const wholeAt = 'wholeAt'

/** The query from the beginning, or from after the last record that we have. */
const soqlOf = (
  part: Part,
  fields: readonly string[],
  { last, since }: { last: Last | null; since: string | undefined },
): string => {
  const { by, after } = orders[part.order]
  const from = last ? after(last) : since === undefined ? undefined : `SystemModstamp >= ${since}`
  const where = [part.where, from].filter((one) => one !== undefined).join(' AND ')
  return `SELECT ${fields.join(', ')} FROM ${part.object}${where && ` WHERE ${where}`} ORDER BY ${by}`
}

/** Null: there is nothing to read here. */
const ask = async (
  session: Session,
  part: Part,
  { cursor, mark }: { cursor: Cursor; mark: string | undefined },
): Promise<{ answer: QueryAnswer; isNew: boolean } | null> => {
  const about = part.object
  const { batch, withDeleted } = part
  if (cursor.locator !== null) {
    const answer = await follow(session, cursor.locator, { batch, about })
    if (answer) return { answer, isNew: false }
  }
  const fields = await part.select(session)
  if (!fields) return null
  const since = mark === undefined ? undefined : withOverlap({ at: mark, wholeAt: cursor.marks[wholeAt] }, cursor.startedAt)
  const soql = soqlOf(part, fields, { last: cursor.last, since })
  return { answer: await query(session, soql, { withDeleted, batch, about }), isNew: true }
}

const keyOf = (record: unknown): Last | null => {
  const { data } = rowKey.safeParse(record)
  return data ? { id: data.Id, at: instantOf(data.SystemModstamp), opportunity: data.OpportunityId ?? null } : null
}

const locatorAfter = ({ done, nextRecordsUrl, records }: QueryAnswer, before: string | null): string | null => {
  if (done) return null
  if (nextRecordsUrl === undefined || nextRecordsUrl === before || records.length === 0)
    throw new ConnectorFailure('bad_answer', "Salesforce says there's more data, but not where.")
  return nextRecordsUrl
}

const begin = (startedAt: string, marks: Cursor['marks']): Cursor => ({
  part: 0,
  locator: null,
  last: null,
  seen: null,
  marks,
  startedAt,
  total: 0,
  carry: null,
})

/** Never later than the beginning of the read: a record may have changed on an earlier page meanwhile. */
const markOf = ({ seen, startedAt }: Cursor, before: string | undefined): string => {
  if (seen === null) return before ?? startedAt
  return seen < startedAt ? seen : startedAt
}
const marked = ({ mark: name }: Part, cursor: Cursor, before: string | undefined): Cursor['marks'] =>
  name === undefined ? cursor.marks : { ...cursor.marks, [name]: markOf(cursor, before) }

/** What a page adds to the state of the read. */
const advance = (cursor: Cursor, answer: QueryAnswer, { isNew, carried }: { isNew: boolean; carried: Carry }): Cursor => {
  const keys = answer.records.map(keyOf).filter((key) => key !== null)
  return {
    ...cursor,
    total: isNew && cursor.last === null ? cursor.total + answer.totalSize : cursor.total,
    // A new query may have the same locator as the dropped one.
    locator: locatorAfter(answer, isNew ? null : cursor.locator),
    last: keys.at(-1) ?? cursor.last,
    seen: keys.reduce((latest: string | null, { at }) => later(latest, at), cursor.seen),
    carry: carried,
  }
}

/** The page after which the next part begins, or nothing. */
const finish = (content: Content, { startedAt, part, marks, total }: Cursor, parts: number): Page =>
  part + 1 >= parts
    ? { ...content, total, next: null, watermark: marks }
    : { ...content, total, next: { ...begin(startedAt, marks), part: part + 1, total } }

const readPart = async (
  session: Session,
  part: Part,
  { cursor, mark, parts }: { cursor: Cursor; mark: string | undefined; parts: number },
): Promise<Page> => {
  const answered = await ask(session, part, { cursor, mark })
  // Without a watermark everything is read once it is visible.
  if (!answered) return finish({}, cursor, parts)
  const { answer, isNew } = answered
  const { content, carry: carried = null } = await part.take(session, answer.records, isNew ? null : cursor.carry)
  const state = advance(cursor, answer, { isNew, carried })
  return state.locator === null
    ? finish(content, { ...state, marks: marked(part, state, mark) }, parts)
    : { ...content, total: state.total, next: state }
}

export const readParts =
  ({ full, changes }: { full: readonly Part[]; changes: readonly Part[] }) =>
  async (session: Session, { cursor: stored, since }: Position): Promise<Page> => {
    const list = since === null ? full : changes
    const before = since === null ? {} : marksShape.parse(since)
    const now = session.now().toISOString()
    const whole = since === null ? now : before[wholeAt]
    const cursor = stored === null ? begin(now, whole === undefined ? {} : { [wholeAt]: whole }) : cursorShape.parse(stored)
    const part = list[cursor.part]
    if (!part) throw new ConnectorFailure('bad_answer', 'Salesforce no longer knows where the last sync stopped.')
    const mark = before[part.mark ?? '']
    if (part.isOnlyForChanges && since === null) return finish({}, { ...cursor, marks: marked(part, cursor, mark) }, list.length)
    return readPart(session, part, { cursor, mark, parts: list.length })
  }
