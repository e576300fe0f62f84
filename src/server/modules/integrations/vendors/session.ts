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

/** A user at a screen prefers an error to a longer wait. */
const longestForPeople = 15_000

export const settingsFor = (
  vendors: VendorApps,
  type: ProviderType,
  account: string,
  options: SessionOptions,
): SessionSettings => {
  const { connector, app } = vendorOf(vendors, type)
  const { database, outbound, keepsLimits, dailyShare } = vendors
  const { isForUser, isForLogin: _isForLogin, ...rest } = options
  const patience = isForUser ? { longest: longestForPeople } : { dailyShare }
  const { limit, answerMs = usualAnswerMs } = connector.manifest
  const budget = createBudget({ database, type, account, limit, isKept: keepsLimits, ...patience })
  return { connector, app, outbound, budget, ...(isForUser ? {} : { timeoutMs: answerMs }), ...rest }
}

/** Opens a session with the stored tokens and the given limit. */
export const openWithGrant = (vendors: VendorApps, row: IntegrationRow, limited: string, options: SessionOptions) => {
  const account = accountOf(row)
  const sessionSettings = settingsFor(vendors, row.type, limited, options)
  const keys = createTokenProvider({ vendors, sessionSettings, ref: { clientId: row.client_id, integrationId: row.id }, account })
  return { keys, session: openSession(sessionSettings, { account, keys, sync: row.settings as SyncSettings }) }
}

const noAccount: Account = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts: {} }

/** Identifies a key without revealing it. */
const printOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** A session while connecting: there is a key, but no integration yet. */
export const openFirstVendorSession = (
  vendors: VendorApps,
  type: ProviderType,
  { token, account }: { token: string; account: Partial<Account> },
): VendorSession => {
  const sessionSettings = settingsFor(vendors, type, `connecting ${printOf(token)}`, { isForUser: true })
  const keys: TokenProvider = { current: async () => token, renew: async () => token }
  const session = openSession(sessionSettings, { account: { ...noAccount, ...account }, keys, sync: {} })
  return { connector: sessionSettings.connector, app: sessionSettings.app, session }
}

/** For the vendor's token calls of one client: a client with many calls only delays its own. */
export const openTokenVendorSession = (
  vendors: VendorApps,
  type: ProviderType,
  clientId: string,
  once: { signal: AbortSignal; isTriedOnce: true } | Record<string, never> = {},
): AppSession => openAppSession({ ...settingsFor(vendors, type, `tokens ${clientId}`, { isForUser: true }), ...once })

/** An access token that the vendor accepts now. */
export const currentToken = (vendors: VendorApps, row: IntegrationRow): Promise<string> => {
  const account = accountOf(row)
  const sessionSettings = settingsFor(vendors, row.type, account.hubId ?? row.id, { isForUser: true })
  return createTokenProvider({
    vendors,
    sessionSettings,
    ref: { clientId: row.client_id, integrationId: row.id },
    account,
  }).current()
}
