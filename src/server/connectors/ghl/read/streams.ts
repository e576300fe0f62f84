import { z } from 'zod'
import type { Position, Read, Stream } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import { withOverlap } from '../../kit/watermark-overlap.ts'
import type { ContactRecord, Page, RecordObject } from '../../kit/records.ts'
import { later, textOrNull } from '../../kit/text.ts'
import { parseAnswer, parseRows, sortRecords } from '../../kit/wire.ts'
import {
  keysPageSize,
  lookupsOf,
  nextCursor,
  pageSize,
  pipelinesOf,
  searchContacts,
  searchOpportunities,
  tagsOf,
  usersOf,
  withFieldPaths,
} from '../client.ts'
import { contactRecordOf } from '../map.ts'
import { markBehind, markOf, type Mark } from '../mark.ts'
import { afterForm, afterOf, readOpportunities } from './opportunities.ts'
import * as wire from '../wire.ts'

const cursorForm = z.object({ after: wire.place, seen: z.string().nullable(), start: z.string() })

export const contactsToPage = (raws: readonly unknown[], { settings }: Pick<Session, 'settings'>) => {
  const { good, rejected } = sortRecords(wire.contact, raws, { object: 'contact', id: 'id' })
  return { contacts: good.map(({ record, raw }) => contactRecordOf(record, raw, settings)), rejected }
}

const changedSince = (mark: Mark | null, now: Date) => {
  if (mark === null) return {}
  const gte = withOverlap(mark, now.toISOString())
  return { filters: [{ field: 'dateUpdated', operator: 'range', value: { gte } }] }
}

const membershipsOf = (contacts: readonly ContactRecord[], tagIds: ReadonlyMap<string, string>) =>
  contacts.flatMap(({ externalId: contactId, tags }) =>
    tags.flatMap((tag) => {
      const listId = tagIds.get(tag.toLowerCase())
      return listId === undefined ? [] : [{ listId, contactId }]
    }),
  )

const readContacts = async (session: Session, { cursor, since }: Position): Promise<Page> => {
  const mark = markOf(since)
  const beginning = { after: null, seen: null, start: session.now().toISOString() }
  const position = cursor === null ? beginning : parseAnswer(cursorForm, cursor, 'the place in the list')
  const answer = await searchContacts(session, {
    pageLimit: pageSize,
    sort: [{ field: 'dateUpdated', direction: 'asc' }],
    ...changedSince(mark, session.now()),
    ...(position.after && { searchAfter: position.after }),
  })
  const { contacts, rejected } = contactsToPage(await withFieldPaths(session, answer.contacts), session)
  const memberships = membershipsOf(contacts, (await lookupsOf(session)).tagIds)
  const seen = contacts.reduce((latest, { updatedAt }) => later(latest, updatedAt), position.seen)
  const page = { contacts, memberships, rejected, ...(mark === null && { total: answer.total ?? null }) }
  const after = nextCursor(answer.contacts, pageSize)
  if (after) return { ...page, next: { after, seen, start: position.start } }
  return { ...page, next: null, watermark: markBehind(mark, position.start, seen) }
}

const readPipelines = async (session: Session): Promise<Page> => ({
  pipelines: (await pipelinesOf(session)).map(({ id, name, stages }, order) => ({
    externalId: id,
    name: textOrNull(name) ?? id,
    order,
    stages: stages
      .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
      // Won, lost and abandoned are not stages here but a status of the opportunity.
      .map((stage, index) => ({
        externalId: stage.id,
        name: textOrNull(stage.name) ?? stage.id,
        order: index,
        outcome: 'open' as const,
      })),
  })),
  next: null,
})

const readOwners = async (session: Session): Promise<Page> => ({
  owners: (await usersOf(session)).map(({ id, name, firstName, lastName, email }) => ({
    externalId: id,
    name: textOrNull(name) ?? textOrNull([textOrNull(firstName), textOrNull(lastName)].filter(Boolean).join(' ')),
    email: textOrNull(email),
  })),
  next: null,
})

const readLists = async (session: Session): Promise<Page> => ({
  lists: (await tagsOf(session)).map(({ id, name }) => ({ externalId: id, kind: 'tag', name, size: null, updatedAt: null })),
  next: null,
})

export const streams: readonly Stream[] = [
  { name: 'pipelines', read: readPipelines, isFullSnapshot: true },
  { name: 'owners', read: readOwners, isFullSnapshot: true },
  { name: 'lists', read: readLists, isFullSnapshot: true },
  { name: 'contacts', read: readContacts },
  { name: 'opportunities', parallel: 'later', read: readOpportunities },
]

const idsOf = ({ http }: Session, raws: readonly unknown[], about: string): string[] =>
  parseRows(wire.identified, raws, about, http.vendor).map(({ id }) => id)

export const count = async (session: Session, object: RecordObject): Promise<number | null> => {
  if (object === 'contact') {
    const { contacts, total } = await searchContacts(session, { pageLimit: 1 })
    idsOf(session, contacts, 'contacts')
    return total ?? null
  }
  const { opportunities, meta } = await searchOpportunities(session, { limit: 1 })
  idsOf(session, opportunities, 'opportunities')
  return meta.total ?? null
}

export const listIds: NonNullable<Read['listIds']> = async (session, object, cursor) => {
  if (object === 'contact') {
    const searchAfter = cursor === null ? {} : { searchAfter: parseAnswer(wire.place, cursor, 'the place in the list') }
    const sort = [{ field: 'dateAdded', direction: 'asc' }]
    const { contacts } = await searchContacts(session, { pageLimit: keysPageSize, sort, ...searchAfter })
    return { ids: idsOf(session, contacts, 'contacts'), next: nextCursor(contacts, keysPageSize) }
  }
  const before = cursor === null ? null : parseAnswer(afterForm, cursor, 'the place in the list')
  const { opportunities, meta } = await searchOpportunities(session, { order: 'added_asc', ...before })
  const ids = idsOf(session, opportunities, 'opportunities')
  return { ids, next: opportunities.length < pageSize ? null : afterOf(meta, before) }
}
