// Everything besides contacts and deals: pipelines, owners, lists and their members, and deletions.
import { z } from 'zod'
import type { Stream } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import { ConnectorFailure } from '../../kit/failures.ts'
import type { Page } from '../../kit/records.ts'
import { overlapMs } from '../../kit/watermark-overlap.ts'
import { instantOf, later, listFilter } from '../../kit/text.ts'
import { parseRows } from '../../kit/wire.ts'
import { markOf, safeMark } from './changes.ts'
import { dealPipelines, listPage, listsPage, memberPage, ownerPage } from '../client.ts'
import { listOf, ownerOf, pipelineOf } from '../map.ts'
import { archived } from '../wire.ts'

type Read = Stream['read']

export const readPipelines: Read = async (session) => ({
  pipelines: (await dealPipelines(session)).map(pipelineOf),
  next: null,
})

const ownerCursor = z.object({ after: z.string().nullable(), archived: z.boolean() })

/** Former owners are still named by old deals. */
export const readOwners: Read = async (session, { cursor }) => {
  const at = ownerCursor.safeParse(cursor).data ?? { after: null, archived: false }
  const { results, after } = await ownerPage(session, at)
  const owners = results.map(ownerOf)
  if (after !== null) return { owners, next: { after, archived: at.archived } }
  return { owners, next: at.archived ? null : { after: null, archived: true } }
}

export const readLists: Read = async (session, { cursor }) => {
  const { lists, next } = await listsPage(session, z.number().safeParse(cursor).data ?? 0, 500)
  return { lists: lists.map(listOf), next }
}

const memberCursor = z.object({
  /** Where the next lists begin; null: these are the last. */
  offset: z.number().nullable(),
  lists: z.array(z.string()),
  after: z.string().nullable(),
})
type MemberCursor = z.infer<typeof memberCursor>

const listsAt = async (session: Session, offset: number): Promise<MemberCursor> => {
  const { lists, next } = await listsPage(session, offset, 100)
  const isChosen = listFilter(session.settings)
  const chosen = lists.filter(({ listId, name }) => isChosen(listId, name)).map(({ listId }) => listId)
  return { offset: next, lists: chosen, after: null }
}

/** A list that was deleted since has no members. */
const membersOf = async (session: Session, list: string, after: string | null) =>
  memberPage(session, list, after).catch((error: unknown) => {
    if (error instanceof ConnectorFailure && error.status === 404) return { contactIds: [], after: null }
    throw error
  })

export const readMembers: Read = async (session, { cursor, onNext }) => {
  const known = memberCursor.safeParse(cursor).data
  const at = known && known.lists.length > 0 ? known : await listsAt(session, known?.offset ?? 0)
  const [list, ...rest] = at.lists
  const ahead = (lists: string[]) => (lists.length === 0 && at.offset === null ? null : { ...at, lists, after: null })
  if (list === undefined) return { next: ahead([]) }
  const { contactIds, after } = await membersOf(session, list, at.after)
  const next = after === null ? ahead(rest) : { ...at, after }
  if (next !== null) await onNext?.(next)
  return { memberships: contactIds.map((contactId) => ({ listId: list, contactId })), next }
}

const deletionCursor = z.object({
  kind: z.enum(['contacts', 'deals']),
  after: z.string().nullable(),
  seen: z.string().nullable(),
  started: z.string(),
})

/** HubSpot lists archived records in the order of ids, not of time: all of them are read, and known ones are left out. */
export const readDeletions: Read = async (session, { cursor, since }) => {
  const beginning = { kind: 'contacts' as const, after: null, seen: null, started: session.now().toISOString() }
  const at = deletionCursor.safeParse(cursor).data ?? beginning
  const { results, after } = await listPage(session, at.kind, {
    after: at.after,
    limit: 100,
    properties: ['hs_object_id'],
    archived: true,
  })
  const object = at.kind === 'contacts' ? 'contact' : 'opportunity'
  const gone = parseRows(archived, results, `deleted ${at.kind}`, session.http.vendor).map(({ id, archivedAt }) => ({
    object,
    externalId: id,
    at: instantOf(archivedAt),
  })) satisfies Page['deletions']
  const seen = gone.reduce((latest: string | null, one) => later(latest, one.at), at.seen)
  const known = Date.parse(markOf(since)?.at ?? '1970-01-01') - overlapMs
  const deletions = gone.filter((one) => one.at === null || Date.parse(one.at) >= known)
  if (after !== null) return { deletions, next: { ...at, after, seen } }
  if (at.kind === 'contacts') return { deletions, next: { ...at, kind: 'deals', after: null, seen } }
  return { deletions, next: null, watermark: safeMark(seen, at.started) }
}
