// The forms of the Graph API: errors, chosen fields, pages.
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Trouble {
  code: number
  message: string
  subcode?: number
  status?: number
  isTransient?: boolean
}

export class GraphError extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble.message)
    this.trouble = trouble
  }
}

const wordsOf = ({ code, message, subcode, isTransient = false }: Trouble) => ({
  error: {
    message,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: isTransient,
    fbtrace_id: 'AsandboxTraceAbCdEfGh1',
  },
})

export const sayTrouble = (reply: FastifyReply, trouble: Trouble) => {
  reply.status(trouble.status ?? 400)
  return wordsOf(trouble)
}

/** What is left of the limits, in minutes, as Facebook counts here. */
export const showUsage = (reply: FastifyReply, account: string, { percent = 1, minutes = 0, seconds = 0 } = {}): void => {
  const tier = 'standard_access'
  reply.header(
    'x-business-use-case-usage',
    JSON.stringify({
      [account]: [
        {
          type: 'ads_insights',
          call_count: percent,
          total_cputime: percent,
          total_time: percent,
          estimated_time_to_regain_access: minutes,
          ads_api_access_tier: tier,
        },
      ],
    }),
  )
  reply.header(
    'x-ad-account-usage',
    JSON.stringify({ acc_id_util_pct: percent, reset_time_duration: seconds, ads_api_access_tier: tier }),
  )
  reply.header('x-app-usage', JSON.stringify({ call_count: percent, total_time: percent, total_cputime: percent }))
}

export const nodes = {
  User: ['id', 'name'],
  Business: ['id', 'name', 'verification_status', 'timezone_id'],
  AdAccount: ['id', 'account_id', 'name', 'account_status', 'currency', 'timezone_name', 'amount_spent', 'business'],
  Campaign: ['id', 'account_id', 'name', 'status', 'effective_status', 'objective', 'daily_budget'],
  AdsInsights: [
    'account_id',
    'account_name',
    'account_currency',
    'campaign_id',
    'campaign_name',
    'spend',
    'impressions',
    'clicks',
    'reach',
    'actions',
    'action_values',
    'date_start',
    'date_stop',
  ],
} as const
export type NodeType = keyof typeof nodes

const alwaysSent: Record<NodeType, readonly string[]> = {
  User: ['id'],
  Business: ['id'],
  AdAccount: ['id'],
  Campaign: ['id'],
  AdsInsights: ['date_start', 'date_stop'],
}
const sentUnasked: Record<NodeType, readonly string[]> = {
  User: ['id', 'name'],
  Business: ['id', 'name'],
  AdAccount: ['id', 'account_id'],
  Campaign: ['id'],
  AdsInsights: ['account_id', 'campaign_id', 'spend', 'impressions', 'date_start', 'date_stop'],
}

/** Chooses the requested fields; unknown ones are refused as Facebook does. */
export const chooser = (type: NodeType, fields: string | undefined) => {
  const names = fields === undefined || fields === '' ? sentUnasked[type] : fields.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(nodes[type] as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new GraphError({ code: 100, message: `(#100) Tried accessing nonexisting field (${unknown}) on node type (${type})` })
  const chosen = new Set([...names, ...alwaysSent[type]])
  return (body: Record<string, unknown>) => Object.fromEntries(Object.entries(body).filter(([name]) => chosen.has(name)))
}

const limitMax = 500
const cursorOf = (offset: number): string => Buffer.from(`offset:${offset}`).toString('base64url')
const offsetOf = (cursor: string): number => {
  const found = /^offset:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (found === undefined) throw new GraphError({ code: 100, message: '(#100) Invalid cursors values' })
  return Number(found)
}

export const pageOf = (query: Record<string, string>): { offset: number; limit: number } => {
  const limit = Number(query['limit'] ?? 25)
  if (!Number.isInteger(limit) || limit < 1)
    throw new GraphError({ code: 100, message: '(#100) Param limit must be a positive integer' })
  return { limit: Math.min(limit, limitMax), offset: query['after'] === undefined ? 0 : offsetOf(query['after']) }
}

/** `rows` begin at the offset and have one more than the page if there is one. The link to the next page contains the token. */
export const sendPage = (
  request: FastifyRequest,
  rows: readonly Record<string, unknown>[],
  { url, token, offset, limit }: { url: string; token: string; offset: number; limit: number },
) => {
  const data = rows.slice(0, limit)
  if (data.length === 0) return { data }
  const after = cursorOf(offset + data.length)
  const next = new URL(url + request.url.slice(request.url.indexOf('/', 1)))
  next.searchParams.set('access_token', token)
  next.searchParams.set('after', after)
  return {
    data,
    paging: { cursors: { before: cursorOf(offset), after }, ...(rows.length > limit ? { next: next.toString() } : {}) },
  }
}
