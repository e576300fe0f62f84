// Calls to HighLevel: searches, attributions that they leave out, and the meaning of its refusals.
import pMap from 'p-map'
import type { z } from 'zod'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer, type VendorCall } from '../kit/calls/http.ts'
import { oncePerSession } from '../kit/once.ts'
import { textOrNull } from '../kit/text.ts'
import * as wire from './wire.ts'

export const version = '2021-07-28'
export const pageSize = 100
export const keysPageSize = 500
const callsAtOnce = 5
const hour = 3_600_000

const words = (body: unknown): string => {
  const { message } = (body ?? {}) as { message?: unknown }
  return [message]
    .flat()
    .map((one) => textOrNull(one) ?? '')
    .join(' ')
}

const throttled = ({ headers }: VendorAnswer): Refusal => {
  if (headers['x-ratelimit-daily-remaining'] === '0')
    return { kind: 'rate_limited', message: "We've used up today's GoHighLevel requests.", retryAfterMs: hour }
  const interval = Number(headers['x-ratelimit-interval-milliseconds'])
  const retryAfterMs = retryAfterOf(headers) ?? (interval > 0 ? interval : 10_000)
  return { kind: 'rate_limited', message: 'GoHighLevel asked us to slow down.', retryAfterMs }
}

export const refusalOf = (answer: VendorAnswer): Refusal | null => {
  const { status, body } = answer
  if (status === 429) return throttled(answer)
  if (status === 401 && /scope/i.test(words(body)))
    return {
      kind: 'refused',
      message: "We're missing a GoHighLevel permission. Reconnect and allow all permissions.",
    }
  if (status === 401) return { kind: 'token_expired', message: 'GoHighLevel revoked our access. Reconnect to resume syncing.' }
  if (status === 403)
    return { kind: 'refused', message: "We don't have access to this GoHighLevel sub-account. Reconnect and choose it." }
  return null
}

export const locationOf = ({ account }: Session): string => {
  if (account.hubId === null) throw new ConnectorFailure('refused', 'Reconnect and choose a GoHighLevel sub-account.')
  return account.hubId
}

const isRefused = (error: unknown): error is ConnectorFailure => error instanceof ConnectorFailure && error.kind === 'refused'

/** Optional records: if we may not read them there are none. */
const orNone = async <T>(answer: Promise<T[]>): Promise<T[]> =>
  answer.catch((error: unknown) => {
    if (isRefused(error)) return []
    throw error
  })

const inLocation = (session: Session, rest: string) => `/locations/${encodeURIComponent(locationOf(session))}${rest}`

export const tagsOf = async (session: Session) =>
  (await session.http.get(wire.tagsAnswer, { path: inLocation(session, '/tags'), about: 'tags' })).tags
export const usersOf = async (session: Session) => {
  const query = { locationId: locationOf(session) }
  return (await session.http.get(wire.usersAnswer, { path: '/users/', query, about: 'users' })).users
}
export const pipelinesOf = async (session: Session) => {
  const query = { locationId: locationOf(session) }
  return (await session.http.get(wire.pipelinesAnswer, { path: '/opportunities/pipelines', query, about: 'pipelines' })).pipelines
}
const fieldsOf = async (session: Session) => {
  const path = inLocation(session, '/customFields')
  return (await session.http.get(wire.fieldsAnswer, { path, query: { model: 'all' }, about: 'custom fields' })).customFields
}
const reasonPagesMax = 100

const reasonsOf = async (session: Session): Promise<[id: string, name: string][]> => {
  const known = new Map<string, string>()
  for (let page = 0; page < reasonPagesMax; page += 1) {
    const before = known.size
    const query = { locationId: locationOf(session), limit: pageSize, skip: page * pageSize }
    const call = { path: '/opportunities/lost-reason', query, about: 'lost reasons' }
    const { lostReasons } = await session.http.get(wire.reasonsAnswer, call)
    for (const { id, name } of lostReasons) known.set(id, textOrNull(name) ?? id)
    if (lostReasons.length < pageSize || known.size === before) return [...known]
  }
  throw new ConnectorFailure('bad_answer', 'GoHighLevel has more than 10,000 lost reasons, which is more than we can read.')
}

interface Lookups {
  fields: ReadonlyMap<string, { name: string; key: string }>
  /** By name in lower case. */
  tagIds: ReadonlyMap<string, string>
  reasons: ReadonlyMap<string, string>
}

export const lookupsOf = oncePerSession(async (session): Promise<Lookups> => {
  const fields = await orNone(fieldsOf(session))
  const tags = await orNone(tagsOf(session))
  const reasons = await orNone(reasonsOf(session))
  return {
    fields: new Map(
      fields.map(({ id, name, fieldKey }) => [id, { name: textOrNull(name) ?? id, key: textOrNull(fieldKey) ?? id }]),
    ),
    tagIds: new Map(tags.map(({ id, name }) => [name.toLowerCase(), id])),
    reasons: new Map(reasons),
  }
})

const named = (found: readonly { id: string }[] | null | undefined, fields: Lookups['fields']) =>
  (found ?? []).map((field) => ({ ...field, ...fields.get(field.id) }))

export const searchContacts = (session: Session, search: object) =>
  session.http.get(wire.contactsAnswer, {
    method: 'POST',
    path: '/contacts/search',
    json: { locationId: locationOf(session), ...search },
    about: 'contacts',
  })

/** The cursor of the next page, from the last contact of this one; null after the last page. */
export const nextCursor = (contacts: readonly unknown[], limit: number): (string | number)[] | null => {
  if (contacts.length < limit) return null
  const last = wire.placed.safeParse(contacts.at(-1))
  if (last.success) return last.data.searchAfter
  throw new ConnectorFailure('bad_answer', "GoHighLevel didn't say where the next page of contacts starts.")
}

/** A search returns attributions as a list, which is empty if nothing is known, or in the form of a single contact. */
const hasAttribution = (found: z.infer<typeof wire.foundContact>): boolean =>
  Array.isArray(found['attributions']) || 'attributionSource' in found || 'lastAttributionSource' in found

/** A contact that was deleted meanwhile stays as found. */
const originOf = async ({ http }: Session, id: string) => {
  const path = `/contacts/${encodeURIComponent(id)}`
  const [found] = await orNone(http.get(wire.contactAnswer, { path, about: 'a contact' }).then(({ contact }) => [contact]))
  return { attributionSource: found?.attributionSource, lastAttributionSource: found?.lastAttributionSource }
}

/** If the search does not return attributions, they are requested for each contact. */
export const withFieldPaths = async (session: Session, contacts: readonly unknown[]): Promise<unknown[]> => {
  const { fields } = await lookupsOf(session)
  const withOrigin = async (raw: unknown) => {
    const { success, data } = wire.foundContact.safeParse(raw)
    if (!success) return raw
    const origin = hasAttribution(data) ? {} : await originOf(session, data.id)
    return { ...data, customFields: named(data.customFields, fields), ...origin }
  }
  return pMap(contacts, withOrigin, { concurrency: callsAtOnce })
}

export const searchOpportunities = (session: Session, query: VendorCall['query']) =>
  session.http.get(wire.opportunitiesAnswer, {
    path: '/opportunities/search',
    query: { location_id: locationOf(session), status: 'all', limit: pageSize, ...query },
    about: 'opportunities',
  })

/** With the text of the lost reason, and the names of its fields. */
export const withWords = async (session: Session, opportunities: readonly unknown[]): Promise<unknown[]> => {
  const { reasons, fields } = await lookupsOf(session)
  return opportunities.map((raw) => {
    const { success, data } = wire.foundOpportunity.safeParse(raw)
    if (!success) return raw
    const customFields = named(data.customFields, fields)
    const reason = textOrNull(data.lostReasonId)
    return { ...data, customFields, ...(reason === null ? {} : { lostReason: reasons.get(reason) ?? null }) }
  })
}
