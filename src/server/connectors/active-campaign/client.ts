// Calls to ActiveCampaign: paging, what belongs together, and what its refusals mean.
import type { z } from 'zod'
import { abreast } from '../kit/abreast.ts'
import type { Session } from '../kit/connector.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer, type VendorCall } from '../kit/http.ts'
import { said } from '../kit/text.ts'
import * as wire from './wire.ts'

export const pageSize = 100
/** 10,000 lists, tags or fields. */
const pagesMax = 100

export const refusalOf = ({ status, headers }: VendorAnswer): Refusal | null => {
  if (status === 401 || status === 403)
    return { kind: 'auth_lost', message: 'ActiveCampaign no longer accepts the API key. Copy the current one and connect again.' }
  if (status === 429)
    return { kind: 'rate_limited', message: 'ActiveCampaign asks us to slow down.', retryAfterMs: retryAfterOf(headers) ?? 1000 }
  return null
}

const allOf = async <A, T>(
  { http }: Session,
  schema: z.ZodType<A>,
  name: string,
  pick: (answer: A) => readonly T[],
): Promise<T[]> => {
  const all: T[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { limit: pageSize, offset: page * pageSize }
    const part = pick(await http.get(schema, { path: `/api/3/${name}`, query, about: name }))
    all.push(...part)
    if (part.length < pageSize) break
  }
  return all
}

const fieldsOf = (session: Session) => allOf(session, wire.fieldsAnswer, 'fields', ({ fields }) => fields)
export const listsOf = (session: Session) => allOf(session, wire.listsAnswer, 'lists', ({ lists }) => lists)
export const usersOf = (session: Session) => allOf(session, wire.usersAnswer, 'users', ({ users }) => users)
export const groupsOf = (session: Session) => allOf(session, wire.groupsAnswer, 'dealGroups', ({ dealGroups }) => dealGroups)
export const stagesOf = (session: Session) => allOf(session, wire.stagesAnswer, 'dealStages', ({ dealStages }) => dealStages)
export const tagsOf = async (session: Session) => {
  const all = await allOf(session, wire.tagsAnswer, 'tags', ({ tags }) => tags)
  return all.filter(({ tagType }) => tagType !== 'template')
}

export const askMe = ({ http }: Session) => http.get(wire.me, { path: '/api/3/users/me', about: 'the account' })

/** Plans without the CRM answer questions about deals like those with a wrong key: then there are no deals. */
export const orWithoutDeals = async <T>(session: Session, ask: () => Promise<T>, none: T): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || error.status !== 403) throw error
    await askMe(session)
    return none
  }
}

type Names = ReadonlyMap<string, { title: string; perstag: string }>
interface Lookups {
  fields: Names
  tags: ReadonlyMap<string, string>
}

/** Asked once for all pages that one process reads. */
const known = new WeakMap<Session, Promise<Lookups>>()

const ask = async (session: Session): Promise<Lookups> => {
  const [fields, tags] = [await fieldsOf(session), await tagsOf(session)]
  return {
    fields: new Map(fields.map(({ id, title, perstag }) => [id, { title: said(title) ?? '', perstag: said(perstag) ?? '' }])),
    tags: new Map(tags.map(({ id, tag }) => [id, said(tag) ?? ''])),
  }
}

const lookupsOf = (session: Session): Promise<Lookups> => {
  const asked = known.get(session) ?? ask(session)
  known.set(session, asked)
  asked.catch(() => known.delete(session))
  return asked
}

const goodOf = <T>(schema: z.ZodType<T>, rows: readonly unknown[] = []): T[] =>
  rows.flatMap((row) => {
    const parsed = schema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })

/** Each of these once more under the id of what it belongs to. */
const byOwner = <T>(rows: readonly T[], ownerOf: (row: T) => string): ReadonlyMap<string, T[]> => Map.groupBy(rows, ownerOf)

export const idOf = (raw: unknown): string => said((raw as { id?: unknown } | null | undefined)?.id) ?? ''

/** A page of contacts, each with its own fields, tags and lists, names included. */
export const contactsPage = async (session: Session, query: VendorCall['query']) => {
  const answer = await session.http.get(wire.contactsAnswer, {
    path: '/api/3/contacts',
    query: { limit: pageSize, 'orders[id]': 'ASC', include: 'fieldValues,contactTags,contactLists', ...query },
    about: 'contacts',
  })
  const { fields, tags } = await lookupsOf(session)
  const values = byOwner(goodOf(wire.fieldValue, answer.fieldValues), ({ contact }) => contact)
  const tagged = byOwner(goodOf(wire.contactTag, answer.contactTags), ({ contact }) => contact)
  const listed = byOwner(goodOf(wire.contactList, answer.contactLists), ({ contact }) => contact)
  const raws = answer.contacts.map((raw) => {
    const id = idOf(raw)
    return {
      ...(raw as object),
      customFields: (values.get(id) ?? []).map(({ field, value }) => ({
        id: field,
        ...(fields.get(field) ?? { title: '', perstag: '' }),
        value: said(value) ?? '',
      })),
      tags: (tagged.get(id) ?? []).map(({ tag }) => ({ id: tag, name: tags.get(tag) ?? tag })),
      // Status 1 is subscribed; the others are people who left, never confirmed or bounced.
      lists: (listed.get(id) ?? []).filter(({ status }) => said(status) === '1').map(({ list }) => list),
    }
  })
  return { raws, total: answer.meta?.total ?? null }
}

export const dealsPage = async (session: Session, query: VendorCall['query']) => {
  const answer = await session.http.get(wire.dealsAnswer, {
    path: '/api/3/deals',
    query: { limit: pageSize, 'orders[cdate]': 'ASC', include: 'contactDeals', ...query },
    about: 'deals',
  })
  const others = byOwner(goodOf(wire.contactDeal, answer.contactDeals), ({ deal }) => deal)
  const raws = answer.deals.map((raw) => ({
    ...(raw as object),
    otherContacts: (others.get(idOf(raw)) ?? []).map(({ contact }) => contact),
  }))
  return { raws, total: answer.meta?.total ?? null }
}

const callsAtOnce = 3

/** Newest first. Of a deal that vanished in the meantime there are none. */
const activitiesOf = async ({ http }: Session, id: string): Promise<readonly unknown[]> => {
  const path = `/api/3/deals/${encodeURIComponent(id)}/dealActivities`
  try {
    return (await http.get(wire.activitiesAnswer, { path, query: { limit: pageSize }, about: 'activities' })).dealActivities
  } catch (error) {
    if (error instanceof ConnectorFailure && error.status === 404) return []
    throw error
  }
}

/** The stages that each deal was seen in. One call for each of them: only for those that have changed. */
export const withHistory = async <T extends object>(session: Session, deals: readonly T[]) => {
  if (deals.length === 0) return []
  const groups = new Map((await stagesOf(session)).map(({ id, group }) => [id, group]))
  return abreast(deals, callsAtOnce, async (deal) => {
    const activities = await activitiesOf(session, idOf(deal))
    // Without any, or with more than one page of them, the beginning is unknown: the way is observed from now on.
    if (activities.length === 0 || activities.length >= pageSize) return deal
    const seenIn = goodOf(wire.dealActivity, activities).flatMap(({ d_stageid, dataType, dataAction, dataOldval, cdate: at }) => {
      const stage = said(d_stageid)
      if (stage === null || stage === '0') return []
      const isMove = `${dataType} ${dataAction}`.includes('stage')
      return [{ stage, before: isMove ? said(dataOldval) : null, group: groups.get(stage) ?? null, at }]
    })
    return seenIn.length === 0 ? deal : { ...deal, seenIn }
  })
}

/** Asks ActiveCampaign to tell us about changes at this address, which has to hold a secret: nothing is signed. */
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
