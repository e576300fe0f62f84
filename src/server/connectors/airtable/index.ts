import type { ConnectorWith } from '../kit/connector.ts'
import type { Account, Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { scopesOf } from '../kit/manifest.ts'
import { auth, baseIn, tableIn } from './auth.ts'
import { findTable, nameOfBase, readSchema, refusalOf, tableNamed, type BaseTable } from './client.ts'
import { manifest } from './manifest.ts'
import { fieldPaths, remap } from './map.ts'
import { streams, tables } from './streams.ts'
import { whoami } from './wire.ts'

const checkScopes = (granted: readonly string[] | null | undefined): void => {
  const missing = granted ? scopesOf(manifest).filter((scope) => !granted.includes(scope)) : []
  if (missing.length === 0) return
  throw new ConnectorFailure(
    'refused',
    `The token is missing the scope ${missing.join(' and ')}. Add it in Airtable and reconnect.`,
  )
}

const noSuchTable =
  'This base has no such table. Enter the part of its URL that starts with “tbl”, or its name as shown in Airtable.'

/** A value that was just entered was never valid, so the error differs from that of a value that became invalid. */
const whoIs = ({ account, http }: Session) =>
  http.get(whoami, { path: '/v0/meta/whoami', about: 'whose token it is' }).catch((error: unknown) => {
    if (!(error instanceof ConnectorFailure) || error.kind !== 'auth_lost' || account.hubId !== null) throw error
    const message = "Airtable doesn't accept this token. Copy all of it, or create a new one at airtable.com/create/tokens."
    throw new ConnectorFailure('auth_lost', message, { status: error.status, technical: error.technical, field: 'token' })
  })

const tableOf = async (session: Session, idOrName: string, isFirst: boolean): Promise<BaseTable> => {
  const all = await readSchema(session)
  if (isFirst && !tableNamed(all, idOrName)) throw new ConnectorFailure('refused', noSuchTable, { field: 'table_id' })
  return findTable(all, idOrName)
}

const identify = async (session: Session): Promise<Account> => {
  const { account } = session
  const { facts } = account
  // When the account is checked later, it is already known.
  const hubId = account.hubId ?? baseIn(facts['base_id'] ?? '')
  const who = await whoIs(session)
  checkScopes(who.scopes)
  const baseSession = { ...session, account: { ...account, hubId } }
  const table = await tableOf(baseSession, tableIn(facts['table_id'] ?? ''), account.hubId === null)
  return {
    hubId,
    name: (await nameOfBase(session, hubId)) ?? table.name,
    url: null,
    managerAccount: who.email ?? null,
    managerAccountId: who.id,
    facts: { table_id: table.id, table_name: table.name },
  }
}

export const airtable: ConnectorWith<'read' | 'tables'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}` }),
    baseOf: ({ addresses }) => addresses.api,
    refusalOf,
  },
  identify,
  read: { streams, remap, fieldPaths },
  tables: { list: tables, datesRows: true },
}
