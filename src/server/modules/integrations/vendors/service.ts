// Access to a vendor on behalf of a source: whether it works, sessions, and how it ends.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { openSession } from '#server/connectors/kit/calls/session.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Log } from '#server/platform/log.ts'
import { accountOf, type IntegrationRow } from '../model.ts'
import { selectAll } from '../queries.ts'
import * as budgets from './budget/budget-queries.ts'
import { technicalOf, type Health, type SessionOptions, type VendorApps, type VendorSession } from './model.ts'
import { openWithGrant, settingsFor } from './session.ts'
import { createAccountTokenProvider } from './tokens/account-tokens.ts'
import { isLoginNeeded } from './tokens/logins.ts'
import { isRevocable, revocationOf, revokeAt } from './tokens/revoke.ts'
import { readTokens } from './tokens/token-provider.ts'
import { vendorOf } from './vendor-apps.ts'

/** Opens a session with the vendor on behalf of an integration. */
export const openVendorSession = (vendors: VendorApps, row: IntegrationRow, options: SessionOptions = {}): VendorSession => {
  const { type } = row
  const account = accountOf(row)
  const own = account.hubId ?? row.id
  const { connector, app } = vendorOf(vendors, type)
  const accountToken = connector.locations?.token
  if (!accountToken?.isNeeded(account)) return { connector, app, session: openWithGrant(vendors, row, own, options).session }
  const login = openWithGrant(vendors, row, `login ${account.facts['login_id'] ?? row.id}`, options)
  if (options.isForLogin) return { connector, app, session: login.session }
  const source = `${row.client_id} ${row.id} ${own}`
  const keys = createAccountTokenProvider({ tokens: vendors.accountTokens, source, login, ask: accountToken.ask })
  const sessionSettings = settingsFor(vendors, type, own, options)
  return { connector, app, session: openSession(sessionSettings, { account, keys, sync: row.settings as SyncSettings }) }
}

/** Asks the vendor with its cheapest call whether we still have access. Temporary failures are thrown: they prove nothing. */
export const askHealth = async (vendors: VendorApps, row: IntegrationRow, options: SessionOptions = {}): Promise<Health> => {
  const { connector, session } = openVendorSession(vendors, row, options)
  const tokens = { accessToken: '', refreshToken: null, expiresAt: null, facts: row.facts as Record<string, string> }
  try {
    await connector.identify(session, tokens)
    return { status: 'active', reason: null }
  } catch (error) {
    if (error instanceof ConnectorFailure && (error.kind === 'auth_lost' || error.kind === 'refused'))
      return { status: 'error', reason: error.message, technical: technicalOf(error) }
    throw error
  }
}

/** Ends all access of one client. A failing vendor or key does not stop the closure. */
export const revokeEverything = async (
  vendors: VendorApps,
  clientId: string,
  { signal, log }: { signal: AbortSignal; log: Pick<Log, 'warn'> },
): Promise<void> => {
  const rows = await vendors.database.asSystem('integrations: what an account let us into', (tx) => selectAll(tx, clientId))
  for (const row of rows) {
    signal.throwIfAborted()
    const { type } = row
    try {
      const tokens = await readTokens(vendors, { clientId, integrationId: row.id })
      if (!tokens || !isRevocable(vendors, type)) continue
      const revocation = revocationOf(row, tokens.grantId)
      if (!(await isLoginNeeded(vendors, revocation, { isClosing: true }))) await revokeAt(vendors, revocation, tokens)
    } catch (error) {
      log.warn({ provider: type, technical: technicalOf(error) }, 'our access was not revoked at a vendor when an account ended')
    }
  }
}

/** Deletes budgets that were not used for days: the next request starts with a new one. */
export const deleteIdleBudgets = (tx: Tx): Promise<void> => budgets.deleteIdleBudgets(tx)
