import { createHash } from 'node:crypto'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Account, AppSession } from '#server/connectors/kit/access.ts'
import type { TokenProvider } from '#server/connectors/kit/calls/http.ts'
import { openAppSession, openSession, type SessionSettings } from '#server/connectors/kit/calls/session.ts'
import { usualAnswerMs } from '#server/connectors/kit/manifest.ts'
import { accountOf, type IntegrationRow } from '../model.ts'
import { createBudget } from './budget/budget.ts'
import type { SessionOptions, VendorApps, VendorSession } from './model.ts'
import { vendorOf } from './vendor-apps.ts'
import { createTokenProvider } from './tokens/token-provider.ts'

/** Whoever looks at a screen would rather be told than wait longer. */
const longestForPeople = 15_000

export const settingsFor = (
  vendors: VendorApps,
  type: ProviderType,
  account: string,
  options: SessionOptions,
): SessionSettings => {
  const { connector, app } = vendorOf(vendors, type)
  const { database, outbound, keepsLimits, dailyShare } = vendors
  const { isForPerson, isForLogin: _isForLogin, ...rest } = options
  const patience = isForPerson ? { longest: longestForPeople } : { dailyShare }
  const { limit, answerMs = usualAnswerMs } = connector.manifest
  const budget = createBudget({ database, type, account, limit, isKept: keepsLimits, ...patience })
  return { connector, app, outbound, budget, ...(isForPerson ? {} : { timeoutMs: answerMs }), ...rest }
}

/** With the tokens that are kept, and the limit of whoever is named. */
export const openWithGrant = (vendors: VendorApps, row: IntegrationRow, limited: string, options: SessionOptions) => {
  const account = accountOf(row)
  const line = settingsFor(vendors, row.type, limited, options)
  const keys = createTokenProvider({ vendors, line, ref: { clientId: row.client_id, integrationId: row.id }, account })
  return { keys, session: openSession(line, { account, keys, sync: row.settings as SyncSettings }) }
}

const nobody: Account = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} }

/** Tells keys apart without telling anything of them. */
const printOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** A line while connecting: there is a key, but no integration yet. */
export const openFirstVendorSession = (
  vendors: VendorApps,
  type: ProviderType,
  { token, account }: { token: string; account: Partial<Account> },
): VendorSession => {
  const line = settingsFor(vendors, type, `connecting ${printOf(token)}`, { isForPerson: true })
  const keys: TokenProvider = { current: async () => token, renew: async () => token }
  const session = openSession(line, { account: { ...nobody, ...account }, keys, sync: {} })
  return { connector: line.connector, app: line.app, session }
}

/** For the vendor's token calls of one tenant: whoever makes many waits for nobody's but their own. */
export const openTokenVendorSession = (
  vendors: VendorApps,
  type: ProviderType,
  clientId: string,
  once: { signal: AbortSignal; isTriedOnce: true } | Record<string, never> = {},
): AppSession => openAppSession({ ...settingsFor(vendors, type, `tokens ${clientId}`, { isForPerson: true }), ...once })

/** An access token that the vendor takes now. */
export const currentToken = (vendors: VendorApps, row: IntegrationRow): Promise<string> => {
  const account = accountOf(row)
  const line = settingsFor(vendors, row.type, account.hubId ?? row.id, { isForPerson: true })
  return createTokenProvider({ vendors, line, ref: { clientId: row.client_id, integrationId: row.id }, account }).current()
}
