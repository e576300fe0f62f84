// Contacts and deals, all of them or what has changed.
import { z } from 'zod'
import type { Position } from '../../kit/connector.ts'
import type { Session } from '../../kit/access.ts'
import type { Page } from '../../kit/records.ts'
import { instantOf, later } from '../../kit/text.ts'
import { parseRows, dropOddAmounts, sortRecords } from '../../kit/wire.ts'
import {
  changesPage,
  markOf,
  moved,
  searchPosition,
  positionFrom,
  questionOf,
  safeMark,
  type Mark,
  type SearchPosition,
} from './changes.ts'
import { contactsOfDeals, listPage, ownProperties, readBatch, search, searchBody, type Kind } from '../client.ts'
import { contactProperties, dealProperties } from '../fields.ts'
import { contactOf, dealOf, mergedInto } from '../map.ts'
import { contact, deal, found, hasMoreContacts } from '../wire.ts'

const history = ['dealstage', 'pipeline']
const pageSizes = { contacts: 100, deals: 50, changedContacts: 200, changedDeals: 100 }
/** The longest search that HubSpot accepts. */
const charactersMax = 3000

const whole = z.object({
  after: z.string().nullable(),
  names: z.array(z.string()),
  /** The latest change that we saw. */
  seen: z.string().nullable(),
  started: z.string(),
})
const changed = searchPosition.extend({ names: z.array(z.string()) })
type Whole = z.infer<typeof whole>
type Changed = z.infer<typeof changed>

export const contactsPage = ({ settings }: Pick<Session, 'settings'>, raws: readonly unknown[]) => {
  const { good, rejected } = sortRecords(contact, raws, { object: 'contact', id: 'id' })
  return {
    contacts: good.map(({ record, raw }) => contactOf(record, raw, settings)),
    merges: good.flatMap(({ record }) => mergedInto(record)),
    rejected,
  }
}

export const dealsPage = ({ account }: Pick<Session, 'account'>, raws: readonly unknown[]) => {
  const sorted = sortRecords(deal, raws, { object: 'opportunity', id: 'id' })
  const { good, rejected } = dropOddAmounts(sorted, {
    id: ({ id }) => id,
    amounts: ({ properties }) => [properties['amount']],
  })
  const currency = account.facts['currency'] ?? null
  return { opportunities: good.map(({ record, raw }) => dealOf(record, raw, currency)), rejected }
}

/** HubSpot has counts in its search alone. */
export const countOf = async (session: Session, kind: Kind): Promise<number> => {
  const ask = { filters: [], sortBy: 'hs_object_id', properties: ['hs_object_id'], limit: 1 }
  const { results, total } = await search(session, kind, ask)
  parseRows(found, results, kind, session.http.vendor)
  return total
}

const namesOf = async (session: Session): Promise<string[]> => {
  const { source_field: field } = session.settings
  const own = await ownProperties(session)
  return [...new Set([...contactProperties, ...(field === undefined ? [] : [field]), ...own])]
}

const lastChange = (raws: readonly unknown[], seen: string | null): string | null =>
  raws.reduce((latest: string | null, raw) => later(latest, instantOf((raw as { updatedAt?: unknown } | null)?.updatedAt)), seen)

interface Behind {
  results: readonly unknown[]
  after: string | null
}

/** How the read continues after a page. Known and passed on before its records are processed. */
const endOf = async (
  cursor: Whole,
  { results, after }: Behind,
  onNext: Position['onNext'],
): Promise<Pick<Page, 'next' | 'watermark'>> => {
  const seen = lastChange(results, cursor.seen)
  if (after === null) return { next: null, watermark: { ...safeMark(seen, cursor.started), wholeAt: cursor.started } }
  const next = { ...cursor, after, seen }
  await onNext?.(next)
  return { next }
}

const beginning = async (session: Session, names: () => Promise<string[]>): Promise<Whole> => ({
  after: null,
  names: await names(),
  seen: null,
  started: session.now().toISOString(),
})

const allContacts = async (session: Session, at: Whole | null, onNext: Position['onNext']): Promise<Page> => {
  const cursor = at ?? (await beginning(session, () => namesOf(session)))
  const [list, total] = await Promise.all([
    listPage(session, 'contacts', { after: cursor.after, limit: pageSizes.contacts, properties: cursor.names }),
    at ? undefined : countOf(session, 'contacts'),
  ])
  const end = await endOf(cursor, list, onNext)
  return { ...contactsPage(session, list.results), ...(total === undefined ? {} : { total }), ...end }
}

/** With these contacts, as a list would have brought them. */
const dealWith = (raw: unknown, contacts: ReadonlyMap<string, string[]>): unknown => {
  const { id = '' } = raw as { id?: string }
  return { ...(raw as object), associations: { contacts: { results: (contacts.get(id) ?? []).map((one) => ({ id: one })) } } }
}

/** A deal of a list comes with its first contacts. If there are more, all of them are requested. */
const withAllContacts = async (session: Session, raws: readonly unknown[]): Promise<readonly unknown[]> => {
  const cutOff = new Set(raws.filter((raw) => hasMoreContacts.safeParse(raw).success))
  if (cutOff.size === 0) return raws
  const contacts = await contactsOfDeals(
    session,
    [...cutOff].map((raw) => hasMoreContacts.parse(raw).id),
  )
  return raws.map((raw) => (cutOff.has(raw) ? dealWith(raw, contacts) : raw))
}

const allDeals = async (session: Session, at: Whole | null, onNext: Position['onNext']): Promise<Page> => {
  const cursor = at ?? (await beginning(session, async () => []))
  const ask = { limit: pageSizes.deals, properties: dealProperties, history, associations: 'contacts' }
  const [list, total] = await Promise.all([
    listPage(session, 'deals', { after: cursor.after, ...ask }),
    at ? undefined : countOf(session, 'deals'),
  ])
  const end = await endOf(cursor, list, onNext)
  const deals = await withAllContacts(session, list.results)
  return { ...dealsPage(session, deals), ...(total === undefined ? {} : { total }), ...end }
}

const endOfChanges = (
  { next, latest }: { next: SearchPosition | null; latest: number | null },
  cursor: Changed,
  since: Mark,
): Pick<Page, 'next' | 'watermark'> =>
  next === null
    ? { next: null, watermark: moved(since, Math.max(Date.parse(since.at), latest ?? cursor.from)) }
    : { next: { ...next, names: cursor.names } }

const changedContacts = async (session: Session, at: Changed | null, since: Mark): Promise<Page> => {
  const cursor = at ?? { ...positionFrom(since, session.now()), names: await namesOf(session) }
  const { names } = cursor
  const limit = pageSizes.changedContacts
  const fits = JSON.stringify(searchBody(questionOf('contacts', cursor, { properties: names, limit }))).length <= charactersMax
  const changes = await changesPage(session, 'contacts', { at: cursor, properties: fits ? names : ['lastmodifieddate'], limit })
  const raws = fits ? changes.raws : await readBatch(session, 'contacts', { ids: changes.ids, properties: names })
  const page = contactsPage(session, raws)
  return {
    ...page,
    rejected: [...changes.rejected, ...page.rejected],
    ...(at ? {} : { total: changes.total }),
    ...endOfChanges(changes, cursor, since),
  }
}

/** With their stage history and their contacts. */
const wholeDeals = async (session: Session, ids: readonly string[]): Promise<unknown[]> => {
  if (ids.length === 0) return []
  const [raws, contacts] = await Promise.all([
    readBatch(session, 'deals', { ids, properties: dealProperties, history }),
    contactsOfDeals(session, ids),
  ])
  return raws.map((raw) => dealWith(raw, contacts))
}

const changedDeals = async (session: Session, at: Changed | null, since: Mark): Promise<Page> => {
  const cursor = at ?? { ...positionFrom(since, session.now()), names: [] }
  const ask = { at: cursor, properties: ['hs_lastmodifieddate'], limit: pageSizes.changedDeals }
  const changes = await changesPage(session, 'deals', ask)
  const page = dealsPage(session, await wholeDeals(session, changes.ids))
  return {
    ...page,
    rejected: [...changes.rejected, ...page.rejected],
    ...(at ? {} : { total: changes.total }),
    ...endOfChanges(changes, cursor, since),
  }
}

interface Readers {
  all: (session: Session, at: Whole | null, onNext: Position['onNext']) => Promise<Page>
  changed: (session: Session, at: Changed | null, since: Mark) => Promise<Page>
}

/** A cursor of another form starts again. */
const reader =
  ({ all, changed: changedOnes }: Readers) =>
  (session: Session, { cursor, since, onNext }: Position): Promise<Page> => {
    const mark = markOf(since)
    if (mark === null) return all(session, whole.safeParse(cursor).data ?? null, onNext)
    return changedOnes(session, changed.safeParse(cursor).data ?? null, mark)
  }

export const readContacts = reader({ all: allContacts, changed: changedContacts })
export const readDeals = reader({ all: allDeals, changed: changedDeals })
