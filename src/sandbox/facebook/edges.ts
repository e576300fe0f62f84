// What can be requested about a user, a business and an ad account.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createWindow, type Faults } from '../kit/faults.ts'
import type { TokenRow } from '../kit/oauth-server.ts'
import { chooser, GraphError, pageOf, sendPage, showUsage, type NodeType, type Trouble } from './graph.ts'
import type { State } from './state.ts'

export interface Ask {
  request: FastifyRequest
  reply: FastifyReply
  query: Record<string, string>
  token: TokenRow
  name: string
}

interface Parts {
  state: State
  faults: Faults
  url: () => string
}

interface Edges extends Parts {
  /** Facebook counts a score for each ad account. */
  score: ReturnType<typeof createWindow>
}

/** How a report over more rows than that fails when it is requested at once: the larger it is, the less is explained. */
const tooLarge: readonly (Trouble & { rows: number })[] = [
  { rows: 200_000, code: 1, subcode: 99, status: 500, message: 'An unknown error occurred' },
  { rows: 100_000, code: 2, subcode: 1_504_018, message: 'Service temporarily unavailable', isTransient: true },
  {
    rows: 50_000,
    code: 1,
    status: 500,
    message: "Please reduce the amount of data you're asking for, then retry your request",
  },
]
const monthsMax = 37

const mustHave = ({ scopes }: TokenRow, ...rights: string[]): void => {
  const granted = scopes.split(/[\s,]+/)
  if (rights.some((right) => granted.includes(right))) return
  throw new GraphError({ code: 200, message: `(#200) Requires ${rights.join(' or ')} permission` })
}

const notThere = (id: string): GraphError =>
  new GraphError({
    code: 100,
    subcode: 33,
    message: `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  })

const dayShape = /^\d{4}-\d{2}-\d{2}$/

const rangeOf = (text: string | undefined): { since: string; until: string } => {
  let parsed: { since?: unknown; until?: unknown } = {}
  try {
    parsed = JSON.parse(text ?? '{}') as typeof parsed
  } catch {
    // Falls through to the refusal.
  }
  const { since, until } = parsed
  if (typeof since !== 'string' || typeof until !== 'string' || !dayShape.test(since) || !dayShape.test(until) || since > until)
    throw new GraphError({ code: 100, message: '(#100) param time_range must be non-empty.' })
  const oldest = new Date()
  oldest.setUTCMonth(oldest.getUTCMonth() - monthsMax)
  if (Date.parse(since) < oldest.getTime())
    throw new GraphError({
      code: 3018,
      subcode: 1504033,
      message: '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
    })
  return { since, until }
}

const sendList = (
  { url }: Edges,
  { request, query, token }: Ask,
  type: NodeType,
  all: readonly Record<string, unknown>[],
): unknown => {
  const choose = chooser(type, query['fields'])
  const { offset, limit } = pageOf(query)
  const rows = all.slice(offset, offset + limit + 1).map(choose)
  return sendPage(request, rows, { url: url(), token: token.access, offset, limit })
}

const accountOf = ({ state, faults, score }: Edges, { token, reply }: Ask, id: string) => {
  mustHave(token, 'ads_read', 'ads_management')
  const account = state.adAccount(token.account, id)
  if (!account) throw notThere(id)
  const waitMs = faults.limitsAreOn ? score.take(id) : 0
  showUsage(reply, account.account_id, { percent: waitMs > 0 ? 100 : 1, seconds: Math.ceil(waitMs / 1000) })
  if (waitMs > 0) throw new GraphError({ code: 17, subcode: 2446079, message: '(#17) User request limit reached' })
  return account
}

const insights = ({ state, url }: Edges, { query, request, token }: Ask, id: string): unknown => {
  const choose = chooser('AdsInsights', query['fields'])
  const range = rangeOf(query['time_range'])
  if (query['level'] !== 'campaign' || query['time_increment'] !== '1')
    throw new GraphError({ code: 100, message: '(#100) The sandbox reports campaigns day by day only' })
  const days = (Date.parse(range.until) - Date.parse(range.since)) / 86_400_000 + 1
  const size = days * state.campaigns(token.account, id)
  const trouble = tooLarge.find(({ rows }) => size > rows)
  if (trouble) throw new GraphError(trouble)
  const { offset, limit } = pageOf(query)
  const rows = state.insights(token.account, id, { ...range, offset, limit: limit + 1 }).map(choose)
  return sendPage(request, rows, { url: url(), token: token.access, offset, limit })
}

const ofUser = (edges: Edges, ask: Ask, edge: string): unknown => {
  const { token } = ask
  if (edge === 'permissions') {
    const granted = token.scopes.split(/[\s,]+/).filter(Boolean)
    return { data: granted.map((permission) => ({ permission, status: 'granted' })) }
  }
  if (edge === 'businesses') {
    mustHave(token, 'business_management')
    return sendList(edges, ask, 'Business', edges.state.list(token.account, 'business'))
  }
  if (edge === 'adaccounts') {
    mustHave(token, 'ads_read', 'ads_management')
    return sendList(edges, ask, 'AdAccount', edges.state.adAccounts(token.account))
  }
  throw notThere(edge)
}

const ofBusiness = (edges: Edges, ask: Ask, id: string, edge: string): unknown => {
  mustHave(ask.token, 'business_management')
  const business = edges.state.find(ask.token.account, 'business', id)
  if (!business) throw notThere(id)
  if (business['isGuest'] === true)
    throw new GraphError({ code: 10, message: '(#10) Application does not have permission for this action' })
  const owned = edges.state.adAccounts(ask.token.account).filter(({ business }) => business?.id === id)
  if (edge === 'owned_ad_accounts') return sendList(edges, ask, 'AdAccount', owned)
  if (edge === 'client_ad_accounts') return sendList(edges, ask, 'AdAccount', [])
  throw notThere(edge)
}

const ofAdAccount = (edges: Edges, ask: Ask, id: string, edge: string): unknown => {
  accountOf(edges, ask, id)
  if (edge === 'insights') return insights(edges, ask, id)
  if (edge === 'campaigns') return sendList(edges, ask, 'Campaign', edges.state.list(ask.token.account, `campaign:${id}`))
  throw notThere(edge)
}

export const createEdges = (parts: Parts) => {
  const edges: Edges = { ...parts, score: createWindow(9000, 300_000) }
  return {
    node(ask: Ask, id: string): unknown {
      const fields = ask.query['fields']
      if (id === 'me' || id === ask.token.account) return chooser('User', fields)({ id: ask.token.account, name: ask.name })
      if (id.startsWith('act_')) return chooser('AdAccount', fields)(accountOf(edges, ask, id))
      const business = edges.state.find(ask.token.account, 'business', id)
      if (!business) throw notThere(id)
      return chooser('Business', fields)(business)
    },
    edge(ask: Ask, id: string, edge: string): unknown {
      if (id === 'me' || id === ask.token.account) return ofUser(edges, ask, edge)
      return id.startsWith('act_') ? ofAdAccount(edges, ask, id, edge) : ofBusiness(edges, ask, id, edge)
    },
  }
}
