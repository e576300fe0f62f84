import type { Account, Connector, Session } from '../kit/connector.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { auth, baseIn, tableIn } from './auth.ts'
import { findTable, nameOfBase, readSchema, refusalOf } from './client.ts'
import { manifest } from './manifest.ts'
import { originsOf, remap } from './map.ts'
import { streams, tables } from './streams.ts'
import { whoami } from './wire.ts'

const checkScopes = (granted: readonly string[] | null | undefined): void => {
  const missing = granted ? manifest.scopes.filter((scope) => !granted.includes(scope)) : []
  if (missing.length === 0) return
  throw new ConnectorFailure(
    'refused',
    `The token lacks the scope ${missing.join(' and ')}. Add it in Airtable and connect again.`,
  )
}

const identify = async (session: Session): Promise<Account> => {
  const { account, http } = session
  const { facts } = account
  // Asked again later, the account is known already.
  const hubId = account.hubId ?? baseIn(facts['base_id'] ?? '')
  const who = await http.get(whoami, { path: '/v0/meta/whoami', about: 'whose token it is' })
  checkScopes(who.scopes)
  const all = await readSchema({ ...session, account: { ...account, hubId } })
  const table = findTable(all, tableIn(facts['table_id'] ?? ''))
  return {
    hubId,
    name: (await nameOfBase(session, hubId)) ?? table.name,
    url: null,
    managerAccount: who.email ?? null,
    managerAccountId: who.id,
    facts: { table_id: table.id, table_name: table.name },
  }
}

export const airtable: Connector = {
  manifest,
  auth,
  authorize: (token) => ({ authorization: `Bearer ${token}` }),
  baseOf: ({ addresses }) => addresses.api,
  refusalOf,
  identify,
  streams,
  remap,
  originsOf,
  tables,
}
