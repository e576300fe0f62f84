import type { ProviderType } from '#contract/integrations/providers.ts'
import { allConnectors, connectorOf } from '#server/connectors/registry.ts'
import { selectReadersWith } from '../../queries.ts'
import type { IntegrationRow, IntegrationRef } from '../../model.ts'
import type { VendorApps } from '../model.ts'

/** The vendors that are connected with the same kind of login. */
const typesWithSameLogin = (type: ProviderType): ProviderType[] => {
  const shared = connectorOf(type)?.manifest.sharedLogin
  if (shared === undefined) return []
  return allConnectors().flatMap(({ manifest }) => (manifest.sharedLogin === shared ? [manifest.type] : []))
}

/** A source, and the login that it uses. */
export interface LoginUser extends IntegrationRef {
  type: ProviderType
  login: string | null
}

export const loginOf = ({ facts, manager_account_id: manager }: IntegrationRow): string | null => {
  const { login_id: login } = facts as Record<string, string>
  return login ?? manager
}

/**
 * Whether another source uses the same login, in this account or in another one. An account that is being closed does
 * not count itself.
 */
export const isLoginNeeded = async (
  { database }: VendorApps,
  { clientId: own, integrationId, type, login }: LoginUser,
  { isClosing }: { isClosing: boolean },
): Promise<boolean> => {
  const types = typesWithSameLogin(type)
  if (types.length === 0 || login === null) return false
  const found = await database.asSystem('integrations: who else reads with a login', (tx) =>
    selectReadersWith(tx, types, login).execute(),
  )
  return found.some(({ client_id: clientId, id }) => id !== integrationId && !(isClosing && clientId === own))
}
