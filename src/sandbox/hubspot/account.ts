// Everything about an account besides its contacts and deals: pipelines, owners, properties, lists, the account itself.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Store } from '../kit/store.ts'
import { invalid, limitOf, notFound } from './answers.ts'
import { portalOf } from './guard.ts'
import { objectNames, versions } from './objects.ts'
import { pipelineAnswer } from './pipelines.ts'
import { vendor, type Portals } from './portal.ts'
import { propertyAnswers } from './properties.ts'

const detailPaths = ['/account-info/v3/details', '/account-info/:version(^2026-0[39]$)/details']

const detailsOf = (store: Store, account: string) => ({
  portalId: Number(account),
  accountType: 'STANDARD',
  timeZone: 'US/Eastern',
  companyCurrency: store.account({ vendor, account })?.facts['currency'] ?? 'USD',
  additionalCurrencies: [],
  utcOffset: '-05:00',
  utcOffsetMilliseconds: -18_000_000,
  uiDomain: 'app.hubspot.com',
  dataHostingLocation: 'na1',
})

const registerFacts = (app: FastifyInstance, store: Store, portals: Portals): void => {
  for (const path of detailPaths) app.get(path, async (request, reply) => reply.send(detailsOf(store, portalOf(request))))
  for (const path of versions('pipelines', '/:type'))
    app.get(path, async (request, reply) => {
      if (objectNames[(request.params as { type: string }).type] !== 'deals') return notFound(reply)
      return { results: portals.pipelines(portalOf(request)).map(pipelineAnswer) }
    })
  for (const path of versions('properties', '/:type'))
    app.get(path, async (request, reply) => {
      const object = objectNames[(request.params as { type: string }).type]
      if (!object) return notFound(reply)
      return { results: propertyAnswers(object) }
    })
}

const registerOwners = (app: FastifyInstance, store: Store): void => {
  for (const path of versions('owners').flatMap((one) => [one, `${one}/`]))
    app.get(path, async (request, reply) => {
      const query = request.query as Record<string, string>
      const limit = limitOf(query['limit'], { usual: 100, max: 500 })
      if (limit === null) return invalid(reply, 'limit must be between 1 and 500')
      const rows = store.list({
        vendor,
        account: portalOf(request),
        object: 'owner',
        deleted: query['archived'] === 'true',
        afterSeq: Number(query['after'] ?? 0),
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      const results = page.map(({ id, body, createdAt, modifiedAt, deletedAt }) => ({
        id,
        type: 'PERSON',
        ...(JSON.parse(body) as object),
        createdAt: new Date(createdAt).toISOString(),
        updatedAt: new Date(modifiedAt).toISOString(),
        archived: deletedAt > 0,
        teams: [],
      }))
      return { results, ...(rows.length > limit ? { paging: { next: { after: String(page.at(-1)?.seq) } } } : {}) }
    })
}

/** The older search ignores this filter, and returns lists of every kind. */
const kindIn = ({ params, body }: FastifyRequest): string | null => {
  const { objectTypeId } = (body ?? {}) as { objectTypeId?: unknown }
  return 'version' in (params as object) && typeof objectTypeId === 'string' ? objectTypeId : null
}

const registerLists = (app: FastifyInstance, { lists }: Portals): void => {
  for (const path of versions('lists', '/search'))
    app.post(path, async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>
      const count = limitOf(body['count'], { usual: 20, max: 500 })
      if (count === null) return invalid(reply, 'count must be between 1 and 500')
      const query = typeof body['query'] === 'string' ? body['query'] : ''
      return lists.page(portalOf(request), { query, objectTypeId: kindIn(request), offset: Number(body['offset'] ?? 0), count })
    })
  for (const path of versions('lists', '/:list/memberships'))
    app.get(path, async (request, reply) => {
      const { list } = request.params as { list: string }
      const query = request.query as Record<string, string>
      const limit = limitOf(query['limit'], { usual: 100, max: 250 })
      if (limit === null) return invalid(reply, 'limit must be between 1 and 250')
      if (!lists.exists(portalOf(request), list)) return notFound(reply, 'List does not exist')
      const { results, next } = lists.members(portalOf(request), list, { afterSeq: Number(query['after'] ?? 0), limit })
      return { results, ...(next === null ? {} : { paging: { next: { after: next } } }) }
    })
}

export const registerAccount = (app: FastifyInstance, store: Store, portals: Portals): void => {
  registerFacts(app, store, portals)
  registerOwners(app, store)
  registerLists(app, portals)
}
