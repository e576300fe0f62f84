// One search: access, rows, and the requested page.
import { createHash } from 'node:crypto'
import { AdsError, badQuery, badRequest } from './failures.ts'
import { parseQuery, type Query } from './gaql.ts'
import { answerQuery, checkFields, daysOf, maskOf, sendRow, type Row } from './rows.ts'
import { clientRow, customerRow, type Customer, type State } from './state.ts'

const pageSize = 10_000

export interface Ask {
  account: string
  customer: string
  /** The header `login-customer-id`. */
  login: string | undefined
  body: Record<string, unknown>
}

const denied = (code: string, message: string): AdsError =>
  new AdsError({ status: 403, kind: 'authorizationError', code, message })

const reach = (state: State, { account, customer: id, login }: Ask): Customer => {
  const customer = state.customer(account, id)
  const through = state.customer(account, login ?? id)
  if (!customer || !through || through.manager !== null)
    throw denied(
      'USER_PERMISSION_DENIED',
      "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
    )
  if (through.id !== customer.id && customer.manager !== through.id)
    throw denied(
      'INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION',
      'The login customer ID and the serving customer ID do not belong together.',
    )
  return customer
}

const rowsFor = (state: State, account: string, customer: Customer, query: Query): Row[] => {
  if (query.from === 'customer') return [customerRow(customer)]
  if (query.from === 'customer_client') {
    const below = state.customers(account).filter(({ manager }) => manager === customer.id)
    return [customer, ...below].map((one) => clientRow(one, customer.id))
  }
  if (customer.isManager && query.fields.some((field) => field.startsWith('metrics.')))
    throw badQuery('REQUESTED_METRICS_FOR_MANAGER', 'Metrics cannot be requested for a manager account.')
  return state.spend(account, customer.id, daysOf(query))
}

const tokenOf = (query: string, offset: number): string =>
  Buffer.from(`${createHash('sha256').update(query).digest('hex').slice(0, 16)}:${offset}`).toString('base64url')

const offsetOf = (query: string, token: unknown): number => {
  if (token === undefined || token === '') return 0
  if (typeof token !== 'string') throw badRequest('INVALID_PAGE_TOKEN', 'Page token is invalid.')
  const offset = Number(/^[0-9a-f]{16}:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1])
  if (!Number.isInteger(offset) || tokenOf(query, offset) !== token)
    throw badRequest('INVALID_PAGE_TOKEN', 'Page token is invalid.')
  return offset
}

const answer = (state: State, ask: Ask) => {
  const customer = reach(state, ask)
  const text = typeof ask.body['query'] === 'string' ? ask.body['query'] : ''
  if (text === '') throw badRequest('REQUIRED_FIELD_MISSING', 'The field query is required.')
  if (ask.body['pageSize'] !== undefined)
    throw badRequest(
      'PAGE_SIZE_NOT_SUPPORTED',
      'Setting the page size is not supported. Search responses have a fixed page size.',
    )
  const query = parseQuery(text)
  checkFields(query)
  return { text, query, rows: answerQuery(rowsFor(state, ask.account, customer, query), query) }
}

interface SearchSettings {
  omitResults?: unknown
  returnTotalResultsCount?: unknown
}

export const search = (state: State, ask: Ask) => {
  const { text, query, rows } = answer(state, ask)
  const { omitResults, returnTotalResultsCount } = (ask.body['searchSettings'] ?? {}) as SearchSettings
  const offset = offsetOf(text, ask.body['pageToken'])
  const end = omitResults === true ? rows.length : offset + pageSize
  const results = omitResults === true ? [] : rows.slice(offset, end).map((row) => sendRow(row, query.fields))
  return {
    // Empty values are left out.
    ...(results.length > 0 ? { results } : {}),
    ...(returnTotalResultsCount === true && rows.length > 0 ? { totalResultsCount: String(rows.length) } : {}),
    ...(rows.length > end ? { nextPageToken: tokenOf(text, end) } : {}),
    fieldMask: maskOf(query.fields),
    queryResourceConsumption: String(rows.length),
  }
}

export const searchStream = (state: State, ask: Ask) => {
  const { query, rows } = answer(state, ask)
  return [
    {
      results: rows.map((row) => sendRow(row, query.fields)),
      fieldMask: maskOf(query.fields),
      requestId: 'sandboxRequestId000001',
      queryResourceConsumption: String(rows.length),
    },
  ]
}
