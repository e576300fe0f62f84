import type { ProviderType } from '#contract/integrations/providers.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import type { Account } from '#server/connectors/kit/access.ts'
import { accountOf, type IntegrationRow } from '../../model.ts'
import { vendorOf } from '../vendor-apps.ts'
import type { VendorApps } from '../model.ts'
import { openTokenVendorSession } from '../session.ts'
import { openGrant, type OpenedTokens } from './token-provider.ts'
import { isLoginNeeded, loginOf, type LoginUser } from './logins.ts'

/** What is needed to revoke the access of a source whose row may be deleted by then. */
export interface Revocation extends LoginUser {
  grantId: string
  facts: Readonly<Record<string, string>>
}

export const revocationOf = (row: IntegrationRow, grantId: string): Revocation => ({
  clientId: row.client_id,
  integrationId: row.id,
  grantId,
  type: row.type,
  login: loginOf(row),
  facts: accountOf(row).facts,
})

/** Whether the vendor supports revoking access. */
export const isRevocable = (vendors: VendorApps, type: ProviderType): boolean => {
  const auth = connectorOf(type)?.auth
  return auth?.kind === 'oauth' && auth.revoke !== undefined && vendors.appOf(type) !== null
}

/** Revokes the tokens at the vendor. */
export const revokeAt = async (
  vendors: VendorApps,
  { type, clientId, facts }: Revocation,
  tokens: OpenedTokens,
): Promise<void> => {
  const { auth } = vendorOf(vendors, type).connector
  if (auth.kind !== 'oauth' || !auth.revoke) return
  const account: Account = { hubId: null, name: '', url: null, managerAccount: null, managerAccountId: null, facts }
  const session = openTokenVendorSession(vendors, type, clientId, { signal: vendors.stopping, isTriedOnce: true })
  await auth.revoke(session, tokens, account)
}

/**
 * Revokes a grant that no source uses anymore. False: there is nothing to revoke, because it is used again, or because
 * revoking it would end the access of others with the same login.
 */
export const revokeGrant = async (vendors: VendorApps, revocation: Revocation): Promise<boolean> => {
  const tokens = await openGrant(vendors, revocation)
  if (!tokens || (await isLoginNeeded(vendors, revocation, { isClosing: false }))) return false
  await revokeAt(vendors, revocation, tokens)
  return true
}
