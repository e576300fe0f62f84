import { createHash } from 'node:crypto'
import type { ProviderType } from '#contract/providers.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Account, AppSession, Connector, Session, VendorApp } from '#server/connectors/kit/connector.ts'
import type { Keys } from '#server/connectors/kit/http.ts'
import { openAppLine, openSession, type LineSettings } from '#server/connectors/kit/line.ts'
import { usualAnswerMs } from '#server/connectors/kit/manifest.ts'
import { accountOf, type IntegrationRow } from '../integrations/service.ts'
import { createBudget } from './budget/budget.ts'
import { vendorOf, type Vendors } from './installed.ts'
import { createKeys } from './keys/keys.ts'

export interface Line {
  connector: Connector
  app: VendorApp
  session: Session
}

export interface LineOptions {
  signal?: AbortSignal
  onRequest?: () => void
  onThrottled?: (ms: number) => void
  /** Somebody waits for the answer: it counts, but nobody is refused because a day's reading was long. */
  isForPerson?: true
}

/** Whoever looks at a screen would rather be told than wait longer. */
const longestForPeople = 15_000

const settingsFor = (vendors: Vendors, type: ProviderType, account: string, options: LineOptions): LineSettings => {
  const { connector, app } = vendorOf(vendors, type)
  const { database, outbound, keepsLimits, dailyShare } = vendors
  const { isForPerson, ...rest } = options
  const patience = isForPerson ? { longest: longestForPeople } : { dailyShare }
  const { limit, answerMs = usualAnswerMs } = connector.manifest
  const budget = createBudget({ database, type, account, limit, isKept: keepsLimits, ...patience })
  return { connector, app, outbound, budget, ...(isForPerson ? {} : { timeoutMs: answerMs }), ...rest }
}

/** A line to the vendor on behalf of an integration. */
export const openLine = (vendors: Vendors, row: IntegrationRow, options: LineOptions = {}): Line => {
  const type = row.type as ProviderType
  const account = accountOf(row)
  const line = settingsFor(vendors, type, account.hubId ?? row.id, options)
  const keys = createKeys({ vendors, line, place: { clientId: row.client_id, integrationId: row.id }, account })
  const session = openSession(line, { account, keys, sync: row.settings as SyncSettings })
  return { connector: line.connector, app: line.app, session }
}

const nobody: Account = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} }

/** Tells keys apart without telling anything of them. */
const printOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** A line while connecting: there is a key, but no integration yet. */
export const openFirstLine = (
  vendors: Vendors,
  type: ProviderType,
  { token, account }: { token: string; account: Partial<Account> },
): Line => {
  const line = settingsFor(vendors, type, `connecting ${printOf(token)}`, { isForPerson: true })
  const keys: Keys = { current: async () => token, renew: async () => token }
  const session = openSession(line, { account: { ...nobody, ...account }, keys, sync: {} })
  return { connector: line.connector, app: line.app, session }
}

/** For the vendor's token calls of one tenant: whoever makes many waits for nobody's but their own. */
export const openTokenLine = (vendors: Vendors, type: ProviderType, clientId: string, signal?: AbortSignal): AppSession => {
  const line = settingsFor(vendors, type, `tokens ${clientId}`, { isForPerson: true, ...(signal ? { signal } : {}) })
  return openAppLine(line)
}

/** An access token that the vendor takes now. */
export const currentToken = (vendors: Vendors, row: IntegrationRow): Promise<string> => {
  const account = accountOf(row)
  const line = settingsFor(vendors, row.type as ProviderType, account.hubId ?? row.id, { isForPerson: true })
  return createKeys({ vendors, line, place: { clientId: row.client_id, integrationId: row.id }, account }).current()
}
