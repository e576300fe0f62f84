import type { AdAccount, Business } from '../kit/connector.ts'
import type { Account, Session, TokenSet } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { parseChoices } from '../kit/wire.ts'
import { adsScope } from './manifest.ts'
import { adAccountOf, nameOf } from './map.ts'
import { accessible, clientRow, countAnswer, searchAnswer, type Client, type SearchAnswer } from './wire.ts'

const customersMax = 200
const pagesMax = 100

export interface Search {
  customer: string
  /** The manager account through which it is reached; null: directly. */
  manager: string | null
  query: string
  page?: string | null
  about: string
}

export const search = ({ http }: Session, { customer, manager, query, page = null, about }: Search): Promise<SearchAnswer> =>
  http.get(searchAnswer, {
    method: 'POST',
    path: `/customers/${customer}/googleAds:search`,
    headers: manager === null ? {} : { 'login-customer-id': manager },
    json: { query, ...(page === null ? {} : { pageToken: page }) },
    about,
  })

/** How many rows a search would bring. */
export const countRows = async ({ http }: Session, { customer, manager, query, about }: Search): Promise<number> => {
  const { totalResultsCount } = await http.get(countAnswer, {
    method: 'POST',
    path: `/customers/${customer}/googleAds:search`,
    headers: manager === null ? {} : { 'login-customer-id': manager },
    json: { query, searchSettings: { omitResults: true, returnTotalResultsCount: true } },
    about,
  })
  return Number(totalResultsCount)
}

/** The accounts to which the login has direct access, managers and others. */
const ownCustomers = async ({ http }: Session): Promise<string[]> => {
  const { resourceNames } = await http.get(accessible, {
    path: '/customers:listAccessibleCustomers',
    about: 'ad accounts',
  })
  const ids = resourceNames.map((name) => /^customers\/(\d{10})$/.exec(name)?.[1])
  return ids.filter((id) => id !== undefined)
}

/**
 * Each of them costs a call while a user waits, so their number is limited. Beyond the limit we fail instead of leaving
 * accounts out.
 */
const fewCustomers = async (session: Session): Promise<string[]> => {
  const ids = await ownCustomers(session)
  if (ids.length <= customersMax) return ids
  throw new ConnectorFailure(
    'refused',
    `This Google login has ${ids.length} accounts, and we can read ${customersMax}. Connect with a login that only has the manager account.`,
  )
}

const clientQuery = `SELECT customer_client.id, customer_client.descriptive_name, customer_client.manager, customer_client.level,
  customer_client.currency_code, customer_client.status, customer_client.hidden FROM customer_client`

const clientsOf = async (session: Session, customer: string): Promise<Client[]> => {
  const clients: Client[] = []
  let page: string | null = null
  for (let turn = 0; turn < pagesMax; turn += 1) {
    const query = { customer, manager: null, query: clientQuery, page, about: 'ad accounts' }
    const answer: SearchAnswer = await search(session, query)
    clients.push(...parseChoices(clientRow, answer.results, 'ad accounts', session.http.vendor).map((row) => row.customerClient))
    page = answer.nextPageToken ?? null
    if (page === null) return clients
  }
  throw new ConnectorFailure('bad_answer', 'Google keeps sending more ad accounts without end.')
}

interface Tree {
  root: Client
  /** All accounts below, on all levels. */
  below: Client[]
}

/** A login often still has closed accounts. Those answer with a refusal, which must not hide the others. */
const trees = async (session: Session): Promise<Tree[]> => {
  const found: Tree[] = []
  let firstRefusal: unknown
  for (const id of await fewCustomers(session)) {
    try {
      const clients = await clientsOf(session, id)
      const root = clients.find((client) => client.id === id)
      if (!root) throw new ConnectorFailure('bad_answer', "Google didn't return the ad account we asked for.")
      found.push({ root, below: clients.filter((client) => client.id !== id) })
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.kind !== 'refused') throw error
      firstRefusal ??= error
    }
  }
  if (found.length === 0 && firstRefusal !== undefined) throw firstRefusal
  return found
}

/** The manager accounts with direct access: only through these the login can reach the accounts below them. */
export const businesses = async (session: Session): Promise<Business[]> =>
  (await trees(session)).filter(({ root }) => root.manager).map(({ root }) => ({ id: root.id, name: nameOf(root) }))

/** Those below a manager account first, then those with direct access; each is listed once. */
export const adAccounts = async (session: Session): Promise<AdAccount[]> => {
  const all = await trees(session)
  const managed = all.flatMap(({ root, below }) =>
    below.filter(({ manager, hidden }) => !manager && !hidden).map((client) => adAccountOf(client, root.id)),
  )
  const own = all.filter(({ root }) => !root.manager).map(({ root }) => adAccountOf(root, null))
  const named = new Set<string>()
  return [...managed, ...own].filter(({ id }) => !named.has(id) && named.add(id))
}

/** Users can decline single permissions in the consent. */
export const identify = async (session: Session, { facts }: TokenSet): Promise<Account> => {
  if (facts['scope'] !== undefined && !facts['scope'].split(' ').includes(adsScope))
    throw new ConnectorFailure('refused', "We're missing the permission to read Google Ads. Reconnect and select it.")
  await ownCustomers(session)
  const login = facts['login_id'] === undefined ? {} : { login_id: facts['login_id'] }
  // When the account is checked later, an ad account has been chosen.
  return { ...session.account, name: session.account.name || (facts['login'] ?? 'Google Ads'), facts: login }
}
