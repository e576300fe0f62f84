// HighLevel as an application of its marketplace sees it, version 2021-07-28.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { applyFaults } from '../kit/faults.ts'
import { registerOAuth } from '../kit/oauth-server.ts'
import type { PlainOpportunity, PlainContact, Vendor, VendorParts } from '../kit/vendor.ts'
import { createAgencies } from './agencies.ts'
import { agencyAnswer, checkUserType, registerAgency } from './agency-routes.ts'
import { customFieldsOf } from './custom-fields.ts'
import { createDoor, paramOf, queryOf, say, tooMany, type Door, type Query } from './door.ts'
import { createAdminApi, wired } from './admin-api.ts'
import { createHooks } from './hooks.ts'
import { foundContactOf, lostReasons, usersOf, wholeContactOf } from './records.ts'
import { readSearch } from './search.ts'
import { createState, vendor, type State } from './state.ts'

const registerContacts = (open: Door, state: State, faults: VendorParts['faults']): void => {
  open({
    method: 'POST',
    url: '/contacts/search',
    scope: 'contacts.readonly',
    locationOf: ({ body }) => (body as Query | null)?.['locationId'] ?? '',
    work: ({ body }, account, reply) => {
      const searched = readSearch(body, faults.searchReach)
      if ('problem' in searched)
        return say(reply, searched.status, searched.problem, searched.status === 422 ? 'Unprocessable Entity' : 'Bad Request')
      const { ask } = searched
      const contacts = state.pages.page(account, ask).map((row) => {
        const person = JSON.parse(String(row['body'])) as PlainContact
        const id = String(row['id'])
        const sortedBy = ask.order === 'modified' ? person.modifiedAt : person.createdAt
        return { ...foundContactOf(id, account, person), searchAfter: [sortedBy, id] }
      })
      return { contacts, total: state.pages.total(account, 'contact', ask.changed), traceId: randomUUID() }
    },
  })
  open({
    url: '/contacts/:id',
    scope: 'contacts.readonly',
    work: (request, account, reply) => {
      const id = paramOf(request, 'id')
      const person = state.person(account, id)
      if (!person) return say(reply, 400, `Contact not found for id: ${id}`, 'Bad Request')
      return { contact: wholeContactOf(id, account, person), traceId: randomUUID() }
    },
  })
}

const orders = {
  added_asc: { order: 'seq', descending: false },
  added_desc: { order: 'seq', descending: true },
  updated_asc: { order: 'modified', descending: false },
  updated_desc: { order: 'modified', descending: true },
} as const

const orderOf = (query: Query) => orders[(query['order'] ?? 'added_desc') as keyof typeof orders] ?? orders.added_desc

const afterOf = ({ startAfter, startAfterId }: Query) =>
  startAfterId === undefined ? undefined : { value: Number(startAfter), id: startAfterId }

const metaOf = (query: Query, last: { startAfter: number; startAfterId: string } | undefined, url: string) => {
  const currentPage = Number(query['page'] ?? 1)
  if (!last) return { currentPage }
  const next = new URLSearchParams({
    ...(query as Record<string, string>),
    startAfter: String(last.startAfter),
    startAfterId: last.startAfterId,
  })
  return { ...last, currentPage, nextPage: currentPage + 1, nextPageUrl: `${url}/opportunities/search?${next.toString()}` }
}

const registerOpportunities = (open: Door, state: State, url: () => string): void => {
  open({
    url: '/opportunities/search',
    scope: 'opportunities.readonly',
    locationOf: (request) => queryOf(request)['location_id'] ?? '',
    work: (request, account, reply) => {
      const query = queryOf(request)
      const limit = Number(query['limit'] ?? 20)
      if (!(limit >= 1 && limit <= 100)) return say(reply, 422, ['limit must not be greater than 100'], 'Unprocessable Entity')
      const { order, descending } = orderOf(query)
      const after = afterOf(query)
      const offset = after ? 0 : (Number(query['page'] ?? 1) - 1) * limit
      const rows = state.pages.page(account, { object: 'opportunity', order, descending, after, limit, offset })
      const deals = rows.map((row) => ({ id: String(row['id']), deal: JSON.parse(String(row['body'])) as PlainOpportunity }))
      const last = deals.at(-1)
      const cursor = last && {
        startAfter: order === 'modified' ? last.deal.modifiedAt : last.deal.createdAt,
        startAfterId: last.id,
      }
      return {
        opportunities: deals.map(({ id, deal }) => wired(state, account, id, deal)),
        meta: { total: state.pages.total(account, 'opportunity'), ...metaOf(query, cursor, url()) },
        aggregations: {},
        traceId: randomUUID(),
      }
    },
  })
}

const registerPipelines = (open: Door, state: State): void => {
  open({
    url: '/opportunities/pipelines',
    scope: 'opportunities.readonly',
    locationOf: (request) => queryOf(request)['locationId'] ?? '',
    work: (_, account) => ({
      pipelines: state
        .pipelinesOf(account)
        .map((pipeline) => ({ ...pipeline, showInFunnel: true, showInPieChart: true, locationId: account })),
    }),
  })
  open({
    url: '/opportunities/lost-reason',
    scope: 'opportunities.readonly',
    locationOf: (request) => queryOf(request)['locationId'] ?? '',
    work: (request, account) => {
      const { limit, skip } = queryOf(request)
      const from = Number(skip ?? 0)
      const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
      const page = lostReasons.slice(from, from + Math.min(100, Number(limit ?? 100)))
      return { lostReasons: page.map((reason) => ({ ...reason, locationId: account, ...dates })), total: lostReasons.length }
    },
  })
}

const registerLocation = (open: Door, state: State): void => {
  const locationOf = (request: FastifyRequest) => paramOf(request, 'id')
  open({
    url: '/locations/:id',
    scope: 'locations.readonly',
    locationOf,
    work: (_, account) => {
      const known = state.store.account({ vendor, account })
      const { companyId = '' } = known?.facts ?? {}
      return { location: { id: account, companyId, name: known?.name ?? '', country: 'US', timezone: 'America/Denver' } }
    },
  })
  open({
    url: '/locations/:id/tags',
    scope: 'locations/tags.readonly',
    locationOf,
    work: (_, account) => ({ tags: state.tagsOf(account) }),
  })
  open({
    url: '/locations/:id/customFields',
    scope: 'locations/customFields.readonly',
    locationOf,
    work: (request, account) => ({ customFields: customFieldsOf(account, queryOf(request)['model']) }),
  })
  open({
    url: '/users/',
    scope: 'users.readonly',
    locationOf: (request) => queryOf(request)['locationId'] ?? '',
    work: (_, account) => ({ users: usersOf(account) }),
  })
}

export const ghlVendor: Vendor = {
  prefix: vendor,
  name: 'GoHighLevel',
  pageSize: 100,
  passedOn: 'company',
  sendsWebhooks: true,
  register(app, parts) {
    const { store, faults, url } = parts
    const state = createState(store)
    const agencies = createAgencies(state)
    const server = { store, vendor, title: 'GoHighLevel', accessSeconds: 86_399, rotates: true }
    const tokens = registerOAuth(app, {
      ...server,
      authorizePaths: ['/v2/oauth/chooselocation'],
      tokenPaths: [],
      labelOf: (account) => agencies.labelOf(account),
      onConsent: (account) => agencies.install(account),
    })
    void app.register(async (api) => {
      applyFaults(api, faults, {
        throttle: tooMany,
        outage: (reply) => (void reply.status(503), { statusCode: 503, message: 'Service Unavailable' }),
      })
      checkUserType(api, tokens, agencies)
      registerOAuth(api, {
        ...server,
        authorizePaths: [],
        tokenPaths: ['/oauth/token'],
        answerOf: ({ account, facts }, { scopes, user }) => ({
          token_type: 'Bearer',
          scope: scopes,
          userId: user,
          ...(agencies.isAgency(account)
            ? agencyAnswer(agencies, account)
            : { userType: 'Location', locationId: account, companyId: facts['companyId'] }),
        }),
      })
      const open = createDoor(api, { tokens, agencies, faults })
      registerContacts(open, state, faults)
      registerOpportunities(open, state, url)
      registerPipelines(open, state)
      registerLocation(open, state)
      registerAgency(open, { tokens, agencies })
    })
    return createAdminApi(state, { agencies, hooks: createHooks(parts), tokens })
  },
}
