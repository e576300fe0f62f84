import { sql } from 'kysely'
import { providerTypes, type ProviderType } from '#contract/providers.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRow } from './queries.ts'
import type { Vendors } from './vendors.ts'

/** Whatever is connected with the same kind of login. */
const typesBeside = (type: ProviderType): ProviderType[] => {
  const shared = connectorOf(type)?.manifest.sharedLogin
  if (shared === undefined) return []
  return providerTypes.filter((one) => connectorOf(one)?.manifest.sharedLogin === shared)
}

const loginOf = ({ facts, manager_account_id: manager }: IntegrationRow): string | null => {
  const { user_id: user, login_id: login } = facts as Record<string, string>
  return user ?? login ?? manager
}

const selectOthers = (tx: Tx, types: readonly string[], login: string) =>
  tx
    .selectFrom('integration')
    .select(['client_id', 'id'])
    .where('type', 'in', types)
    .where('status', '<>', 'disconnected')
    .where(sql<string>`coalesce(facts->>'user_id', facts->>'login_id', manager_account_id)`, '=', login)
    .execute()

/** Whether another source reads with the same login, in this account or in another one. An account that goes does not count itself. */
export const isLoginNeeded = async (
  { database }: Vendors,
  row: IntegrationRow,
  { isClosing }: { isClosing: boolean },
): Promise<boolean> => {
  const types = typesBeside(row.type as ProviderType)
  const login = loginOf(row)
  if (types.length === 0 || login === null) return false
  const found = await database.asSystem('integrations: who else reads with a login', (tx) => selectOthers(tx, types, login))
  return found.some(({ client_id: clientId, id }) => id !== row.id && !(isClosing && clientId === row.client_id))
}
