// Opportunities are not requested by the time of their last change: this search has no filter for it.
import { z } from 'zod'
import type { Position } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import { ConnectorFailure } from '../../kit/failures.ts'
import type { Page } from '../../kit/records.ts'
import { instantOf, later } from '../../kit/text.ts'
import { withOverlap } from '../../kit/watermark-overlap.ts'
import { dropOddAmounts, parseAnswer, sortRecords } from '../../kit/wire.ts'
import { pageSize, searchOpportunities, withWords } from '../client.ts'
import { opportunityRecordOf } from '../map.ts'
import { markBehind, markOf, type Mark } from '../mark.ts'
import * as wire from '../wire.ts'

export const afterForm = z.object({ startAfter: z.string(), startAfterId: z.string() })
type After = z.infer<typeof afterForm>

const cursorForm = z.object({
  order: z.enum(['added_asc', 'updated_desc']),
  after: afterForm.nullable(),
  start: z.string(),
  seen: z.string().nullable(),
  /** They have been shown to come in the requested order. */
  isProven: z.boolean(),
})
type Cursor = z.infer<typeof cursorForm>

const cursorOf = ({ cursor, since }: Position, now: Date): Cursor => {
  if (cursor !== null) return parseAnswer(cursorForm, cursor, 'the place in the list')
  return {
    order: markOf(since) === null ? 'added_asc' : 'updated_desc',
    after: null,
    start: now.toISOString(),
    seen: null,
    isProven: false,
  }
}

const ask = (session: Session, { order, after }: Cursor) => searchOpportunities(session, { order, ...after })

/** The order by change is not documented: if it is refused, all are read in the order of creation. */
const askInOrder = async (session: Session, cursor: Cursor) => {
  try {
    return { cursor, answer: await ask(session, cursor) }
  } catch (error) {
    const isUnknown = error instanceof ConnectorFailure && (error.status === 400 || error.status === 422)
    if (!isUnknown || cursor.order === 'added_asc' || cursor.after !== null) throw error
    const plain = { ...cursor, order: 'added_asc' as const }
    return { cursor: plain, answer: await ask(session, plain) }
  }
}

const timesOf = (raw: unknown) => {
  const { updatedAt, createdAt } = (raw ?? {}) as { updatedAt?: unknown; createdAt?: unknown }
  return { updatedAt: instantOf(updatedAt), createdAt: instantOf(createdAt) }
}

type Meta = z.infer<typeof wire.opportunitiesAnswer>['meta']

/** The value that they sorted by is the time of the last change, and not that of the creation. */
const provesOrder = (last: unknown, { startAfter }: Meta): boolean => {
  const { updatedAt, createdAt } = timesOf(last)
  const sortedBy = instantOf(startAfter)
  return sortedBy !== null && sortedBy === updatedAt && updatedAt !== createdAt
}

export const afterOf = ({ startAfter, startAfterId }: Meta, before: After | null): After => {
  const after = { startAfter: String(startAfter ?? ''), startAfterId: startAfterId ?? '' }
  if (after.startAfterId !== '' && after.startAfterId !== before?.startAfterId) return after
  throw new ConnectorFailure('bad_answer', "GoHighLevel didn't say where the next page of opportunities starts.")
}

/** A record on an earlier page may change while we read, so the watermark is never later than the beginning of this read. */
const watermarkOf = ({ start, seen }: Cursor, mark: Mark | null): Mark =>
  markBehind(mark, start, seen !== null && seen < start ? seen : start)

/** Personal data is stored with the contact alone, so that it is deleted with the contact. */
const withoutContact = (raw: unknown): unknown => {
  const { success, data } = wire.personal.safeParse(raw)
  if (!success) return raw
  const { contact, relations: _relations, notes: _notes, tasks: _tasks, calendarEvents: _events, ...rest } = data
  return contact ? { ...rest, contact: { id: contact.id } } : rest
}

export const opportunitiesToPage = (raws: readonly unknown[]) => {
  const sorted = sortRecords(wire.opportunity, raws.map(withoutContact), { object: 'opportunity', id: 'id' })
  const { good, rejected } = dropOddAmounts(sorted, { id: ({ id }) => id, amounts: ({ monetaryValue }) => [monetaryValue] })
  return { opportunities: good.map(({ record, raw }) => opportunityRecordOf(record, raw)), rejected }
}

export const readOpportunities = async (session: Session, position: Position): Promise<Page> => {
  const { cursor, answer } = await askInOrder(session, cursorOf(position, session.now()))
  const mark = markOf(position.since)
  const from = mark && withOverlap(mark, session.now().toISOString())
  const raws = answer.opportunities
  const isOld = (raw: unknown): boolean => {
    const { updatedAt } = timesOf(raw)
    return from !== null && updatedAt !== null && updatedAt < from
  }
  const seen = raws.reduce<string | null>((latest, raw) => later(latest, timesOf(raw).updatedAt), cursor.seen)
  const isProven = cursor.isProven || (cursor.order === 'updated_desc' && provesOrder(raws.at(-1), answer.meta))
  const isLast = raws.length < pageSize || (isProven && isOld(raws.at(-1)))
  const changed = raws.filter((raw) => !isOld(raw))
  const page = {
    ...opportunitiesToPage(await withWords(session, changed)),
    ...(mark === null ? { total: answer.meta.total ?? null } : {}),
  }
  if (isLast) return { ...page, next: null, watermark: watermarkOf({ ...cursor, seen }, mark) }
  return { ...page, next: { ...cursor, after: afterOf(answer.meta, cursor.after), seen, isProven } }
}
