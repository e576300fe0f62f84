// ActiveCampaign, API version 3, as far as it is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyFaults, createWindow } from '../kit/faults.ts'
import type { SandboxAccount } from '../kit/store.ts'
import type { PlainOpportunity, Vendor } from '../kit/vendor.ts'
import { createAdminApi, stagesOf } from './admin-api.ts'
import { createHooks, type Hooks } from './hooks.ts'
import { contactOf, dealOf, fields, lists, wallTime, type StoredContact } from './records.ts'
import { placeOf, vendor } from './pages.ts'
import { createState, type State } from './state.ts'

type Query = Record<string, string | undefined>

const queryOf = (request: FastifyRequest): Query => request.query as Query
const accountOf = (request: FastifyRequest): SandboxAccount => request.getDecorator<SandboxAccount>('account')

/** 20 by default, never more than 100. */
const limitOf = (query: Query): number => Math.min(100, Math.max(1, Number(query['limit'] ?? 20) || 20))
const offsetOf = (query: Query): number => Math.max(0, Number(query['offset'] ?? 0) || 0)
const changedFrom = (query: Query): number => {
  const text = query['filters[updated_after]']
  return text === undefined ? 0 : wallTime(text) || 0
}
const metaOf = (total: number, query: Query) => ({
  total: String(total),
  page_input: { limit: limitOf(query), offset: offsetOf(query), segmentid: 0, listid: 0, tagid: 0 },
})

const columns = { id: 'seq', cdate: 'created', mdate: 'modified' } as const
const orderOf = (query: Query): 'created' | 'modified' | 'seq' => {
  const asked = Object.keys(columns).find((name) => query[`orders[${name}]`] !== undefined)
  return columns[asked as keyof typeof columns] ?? 'seq'
}

/** What the user of the key may not see: names of calls, in a fact of the account. */
const isForbidden = ({ facts }: SandboxAccount, url: string): boolean =>
  (facts['forbidden'] ?? '').split(',').includes(/\/api\/3\/(\w+\/?\w*)/.exec(url)?.[1] ?? '')

/** A page of small lists that fit into memory. */
const slice = (request: FastifyRequest, name: string, all: readonly object[]) => {
  const query = queryOf(request)
  const from = offsetOf(query)
  return { [name]: all.slice(from, from + limitOf(query)), meta: metaOf(all.length, query) }
}

const registerContacts = (app: FastifyInstance, state: State): void => {
  const seqOf = (account: string, id: string): number => {
    if (id === '0') return 0
    const known = state.store.get({ ...placeOf(account, 'contact'), id })
    if (known) return known.seq
    const text = `select max(seq) as seq from record where vendor = ? and account = ? and object = 'contact' and cast(id as integer) <= ?`
    return Number(state.store.one(text, vendor, account, Number(id))?.['seq'] ?? 0)
  }
  const rowsOf = (account: string, query: Query): { id: string; body: string }[] => {
    const after = query['id_greater']
    const modifiedFrom = changedFrom(query)
    const limit = limitOf(query)
    const from = offsetOf(query)
    if (after === undefined) {
      const order = state.pages.sorted(account, 'contact', { column: orderOf(query), modifiedFrom })
      return state.pages.rows(order.slice(from, from + limit))
    }
    const source = placeOf(account, 'contact')
    return state.store.list({ ...source, afterSeq: seqOf(account, after), modifiedFrom, limit, offset: from })
  }

  app.get('/contacts', (request) => {
    const query = queryOf(request)
    const { account } = accountOf(request)
    const whole = rowsOf(account, query).map(({ id, body }) => contactOf(id, JSON.parse(body) as StoredContact))
    const asked = (query['include'] ?? '').split(',')
    const sideloads = (['fieldValues', 'contactTags', 'contactLists'] as const)
      .filter((name) => asked.includes(name))
      .map((name) => [name, whole.flatMap((one): object[] => one[name])])
    return {
      ...Object.fromEntries(sideloads),
      contacts: whole.map(({ contact }) => contact),
      meta: metaOf(state.pages.total(account, 'contact', changedFrom(query)), query),
    }
  })
}

const registerNames = (app: FastifyInstance, state: State): void => {
  app.get('/fields', (request) =>
    slice(
      request,
      'fields',
      fields.map(([id, title, perstag]) => ({
        id,
        title,
        type: 'text',
        perstag,
        options: [],
        isrequired: '0',
        visible: '1',
        links: {},
      })),
    ),
  )
  app.get('/lists', (request) =>
    slice(
      request,
      'lists',
      lists.map(({ id, name, stringid }) => ({ id, name, stringid, cdate: '2026-01-01T00:00:00-06:00', udate: null, links: {} })),
    ),
  )
  app.get('/tags', (request) => {
    const known = [...state.tagsOf(accountOf(request).account)]
    return slice(
      request,
      'tags',
      known.map(([tag, id]) => ({ id, tag, tagType: 'contact', description: '', cdate: '2026-01-01T00:00:00-06:00', links: {} })),
    )
  })
}

const registerDeals = (app: FastifyInstance, state: State): void => {
  // An account without pipelines has a plan without the CRM.
  app.addHook('onRequest', async (request, reply) =>
    state.groupsOf(accountOf(request)).length > 0 ? undefined : reply.status(403).send({ message: 'You do not have permission' }),
  )
  app.get('/dealGroups', (request) => {
    const { facts } = accountOf(request)
    const groups = state.groupsOf(accountOf(request))
    const dealGroups = groups.map(({ id, title, stages }) => ({
      id,
      title,
      currency: (facts['currency'] ?? 'USD').toLowerCase(),
      autoassign: '0',
      allusers: '1',
      allgroups: '1',
      stages: stages.map((stage) => stage.id),
    }))
    return slice(request, 'dealGroups', dealGroups)
  })
  app.get('/dealStages', (request) => {
    const stages = state
      .groupsOf(accountOf(request))
      .flatMap((group) => group.stages.map((stage, index) => ({ ...stage, index })))
    const dealStages = stages.map(({ id, title, group, index }) => ({
      id,
      title,
      group,
      order: String(index + 1),
      dealOrder: 'next-action DESC',
      color: '434343',
      width: '280',
    }))
    return slice(request, 'dealStages', dealStages)
  })
  app.get('/deals', (request) => {
    const query = queryOf(request)
    const { account } = accountOf(request)
    const modifiedFrom = changedFrom(query)
    const from = offsetOf(query)
    const order = state.pages.sorted(account, 'deal', { column: orderOf(query), modifiedFrom })
    const whole = state.pages.rows(order.slice(from, from + limitOf(query))).map(({ id, body }) => {
      const deal = JSON.parse(body) as PlainOpportunity
      return dealOf(id, deal, stagesOf(state, account, deal.pipeline))
    })
    // Nothing is sideloaded here: only contacts are documented to do that.
    return { deals: whole.map(({ deal }) => deal), meta: { ...metaOf(order.length, query), currencies: {} } }
  })
  app.get('/contactDeals', (request) => slice(request, 'contactDeals', state.pages.further(accountOf(request).account)))
  app.get('/deals/:id/dealActivities', async (request, reply) => {
    const { id = '' } = request.params as Record<string, string>
    const { account } = accountOf(request)
    const deal = state.deal(account, id)
    if (!deal) return reply.status(404).send({ message: `No Result found for Deal with id ${id}` })
    return slice(request, 'dealActivities', dealOf(id, deal, stagesOf(state, account, deal.pipeline)).dealActivities)
  })
}

interface HookBody {
  webhook?: { name?: string; url?: string; events?: string[]; sources?: string[] }
}

const registerHooks = (app: FastifyInstance, hooks: Hooks): void => {
  app.get('/webhooks', (request) => slice(request, 'webhooks', hooks.list(accountOf(request).account)))
  app.post('/webhooks', async (request, reply) => {
    const { name = '', url = '', events = [], sources = [] } = (request.body as HookBody | undefined)?.webhook ?? {}
    if (!URL.canParse(url) || events.length === 0) {
      const source = { pointer: '/data/attributes/url' }
      return reply.status(422).send({ errors: [{ title: 'The url is invalid.', detail: '', code: 'field_invalid', source }] })
    }
    return reply.status(201).send({ webhook: hooks.add(accountOf(request).account, { name, url, events, sources }) })
  })
  app.delete('/webhooks/:id', (request) => {
    hooks.remove(accountOf(request).account, (request.params as Record<string, string>)['id'] ?? '')
    return {}
  })
}

const tooMany = (reply: FastifyReply, seconds: number): object => {
  void reply.status(429).header('retry-after', String(seconds))
  return { message: 'You have exceeded your rate limit.' }
}

export const activeCampaignVendor: Vendor = {
  prefix: vendor,
  name: 'ActiveCampaign',
  pageSize: 100,
  sendsWebhooks: true,
  register(app, { store, faults, url, deliver }) {
    const state = createState(store)
    const hooks = createHooks(store, deliver)
    const window = createWindow(5, 1000)
    applyFaults(app, faults, {
      throttle: (reply) => tooMany(reply, 2),
      outage: (reply) => (void reply.status(503), { message: 'Service unavailable' }),
    })
    void app.register(
      async (api) => {
        api.decorateRequest('account')
        api.addHook('onRequest', async (request, reply) => {
          const { name = '' } = request.params as Record<string, string>
          const account = store.account({ vendor, account: name })
          if (!account || request.headers['api-token'] !== account.facts['key'])
            return reply.status(403).send({ message: 'You are not authorized to access this file' })
          request.setDecorator('account', account)
          if (isForbidden(account, request.url)) return reply.status(403).send({ message: 'You do not have permission' })
          const wait = faults.limitsAreOn ? window.take(name) : 0
          return wait > 0 ? reply.send(tooMany(reply, Math.ceil(wait / 1000))) : undefined
        })
        const user = {
          id: '1',
          username: 'admin',
          firstName: 'Robin',
          lastName: 'Field',
          email: 'robin.field@example.com',
          phone: '',
          links: {},
        }
        api.get('/users/me', async () => ({ user }))
        api.get('/users', (request) => slice(request, 'users', [user]))
        registerContacts(api, state)
        registerNames(api, state)
        void api.register(async (crm) => registerDeals(crm, state))
        registerHooks(api, hooks)
      },
      { prefix: '/accounts/:name/api/3' },
    )
    return createAdminApi({ state, hooks, url })
  },
}
