// Calls to ActiveCampaign: paging, related records, and the meaning of its refusals.
import pMap from 'p-map'
import type { z } from 'zod'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer, type VendorCall } from '../kit/calls/http.ts'
import { oncePerSession } from '../kit/once.ts'
import { textOrNull } from '../kit/text.ts'
import { parseRows } from '../kit/wire.ts'
import * as wire from './wire.ts'

export const pageSize = 100
const pagesMax = 1000

export const refusalOf = ({ status, headers }: VendorAnswer): Refusal | null => {
  if (status === 401 || status === 403)
    return { kind: 'auth_lost', message: 'ActiveCampaign no longer accepts the API key. Copy the current one and reconnect.' }
  if (status === 429)
    return { kind: 'rate_limited', message: 'ActiveCampaign asked us to slow down.', retryAfterMs: retryAfterOf(headers) ?? 1000 }
  return null
}

const getCurrentUser = ({ http }: Session) => http.get(wire.me, { path: '/api/3/users/me', about: 'the account' })

/** A key that was just entered was never accepted. */
export const tryKey = (session: Session) =>
  getCurrentUser(session).catch((error: unknown) => {
    if (!(error instanceof ConnectorFailure) || error.kind !== 'auth_lost' || session.account.hubId !== null) throw error
    const message = "ActiveCampaign doesn't accept this API key. Copy the key from Settings, Developer, for this URL."
    throw new ConnectorFailure('auth_lost', message, { status: error.status, technical: error.technical, field: 'api_key' })
  })

/**
 * A wrong key is refused like something that the plan does not have or the user may not see. So the key is tried once
 * more: if it works, it was the permission.
 */
export const orForbidden = async <T>(session: Session, about: string, answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || error.status !== 403) throw error
    await getCurrentUser(session)
    const message = `This key can't read ${about} in ActiveCampaign. Connect with the key of a user who can.`
    throw new ConnectorFailure('refused', message, { status: 403 })
  }
}

const get = <T>(session: Session, schema: z.ZodType<T>, call: VendorCall): Promise<T> =>
  orForbidden(session, call.about, session.http.get(schema, call))

/** What this key may not see, or this plan does not have, is treated as absent. Everything else can still be read. */
export const orNone = async <T>(answer: Promise<T>, none: T): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof ConnectorFailure && error.kind === 'refused' && error.status === 403) return none
    throw error
  })

const tooMany = (about: string): ConnectorFailure => {
  const most = (pagesMax * pageSize).toLocaleString('en')
  return new ConnectorFailure('refused', `ActiveCampaign has more than ${most} ${about}, which is more than we can read.`)
}

interface Listed<A, T> {
  path: string
  about: string
  schema: z.ZodType<A>
  pick: (answer: A) => readonly T[]
}

const allOf = async <A, T>(session: Session, { path, about, schema, pick }: Listed<A, T>): Promise<T[]> => {
  const all: T[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { limit: pageSize, offset: page * pageSize }
    const part = pick(await get(session, schema, { path: `/api/3/${path}`, query, about }))
    all.push(...part)
    if (part.length < pageSize) return all
  }
  throw tooMany(about)
}

const fieldsOf = (session: Session) =>
  allOf(session, { path: 'fields', about: 'custom fields', schema: wire.fieldsAnswer, pick: ({ fields }) => fields })
export const listsOf = (session: Session) =>
  allOf(session, { path: 'lists', about: 'lists', schema: wire.listsAnswer, pick: ({ lists }) => lists })
export const usersOf = (session: Session) =>
  allOf(session, { path: 'users', about: 'users', schema: wire.usersAnswer, pick: ({ users }) => users })
export const groupsOf = (session: Session) =>
  allOf(session, { path: 'dealGroups', about: 'pipelines', schema: wire.groupsAnswer, pick: ({ dealGroups }) => dealGroups })
export const stagesOf = (session: Session) =>
  allOf(session, { path: 'dealStages', about: 'stages', schema: wire.stagesAnswer, pick: ({ dealStages }) => dealStages })
export const tagsOf = async (session: Session) => {
  const all = await allOf(session, { path: 'tags', about: 'tags', schema: wire.tagsAnswer, pick: ({ tags }) => tags })
  return all.filter(({ tagType }) => tagType !== 'template')
}

type Names = ReadonlyMap<string, { title: string; perstag: string }>
interface Lookups {
  fields: Names
  tags: ReadonlyMap<string, string>
}

const lookupsOf = oncePerSession(async (session): Promise<Lookups> => {
  const [fields, tags] = [await fieldsOf(session), await orNone(tagsOf(session), [])]
  return {
    fields: new Map(
      fields.map(({ id, title, perstag }) => [id, { title: textOrNull(title) ?? '', perstag: textOrNull(perstag) ?? '' }]),
    ),
    tags: new Map(tags.map(({ id, tag }) => [id, textOrNull(tag) ?? ''])),
  }
})

/** The ids of rows that have no other identifier. */
export const idsOf = ({ http }: Session, rows: readonly unknown[], about: string): string[] =>
  parseRows(wire.identified, rows, about, http.vendor).map(({ id }) => id)

const idOf = (raw: unknown): string => textOrNull((raw as { id?: unknown } | null | undefined)?.id) ?? ''

/** A page of contacts, each with its own fields, tags and lists, names included. */
export const contactsPage = async (session: Session, query: VendorCall['query']) => {
  const answer = await get(session, wire.contactsAnswer, {
    path: '/api/3/contacts',
    query: { limit: pageSize, 'orders[id]': 'ASC', include: 'fieldValues,contactTags,contactLists', ...query },
    about: 'contacts',
  })
  const { vendor } = session.http
  const { fields, tags } = await lookupsOf(session)
  const values = Map.groupBy(
    parseRows(wire.fieldValue, answer.fieldValues ?? [], 'fields of contacts', vendor),
    ({ contact }) => contact,
  )
  const tagged = Map.groupBy(
    parseRows(wire.contactTag, answer.contactTags ?? [], 'tags of contacts', vendor),
    ({ contact }) => contact,
  )
  const listed = Map.groupBy(
    parseRows(wire.contactList, answer.contactLists ?? [], 'lists of contacts', vendor),
    ({ contact }) => contact,
  )
  const raws = answer.contacts.map((raw) => {
    const id = idOf(raw)
    return {
      ...(raw as object),
      customFields: (values.get(id) ?? []).map(({ field, value }) => ({
        id: field,
        ...(fields.get(field) ?? { title: '', perstag: '' }),
        value: textOrNull(value) ?? '',
      })),
      tags: (tagged.get(id) ?? []).map(({ tag }) => ({ id: tag, name: tags.get(tag) ?? tag })),
      // Status 1 is subscribed; the others have unsubscribed, never confirmed or bounced.
      lists: (listed.get(id) ?? []).filter(({ status }) => textOrNull(status) === '1').map(({ list }) => list),
    }
  })
  return { raws, total: answer.meta?.total ?? null }
}

export const countContacts = async (session: Session): Promise<number | null> => {
  const call = { path: '/api/3/contacts', query: { limit: 1 }, about: 'contacts' }
  const { contacts, meta } = await get(session, wire.contactsAnswer, call)
  idsOf(session, contacts, 'contacts')
  return meta?.total ?? null
}

export const contactIdsBehind = async (session: Session, after: string): Promise<string[]> => {
  const query = { limit: pageSize, 'orders[id]': 'ASC', id_greater: after }
  return idsOf(
    session,
    (await get(session, wire.contactsAnswer, { path: '/api/3/contacts', query, about: 'contacts' })).contacts,
    'contacts',
  )
}

interface DealsPage {
  raws: object[]
  total: number | null
  /** Further contacts of these deals, if they came along. */
  further: readonly unknown[] | undefined
}

export const dealsPage = async (session: Session, query: VendorCall['query']): Promise<DealsPage> => {
  const answer = await get(session, wire.dealsAnswer, {
    path: '/api/3/deals',
    query: { limit: pageSize, 'orders[cdate]': 'ASC', include: 'contactDeals', ...query },
    about: 'deals',
  })
  return {
    raws: answer.deals.map((raw) => ({ ...(raw as object) })),
    total: answer.meta?.total ?? null,
    further: answer.contactDeals,
  }
}

/** The further contacts of all deals. */
const furtherOf = oncePerSession((session): Promise<unknown[]> => {
  const listed = { path: 'contactDeals', about: 'contacts of deals', schema: wire.contactDealsAnswer }
  return orNone(allOf(session, { ...listed, pick: ({ contactDeals }) => contactDeals }), [])
})

/** It is not documented that further contacts come with a page of deals. If they do not, they are read from their own list. */
export const withContacts = async (session: Session, deals: readonly object[], further: DealsPage['further']) => {
  if (deals.length === 0) return []
  const rows = parseRows(wire.contactDeal, further ?? (await furtherOf(session)), 'contacts of deals', session.http.vendor)
  const others = Map.groupBy(rows, ({ deal }) => deal)
  return deals.map((raw) => ({ ...raw, otherContacts: (others.get(idOf(raw)) ?? []).map(({ contact }) => contact) }))
}

const callsAtOnce = 3

/** Newest first. A deal that was deleted meanwhile has none. */
const activitiesOf = async (session: Session, id: string): Promise<readonly unknown[]> => {
  const path = `/api/3/deals/${encodeURIComponent(id)}/dealActivities`
  const call = { path, query: { limit: pageSize }, about: 'activities of deals' }
  try {
    return (await orNone(get(session, wire.activitiesAnswer, call), { dealActivities: [] })).dealActivities
  } catch (error) {
    if (error instanceof ConnectorFailure && error.status === 404) return []
    throw error
  }
}

/** The stages in which each deal was observed. One call per deal, so only for deals that have changed. */
export const withHistory = async <T extends object>(session: Session, deals: readonly T[]) => {
  if (deals.length === 0) return []
  const groups = new Map((await stagesOf(session)).map(({ id, group }) => [id, group]))
  const withStages = async (deal: T) => {
    const activities = await activitiesOf(session, idOf(deal))
    // Without activities, or with more than one page, the beginning is unknown: stages are observed from now on.
    if (activities.length === 0 || activities.length >= pageSize) return deal
    const known = parseRows(wire.dealActivity, activities, 'activities of deals', session.http.vendor)
    const seenIn = known.flatMap(({ d_stageid, dataType, dataAction, dataOldval, cdate: at }) => {
      const stage = textOrNull(d_stageid)
      if (stage === null || stage === '0') return []
      const isMove = `${dataType} ${dataAction}`.includes('stage')
      return [{ stage, before: isMove ? textOrNull(dataOldval) : null, group: groups.get(stage) ?? null, at }]
    })
    return seenIn.length === 0 ? deal : { ...deal, seenIn }
  }
  return pMap(deals, withStages, { concurrency: callsAtOnce })
}

/** Subscribes to webhooks at this address, which has to contain a secret, because nothing is signed. */
export const hookRequest = (url: string): VendorCall => ({
  method: 'POST',
  path: '/api/3/webhooks',
  json: {
    webhook: {
      name: 'Tributary',
      url,
      events: ['subscribe', 'unsubscribe', 'update', 'contact_tag_added', 'contact_tag_removed', 'deal_add', 'deal_update'],
      sources: ['public', 'admin', 'api', 'system'],
    },
  },
  about: 'webhooks',
})
