import type { ProviderType } from '#contract/integrations/providers.ts'
import { allConnectors, connectorOf } from '#server/connectors/registry.ts'
import { selectReadersWith } from '../../queries.ts'
import type { IntegrationRow, IntegrationRef } from '../../model.ts'
import type { VendorApps } from '../model.ts'

/** Whatever is connected with the same kind of login. */
const typesBeside = (type: ProviderType): ProviderType[] => {
  const shared = connectorOf(type)?.manifest.sharedLogin
  if (shared === undefined) return []
  return allConnectors().flatMap(({ manifest }) => (manifest.sharedLogin === shared ? [manifest.type] : []))
}

/** A source, and whose login it reads with. */
export interface LoginUser extends IntegrationRef {
  type: ProviderType
  login: string | null
}

export const loginOf = ({ facts, manager_account_id: manager }: IntegrationRow): string | null => {
  const { login_id: login } = facts as Record<string, string>
  return login ?? manager
}

/** Whether another source reads with the same login, in this account or in another one. An account that goes does not count itself. */
export const isLoginNeeded = async (
  { database }: VendorApps,
  { clientId: own, integrationId, type, login }: LoginUser,
  { isClosing }: { isClosing: boolean },
): Promise<boolean> => {
  const types = typesBeside(type)
  if (types.length === 0 || login === null) return false
  const found = await database.asSystem('integrations: who else reads with a login', (tx) =>
    selectReadersWith(tx, types, login).execute(),
  )
  return found.some(({ client_id: clientId, id }) => id !== integrationId && !(isClosing && clientId === own))
}
