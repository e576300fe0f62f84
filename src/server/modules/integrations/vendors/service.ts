// The way to a vendor on behalf of a source: whether it lets us in, what it is asked with, and how our access ends.
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

/** A line to the vendor on behalf of an integration. */
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
  const line = settingsFor(vendors, type, own, options)
  return { connector, app, session: openSession(line, { account, keys, sync: row.settings as SyncSettings }) }
}

/** Whether the vendor still lets us in, asked now for the cheapest thing it has. Trouble that passes is thrown: it says neither. */
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

/** Ends all that one tenant let us into. Whatever a vendor or a key does, nobody is kept from going on. */
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

/** What nobody has asked for in days: the next one who asks begins anew. */
export const deleteIdleBudgets = (tx: Tx): Promise<void> => budgets.deleteIdleBudgets(tx)
