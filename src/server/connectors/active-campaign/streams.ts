import { z } from 'zod'
import type { Position, Read, Stream } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { Json, Page, RecordObject } from '../kit/records.ts'
import { instantOf, later, textOrNull } from '../kit/text.ts'
import { dropOddAmounts, parseAnswer, sortRecords } from '../kit/wire.ts'
import {
  contactIdsBehind,
  contactsPage,
  countContacts,
  dealsPage,
  groupsOf,
  idsOf,
  listsOf,
  orNone,
  pageSize,
  stagesOf,
  tagsOf,
  usersOf,
  withContacts,
  withHistory,
} from './client.ts'
import { changedAt, contactRecordOf, dealRecordOf } from './map.ts'
import * as wire from './wire.ts'

/** Their filter ignores time zones and sometimes the time of day, so we ask for one more day and compare the exact time here. */
const wideOverlap = 24 * 3_600_000
const overlap = 600_000
/**
 * Deals have no cursor. Deals that are deleted while we read shift the others, so each page begins a little before its
 * offset.
 */
const stepBack = 10

const cursorForm = z.object({
  /** Contacts: the last id. Deals: the next offset. */
  after: z.string(),
  start: z.string(),
  seen: z.string().nullable(),
})
type Cursor = z.infer<typeof cursorForm>

const cursorOf = ({ cursor }: Position, now: Date): Cursor =>
  cursor === null
    ? { after: '0', start: now.toISOString(), seen: null }
    : parseAnswer(cursorForm, cursor, 'the place in the list')

const before = (since: Json | null, ms: number): string | null => {
  const at = instantOf(since)
  return at === null ? null : new Date(Date.parse(at) - ms).toISOString()
}

const isSince = (raw: object, from: string | null): boolean => {
  const at = changedAt(raw)
  return from === null || at === null || at >= from
}

/**
 * Pages come in the order of creation, so a record on an earlier page may change while we read. The watermark is
 * therefore never later than the beginning of this read.
 */
const watermarkOf = ({ start, seen }: Cursor, since: Json | null): string => {
  const reached = seen !== null && seen < start ? seen : start
  return later(reached, instantOf(since)) ?? start
}

const newest = (raws: readonly object[], seen: string | null): string | null =>
  raws.reduce<string | null>((latest, raw) => later(latest, changedAt(raw)), seen)

export const contactsToPage = (raws: readonly unknown[], { settings }: Pick<Session, 'settings'>) => {
  const { good, rejected } = sortRecords(wire.contact, raws, { object: 'contact', id: 'id' })
  const alive = good.filter(({ record }) => textOrNull(record.deleted) !== '1')
  const gone = good.filter(({ record }) => textOrNull(record.deleted) === '1')
  return {
    contacts: alive.map(({ record, raw }) => contactRecordOf(record, raw, settings)),
    memberships: alive.flatMap(({ record: { id: contactId, lists, tags } }) => [
      ...lists.map((list) => ({ listId: `list-${list}`, contactId })),
      ...tags.map((tag) => ({ listId: `tag-${tag.id}`, contactId })),
    ]),
    deletions: gone.map(({ record }) => ({ object: 'contact' as const, externalId: record.id, at: null })),
    rejected,
  }
}

export const dealsToPage = (raws: readonly unknown[]) => {
  const sorted = sortRecords(wire.deal, raws, { object: 'opportunity', id: 'id' })
  const { good, rejected } = dropOddAmounts(sorted, { id: ({ id }) => id, amounts: ({ value }) => [value] })
  return { opportunities: good.map(({ record, raw }) => dealRecordOf(record, raw)), rejected }
}

const readContacts = async (session: Session, position: Position): Promise<Page> => {
  const cursor = cursorOf(position, session.now())
  const from = before(position.since, wideOverlap)
  const query = { id_greater: cursor.after, ...(from === null ? {} : { 'filters[updated_after]': from }) }
  const { raws, total } = await contactsPage(session, query)
  const isLast = raws.length < pageSize
  // The next page begins after the last record of this one, so we need its id.
  const [last = cursor.after] = isLast ? [] : idsOf(session, raws.slice(-1), 'contacts')
  if (!isLast && last === cursor.after)
    throw new ConnectorFailure('bad_answer', 'ActiveCampaign keeps sending the same contacts.')
  const next = { ...cursor, after: last, seen: newest(raws, cursor.seen) }
  const changed = raws.filter((raw) => isSince(raw, before(position.since, overlap)))
  const page = { ...contactsToPage(changed, session), ...(position.since === null ? { total } : {}) }
  return isLast ? { ...page, next: null, watermark: watermarkOf(next, position.since) } : { ...page, next }
}

/** A deal that was never changed is still in its first stage. */
const isTouched = (raw: object): boolean => {
  const { cdate, mdate } = raw as { cdate?: unknown; mdate?: unknown }
  return cdate !== mdate
}

interface Reached {
  /** Where the previous page ended, and where this one ends. */
  before: number
  end: number
  total: number | null
}

/** All counted rows were read, or no more come. Without a total, a page that is not full is the last. */
const isEnd = ({ before: last, end, total }: Reached, onPage: number): boolean =>
  end <= last || (total ? end >= total : onPage < pageSize)

const offsetOf = (after: string): number => Math.max(0, Number(after) - stepBack)

const readDeals = async (session: Session, position: Position): Promise<Page> => {
  const cursor = cursorOf(position, session.now())
  const offset = offsetOf(cursor.after)
  const from = before(position.since, wideOverlap)
  const query = { offset, ...(from === null ? {} : { 'filters[updated_after]': from }) }
  const { raws, total, further } = await dealsPage(session, query)
  const end = offset + raws.length
  const next = { ...cursor, after: String(end), seen: newest(raws, cursor.seen) }
  const changed = raws.filter((raw) => isSince(raw, before(position.since, overlap)))
  const complete = await withContacts(session, changed, further)
  const still = complete.filter((raw) => !isTouched(raw)).map((raw) => ({ ...raw, seenIn: [] }))
  const moved = await withHistory(session, complete.filter(isTouched))
  const page = { ...dealsToPage([...still, ...moved]), ...(position.since === null ? { total } : {}) }
  return isEnd({ before: Number(cursor.after), end, total }, raws.length)
    ? { ...page, next: null, watermark: watermarkOf(next, position.since) }
    : { ...page, next }
}

const readPipelines = async (session: Session): Promise<Page> => {
  const [groups, stages] = [await groupsOf(session), await stagesOf(session)]
  const pipelines = groups.map(({ id, title }, order) => ({
    externalId: id,
    name: textOrNull(title) ?? id,
    order,
    stages: stages
      .filter(({ group }) => group === id)
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
      // Won and lost are not stages here but a status of the deal.
      .map((stage, index) => ({
        externalId: stage.id,
        name: textOrNull(stage.title) ?? stage.id,
        order: index,
        outcome: 'open' as const,
      })),
  }))
  return { pipelines, next: null }
}

const readOwners = async (session: Session): Promise<Page> => {
  const owners = (await orNone(usersOf(session), [])).map(({ id, firstName, lastName, username, email }) => ({
    externalId: id,
    name: textOrNull([textOrNull(firstName), textOrNull(lastName)].filter(Boolean).join(' ')) ?? textOrNull(username),
    email: textOrNull(email),
  }))
  return { owners, next: null }
}

/** Lists and tags have overlapping ids: the prefix keeps them apart. */
const readLists = async (session: Session): Promise<Page> => {
  const [lists, tags] = [await orNone(listsOf(session), []), await orNone(tagsOf(session), [])]
  return {
    lists: [
      ...lists.map(({ id, name, udate }) => ({
        externalId: `list-${id}`,
        kind: 'list' as const,
        name: textOrNull(name) ?? id,
        size: null,
        updatedAt: instantOf(udate),
      })),
      ...tags.map(({ id, tag }) => ({
        externalId: `tag-${id}`,
        kind: 'tag' as const,
        name: textOrNull(tag) ?? id,
        size: null,
        updatedAt: null,
      })),
    ],
    next: null,
  }
}

export const streams: readonly Stream[] = [
  { name: 'pipelines', read: (session) => orNone(readPipelines(session), { next: null }), isFullSnapshot: true },
  { name: 'owners', read: readOwners, isFullSnapshot: true },
  { name: 'lists', read: readLists, isFullSnapshot: true },
  { name: 'contacts', read: readContacts },
  {
    name: 'opportunities',
    parallel: 'later',
    read: (session, position) => orNone(readDeals(session, position), { next: null }),
  },
]

const dealTotal = async (session: Session): Promise<number | null> => {
  const { raws, total } = await dealsPage(session, { limit: 1 })
  idsOf(session, raws, 'deals')
  return total
}

export const count = (session: Session, object: RecordObject): Promise<number | null> =>
  object === 'contact' ? countContacts(session) : orNone(dealTotal(session), null)

const contactKeys = async (session: Session, after: string) => {
  const ids = await contactIdsBehind(session, after)
  const last = ids.at(-1)
  return { ids, next: ids.length < pageSize || last === undefined || last === after ? null : last }
}

const dealKeys = async (session: Session, after: string) => {
  const offset = offsetOf(after)
  const { raws, total } = await dealsPage(session, { offset })
  const end = offset + raws.length
  return {
    ids: idsOf(session, raws, 'deals'),
    next: isEnd({ before: Number(after), end, total }, raws.length) ? null : String(end),
  }
}

export const listIds: NonNullable<Read['listIds']> = (session, object, cursor) => {
  const after = textOrNull(cursor) ?? '0'
  return object === 'contact' ? contactKeys(session, after) : orNone(dealKeys(session, after), { ids: [], next: null })
}
