import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyFaults, createWindow } from '../kit/faults.ts'
import { registerOAuth, type Tokens } from '../kit/oauth-server.ts'
import type { SandboxAccount } from '../kit/store.ts'
import type { Vendor, VendorParts } from '../kit/vendor.ts'
import { ODataProblem } from './compile.ts'
import type { Asked } from './links.ts'
import { createQueries } from './query.ts'
import { guidOf } from './rows.ts'
import { tableNamed, tableOf, type Kind } from './schema.ts'
import { createState } from './state.ts'

const prefix = 'microsoft-dynamics'
const api = '/orgs/:org/api/data/v9.2'

const trouble = (code: string, message: string) => ({ error: { code, message } })
const notThere = (segment: string): ODataProblem =>
  new ODataProblem('0x80060888', `Resource not found for the segment '${segment}'.`, 404)

const typeNames: Readonly<Record<string, string>> = { time: 'DateTime', option: 'Picklist', custom: 'String' }
const typeOf = (kind: Kind): string => (typeof kind === 'object' ? 'Lookup' : (typeNames[kind] ?? 'String'))

const attributesOf = (logicalName: string): unknown => {
  const table = tableNamed(logicalName)
  if (!table) throw notThere(logicalName)
  return {
    value: Object.entries(table.attributes).map(([name, kind]) => ({
      LogicalName: name.replace(/^_(.+)_value$/, '$1'),
      AttributeType: typeOf(kind),
      IsCustomAttribute: kind === 'custom',
      IsValidForRead: true,
      AttributeOf: null,
    })),
  }
}

const createAnswers = ({ store }: VendorParts) => {
  const queries = createQueries(store)
  const whoAmI = ({ account, facts }: SandboxAccount) => ({
    BusinessUnitId: guidOf(`unit ${account}`),
    UserId: facts['user'],
    OrganizationId: account,
  })
  const relatedOf = (asked: Asked, [, set = '', id = '', relation = '']: readonly string[]): unknown => {
    const other = tableOf(tableOf(set)?.relations?.[relation] ?? '')
    if (!other) throw notThere(relation)
    return queries.related(asked, other, id)
  }
  return (asked: Asked, account: SandboxAccount): unknown => {
    const { path } = asked
    if (path === 'WhoAmI' || path === 'WhoAmI()') return whoAmI(account)
    const [, described] = /^EntityDefinitions\(LogicalName='(\w+)'\)\/Attributes$/.exec(path) ?? []
    if (described !== undefined) return attributesOf(described)
    const related = /^(\w+)\(([0-9a-f-]{36})\)\/(\w+)$/i.exec(path)
    if (related) return relatedOf(asked, related)
    const table = tableOf(path)
    if (!table) throw notThere(path)
    return asked.query['$apply'] === undefined ? queries.read(asked, table) : queries.count(asked, table)
  }
}

const registerApi = (app: FastifyInstance, parts: VendorParts, tokens: Tokens): void => {
  const { store, faults, url } = parts
  const window = createWindow(6000, 300_000)
  const known = new WeakMap<FastifyRequest, SandboxAccount>()
  const answers = createAnswers(parts)

  const tooMany = (reply: FastifyReply, ms: number) => {
    reply.status(429).header('Retry-After', String(Math.max(1, Math.ceil(ms / 1000))))
    return trouble('0x80072322', 'Number of requests exceeded the limit of 6000 over time window of 300 seconds.')
  }
  applyFaults(app, faults, {
    throttle: (reply) => tooMany(reply, 7000),
    outage(reply) {
      reply.status(503)
      return trouble('0x80048d05', 'The service is unavailable.')
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    const checked = tokens.check(request)
    if (!('token' in checked))
      return reply.status(401).header('WWW-Authenticate', `Bearer authorization_uri=${url()}/common/oauth2/authorize`).send()
    const { org = '' } = request.params as { org?: string }
    const account = store.account({ vendor: prefix, account: checked.token.account })
    const isOurs = account?.facts['unique'] === org && checked.token.scopes.includes(`/orgs/${org}/user_impersonation`)
    if (!account || !isOurs) return reply.status(403).send(trouble('0x80072560', 'The user is not a member of the organization.'))
    known.set(request, account)
    const wait = faults.limitsAreOn ? window.take(account.account) : 0
    return wait > 0 ? reply.send(tooMany(reply, wait)) : undefined
  })
  app.setErrorHandler((error, _request, reply) =>
    error instanceof ODataProblem
      ? reply.status(error.status).send(trouble(error.code, error.message))
      : reply.status(500).send(trouble('0x80040216', 'An unexpected error occurred.')),
  )
  app.get(`${api}/*`, (request, reply) => {
    const account = known.get(request) as SandboxAccount
    const { org = '', '*': path = '' } = request.params as { org?: string; '*'?: string }
    const asked: Asked = {
      account: account.account,
      root: `${url()}/orgs/${org}/api/data/v9.2`,
      path,
      query: request.query as Record<string, string>,
      prefer: String(request.headers['prefer'] ?? ''),
    }
    const answer = answers(asked, account)
    return reply.header('OData-Version', '4.0').type('application/json; odata.metadata=minimal').send(JSON.stringify(answer))
  })
}

/** Dynamics 365: one environment is one account, with its own address. Contacts tagged `lead` are stored as leads. */
export const dynamicsVendor: Vendor = {
  prefix,
  name: 'Microsoft Dynamics',
  pageSize: 1000,
  register(app, parts) {
    const { store, url } = parts
    const state = createState(store)
    const tokens = registerOAuth(app, {
      store,
      vendor: prefix,
      title: 'Microsoft Dynamics',
      authorizePaths: ['/:tenant/oauth2/v2.0/authorize'],
      tokenPaths: ['/:tenant/oauth2/v2.0/token'],
      accessSeconds: 4500,
      rotates: false,
      needsPkce: true,
      answerOf: (_account, token) => ({ token_type: 'Bearer', scope: token.scopes, ext_expires_in: 4500 }),
      errorOf: (code, text) => ({
        error: code,
        error_description: `AADSTS70008: ${text}`,
        error_codes: [70008],
        timestamp: new Date().toISOString(),
        trace_id: guidOf('trace'),
        correlation_id: guidOf('correlation'),
      }),
    })
    void app.register(async (scope) => registerApi(scope, parts, tokens))
    return {
      createAccount: state.createAccount,
      howToConnect: ({ facts }) => ({ url: `${url()}/orgs/${facts['unique']}` }),
      expireTokens: (account) => tokens.expireAll(account),
      revokeTokens: (account) => tokens.revokeAll(account),
      crm: state.crm,
    }
  },
}
