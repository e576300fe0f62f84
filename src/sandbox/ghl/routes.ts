// HighLevel as an application of its marketplace sees it, version 2021-07-28.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyFaults, createWindow } from '../kit/faults.ts'
import { registerOAuth, type Tokens } from '../kit/oauth-server.ts'
import type { PlainDeal, PlainPerson, Vendor, VendorParts } from '../kit/vendor.ts'
import { customFieldsOf } from './custom-fields.ts'
import { createHands, wired } from './hands.ts'
import { createHooks } from './hooks.ts'
import { foundContactOf, lostReasons, usersOf, wholeContactOf } from './records.ts'
import { readSearch } from './search.ts'
import { createState, vendor, type State } from './state.ts'

type Query = Record<string, string | undefined>
const queryOf = (request: FastifyRequest): Query => request.query as Query
const paramOf = (request: FastifyRequest, name: string): string => (request.params as Query)[name] ?? ''

const say = (reply: FastifyReply, statusCode: number, message: string | readonly string[], error?: string) =>
  reply.status(statusCode).send({ statusCode, message, ...(error === undefined ? {} : { error }) })

const rateHeaders = (remaining: string) => ({
  'x-ratelimit-limit-daily': '200000',
  'x-ratelimit-daily-remaining': '199000',
  'x-ratelimit-interval-milliseconds': '10000',
  'x-ratelimit-max': '100',
  'x-ratelimit-remaining': remaining,
})
const tooMany = (reply: FastifyReply): object => {
  void reply.status(429).headers(rateHeaders('0'))
  return { statusCode: 429, message: 'Too Many Requests' }
}

interface Route {
  method?: 'GET' | 'POST'
  url: string
  scope: string
  /** The location that is asked about; undefined: that of the token. */
  locationOf?: (request: FastifyRequest) => unknown
  work: (request: FastifyRequest, account: string, reply: FastifyReply) => unknown
}

/** Every call is checked the same way: version, token, rate, scope, location. */
const createDoor = (api: FastifyInstance, tokens: Tokens, faults: VendorParts['faults']) => {
  const window = createWindow(100, 10_000)
  return ({ method = 'GET', url, scope, locationOf, work }: Route): void => {
    api.route({
      method,
      url,
      handler: async (request, reply) => {
        if (request.headers['version'] !== '2021-07-28') return say(reply, 400, 'version header is required', 'Bad Request')
        const checked = tokens.check(request)
        if (!('token' in checked)) return say(reply, 401, 'Invalid token: access token is invalid', 'Unauthorized')
        const { account, scopes } = checked.token
        if (faults.limitsAreOn && window.take(account) > 0) return reply.send(tooMany(reply))
        if (!scopes.split(' ').includes(scope)) return say(reply, 401, 'The token is not authorized for this scope.')
        if ((locationOf?.(request) ?? account) !== account)
          return say(reply, 403, 'The token does not have access to this location.', 'Forbidden')
        void reply.headers(rateHeaders('99'))
        return work(request, account, reply)
      },
    })
  }
}
type Door = ReturnType<typeof createDoor>

const registerContacts = (open: Door, state: State): void => {
  open({
    method: 'POST',
    url: '/contacts/search',
    scope: 'contacts.readonly',
    locationOf: ({ body }) => (body as Query | null)?.['locationId'] ?? '',
    work: ({ body }, account, reply) => {
      const searched = readSearch(body)
      if ('problem' in searched)
        return say(reply, searched.status, searched.problem, searched.status === 422 ? 'Unprocessable Entity' : 'Bad Request')
      const { ask } = searched
      const contacts = state.pages.page(account, ask).map((row) => {
        const person = JSON.parse(String(row['body'])) as PlainPerson
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
      const deals = rows.map((row) => ({ id: String(row['id']), deal: JSON.parse(String(row['body'])) as PlainDeal }))
      const last = deals.at(-1)
      const place = last && {
        startAfter: order === 'modified' ? last.deal.modifiedAt : last.deal.createdAt,
        startAfterId: last.id,
      }
      return {
        opportunities: deals.map(({ id, deal }) => wired(state, account, id, deal)),
        meta: { total: state.pages.total(account, 'opportunity'), ...metaOf(query, place, url()) },
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
  sendsWebhooks: true,
  register(app, parts) {
    const { store, faults, url } = parts
    const state = createState(store)
    const server = { store, vendor, title: 'GoHighLevel', accessSeconds: 86_399, rotates: true }
    const tokens = registerOAuth(app, { ...server, authorizePaths: ['/v2/oauth/chooselocation'], tokenPaths: [] })
    void app.register(async (api) => {
      applyFaults(api, faults, {
        throttle: tooMany,
        outage: (reply) => (void reply.status(503), { statusCode: 503, message: 'Service Unavailable' }),
      })
      registerOAuth(api, {
        ...server,
        authorizePaths: [],
        tokenPaths: ['/oauth/token'],
        answerOf: ({ account, facts }, { scopes, user }) => ({
          token_type: 'Bearer',
          scope: scopes,
          userType: 'Location',
          locationId: account,
          companyId: facts['companyId'],
          userId: user,
        }),
      })
      const open = createDoor(api, tokens, faults)
      registerContacts(open, state)
      registerOpportunities(open, state, url)
      registerPipelines(open, state)
      registerLocation(open, state)
    })
    return createHands(state, createHooks(parts), tokens)
  },
}
