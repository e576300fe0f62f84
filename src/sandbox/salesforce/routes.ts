import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyFaults } from '../kit/faults.ts'
import { registerOAuth, type Tokens } from '../kit/oauth-server.ts'
import type { SandboxAccount } from '../kit/store.ts'
import type { Vendor, VendorParts } from '../kit/vendor.ts'
import { idOf } from './ids.ts'
import { QueryProblem } from './compile.ts'
import { createQueries } from './query.ts'
import { closed, isRetired, pipelinesOf, recordTypeId } from './records.ts'
import { describe } from './schema.ts'
import { MalformedQuery, type Soql } from './soql.ts'
import { createState } from './state.ts'

const prefix = 'salesforce'
const callsPerDay = 15_000
const day = 86_400_000
/** Opening more drops the oldest. */
const locatorsMax = 10

const trouble = (errorCode: string, message: string) => [{ message, errorCode }]

/** Temporary failures have many names: each time another one is sent. */
const outages = [
  { status: 503, code: 'SERVER_UNAVAILABLE', message: 'The server is temporarily unavailable.' },
  { status: 400, code: 'QUERY_TIMEOUT', message: 'Your query request was running for too long.' },
  { status: 400, code: 'UNABLE_TO_LOCK_ROW', message: 'unable to obtain exclusive access to this record' },
  { status: 400, code: 'REQUEST_RUNNING_TOO_LONG', message: 'Your request was running for too long, and has been stopped.' },
] as const

interface Locator {
  account: string
  soql: Soql
  rows: number[]
}

/** Pages of one answer. Children make pages smaller. */
const batchOf = (request: FastifyRequest, { select = [] }: Soql): number => {
  const asked = Number(/batchSize=(\d+)/.exec(String(request.headers['sforce-query-options'] ?? ''))?.[1] ?? 2000)
  const batch = Math.min(2000, Math.max(200, asked))
  return select.some((item) => 'query' in item) ? Math.min(500, batch) : batch
}

const registerQueries = (api: FastifyInstance, parts: VendorParts, accountOf: (request: FastifyRequest) => SandboxAccount) => {
  const locators = new Map<string, Locator>()
  let opened = 0
  const keep = (id: string, locator: Locator): void => {
    locators.set(id, locator)
    const own = [...locators].filter(([, one]) => one.account === locator.account)
    for (const [old] of own.slice(0, Math.max(0, own.length - locatorsMax))) locators.delete(old)
  }
  const newId = (): string => `01g${idOf('Locator', (opened += 1)).slice(3, 18)}`
  const addressOf = (id: string, from: number): string => `/services/data/v66.0/query/${id}-${from}`
  const queries = createQueries(parts.store, ({ account }, { soql, rows, from }) => {
    const id = newId()
    keep(id, { account, soql, rows })
    return addressOf(id, from)
  })

  const answer = (request: FastifyRequest, { id, from }: { id: string; from: number }, { soql, rows }: Locator) => {
    const until = from + batchOf(request, soql)
    const done = until >= rows.length
    return {
      totalSize: rows.length,
      done,
      ...(done ? {} : { nextRecordsUrl: addressOf(id, until) }),
      records: soql.select ? queries.page(accountOf(request), soql, rows.slice(from, until)) : [],
    }
  }

  const ask = (request: FastifyRequest, withDeleted: boolean) => {
    const { account } = accountOf(request)
    const { q = '' } = request.query as { q?: string }
    const locator = { account, ...queries.run(accountOf(request), q, withDeleted) }
    const id = newId()
    const first = answer(request, { id, from: 0 }, locator)
    if (!first.done) keep(id, locator)
    return first
  }

  api.get('/services/data/:version/query', (request, reply) => reply.send(ask(request, false)))
  api.get('/services/data/:version/queryAll', (request, reply) => reply.send(ask(request, true)))
  api.get('/services/data/:version/query/:locator', (request, reply) => {
    const { locator: asked = '' } = request.params as { locator?: string }
    const [id = '', from = '0'] = asked.split('-')
    const locator = locators.get(id)
    if (!locator || locator.account !== accountOf(request).account)
      throw new QueryProblem('INVALID_QUERY_LOCATOR', 'invalid query locator')
    return reply.send(answer(request, { id, from: Number(from) }, locator))
  })
}

const registerDescriptions = (api: FastifyInstance, accountOf: (request: FastifyRequest) => SandboxAccount) => {
  api.get('/services/data/:version/sobjects/:object/describe', async (request, reply) => {
    const { object = '' } = request.params as { object?: string }
    return (
      describe(object, accountOf(request)) ??
      reply.status(404).send(trouble('NOT_FOUND', 'The requested resource does not exist'))
    )
  })
  api.get(
    '/services/data/:version/ui-api/object-info/Opportunity/picklist-values/:recordType/StageName',
    async (request, reply) => {
      const { recordType = '' } = request.params as { recordType?: string }
      const account = accountOf(request)
      const pipeline = pipelinesOf(account).find((_, index) => recordTypeId(account, index) === recordType)
      if (!pipeline) return reply.status(404).send(trouble('NOT_FOUND', 'The requested resource does not exist'))
      const values = [...pipeline.stages.filter((name) => !isRetired(name)), closed.won, closed.lost].map((name) => ({
        attributes: {
          picklistAtrributesValueType: 'OpportunityStage',
          closed: name === closed.won || name === closed.lost,
          won: name === closed.won,
        },
        label: name,
        validFor: [],
        value: name,
      }))
      return { controllerValues: {}, defaultValue: null, eTag: '0', url: request.url, values }
    },
  )
}

const registerApi = (api: FastifyInstance, parts: VendorParts, tokens: Tokens): void => {
  const { store, faults } = parts
  const used = new Map<string, { since: number; calls: number }>()
  let outagesSent = 0
  const known = new WeakMap<FastifyRequest, SandboxAccount>()
  const accountOf = (request: FastifyRequest): SandboxAccount => known.get(request) as SandboxAccount

  const count = (account: string): number => {
    const before = used.get(account)
    const now = Date.now()
    const entry = before && before.since > now - day ? before : { since: now, calls: 0 }
    entry.calls += 1
    used.set(account, entry)
    return entry.calls
  }
  const exceeded = (reply: FastifyReply) => {
    reply.status(403)
    return trouble('REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.')
  }

  applyFaults(api, faults, {
    throttle: exceeded,
    outage(reply) {
      const { status, code, message } = outages[outagesSent % outages.length] ?? outages[0]
      outagesSent += 1
      reply.status(status)
      return trouble(code, message)
    },
  })
  api.addHook('onRequest', async (request, reply) => {
    const checked = tokens.check(request)
    const account = 'token' in checked ? store.account({ vendor: prefix, account: checked.token.account }) : undefined
    if (!account) return reply.status(401).send(trouble('INVALID_SESSION_ID', 'Session expired or invalid'))
    known.set(request, account)
    const calls = count(account.account)
    reply.header('Sforce-Limit-Info', `api-usage=${Math.min(calls, callsPerDay)}/${callsPerDay}`)
    return faults.limitsAreOn && calls > callsPerDay ? reply.send(exceeded(reply)) : undefined
  })
  api.setErrorHandler((error, _request, reply) => {
    if (error instanceof QueryProblem) return reply.status(400).send(trouble(error.code, error.message))
    if (error instanceof MalformedQuery) return reply.status(400).send(trouble('MALFORMED_QUERY', error.message))
    return reply.status(500).send(trouble('UNKNOWN_EXCEPTION', 'An unexpected error occurred.'))
  })

  registerQueries(api, parts, accountOf)
  registerDescriptions(api, accountOf)
  api.get('/services/data/:version/limits', (request, reply) => {
    const calls = used.get(accountOf(request).account)?.calls ?? 0
    return reply.send({ DailyApiRequests: { Max: callsPerDay, Remaining: Math.max(0, callsPerDay - calls) } })
  })
  const identity = (request: FastifyRequest) => {
    const { account, name, facts } = accountOf(request)
    return {
      user_id: facts['user'],
      organization_id: account,
      display_name: 'Olivia Marsh',
      nickname: name,
      urls: { rest: `${parts.url()}/services/data/v{version}/` },
    }
  }
  api.get('/services/oauth2/userinfo', (request, reply) => reply.send(identity(request)))
  api.get('/id/:organization/:user', (request, reply) => reply.send(identity(request)))
}

/** Salesforce: one organization is one account. Contacts tagged `lead` are stored as leads. */
export const salesforceVendor: Vendor = {
  prefix,
  name: 'Salesforce',
  pageSize: 2000,
  register(app, parts) {
    const { store } = parts
    const state = createState(store)
    const tokens = registerOAuth(app, {
      store,
      vendor: prefix,
      title: 'Salesforce',
      authorizePaths: ['/services/oauth2/authorize'],
      tokenPaths: ['/services/oauth2/token'],
      revokePaths: ['/services/oauth2/revoke'],
      accessSeconds: 7200,
      rotates: true,
      reuseRevokes: true,
      needsPkce: true,
      prefixOfTokens: '00D',
      answerOf: ({ account, facts }, token) => ({
        expires_in: undefined,
        instance_url: parts.url(),
        id: `${parts.url()}/id/${account}/${facts['user']}`,
        token_type: 'Bearer',
        issued_at: String(Date.now()),
        signature: 'c2lnbmF0dXJl',
        scope: token.scopes,
      }),
    })
    app.get('/services/data', async () => [
      { label: "Winter '26", url: '/services/data/v65.0', version: '65.0' },
      { label: "Spring '26", url: '/services/data/v66.0', version: '66.0' },
    ])
    void app.register(async (api) => registerApi(api, parts, tokens))
    return {
      createAccount: state.createAccount,
      howToConnect: () => ({}),
      expireTokens: (account) => tokens.expireAll(account),
      revokeTokens: (account) => tokens.revokeAll(account),
      crm: state.crm,
    }
  },
}
