import { callbackify } from 'node:util'
import type { ClientBase, PoolConfig } from 'pg'
import type { Config } from '../config.ts'
import { parseDatabaseUrl } from '../config/database-url.ts'
import { BadSetting } from '../config/parse.ts'

export const servingRoles = ['app_rw', 'app_staff', 'app_system'] as const
export type ServingRole = (typeof servingRoles)[number]

/** The owner migrates and never serves; the others are restricted by row-level security in their own ways. */
export type DatabaseRole = 'owner' | ServingRole

export type DatabaseLocation =
  /** The embedded cluster: a unix socket with peer authentication. */
  | { kind: 'embedded'; socketDir: string; port: number; database: string; connectWithinMs?: number }
  /**
   * The operator's own PostgreSQL; its user owns the tables and takes the application's roles, unless these log in
   * themselves.
   */
  | { kind: 'url'; url: string; login?: { password: string | undefined } | undefined }

/** The operator's own PostgreSQL, if there is one. */
export const ownDatabaseOf = ({ databaseUrl, databaseLogin }: Config): DatabaseLocation | undefined =>
  databaseUrl === undefined ? undefined : { kind: 'url', url: databaseUrl, login: databaseLogin }

/** What the first migration sets on the roles. Such settings apply at a login only, not for a role that is taken after it. */
const limits = { lock_timeout: '10s', idle_in_transaction_session_timeout: '60s', 'citus.propagate_set_commands': 'local' }
const settingsOf: Record<ServingRole, Record<string, string>> = {
  app_rw: { ...limits, statement_timeout: '30s' },
  app_staff: { ...limits, statement_timeout: '30s' },
  // The queue, whose tables this role creates, is on the coordinator only.
  app_system: { ...limits, statement_timeout: '5min', 'citus.enable_ddl_propagation': 'off' },
}

/** The last one of several equal options counts, so ours come after the operator's. */
const takingRole = (url: string, role: ServingRole): string => {
  const address = parseDatabaseUrl(url)
  const ours = Object.entries({ ...settingsOf[role], role }).map(([name, value]) => `-c ${name}=${value}`)
  const theirs = address.searchParams.getAll('options').at(-1) ?? ''
  address.searchParams.set('options', [theirs, ...ours].join(' ').trim())
  return address.toString()
}

const loggingIn = (url: string, role: ServingRole, password: string | undefined): string => {
  const address = parseDatabaseUrl(url)
  address.password = ''
  address.searchParams.set('user', role)
  if (password === undefined) address.searchParams.delete('password')
  else address.searchParams.set('password', password)
  return address.toString()
}

/** A pooler or a server setting may give us another role than requested: then the connection is refused. */
export const refuseOtherRole = async (client: ClientBase, role: DatabaseRole): Promise<void> => {
  if (role === 'owner') return
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  if (rows[0]?.name !== role)
    throw new BadSetting(
      `A database connection that must serve as ${role} came up as ${rows[0]?.name ?? 'nobody'} and was refused.`,
    )
}

/** While a new connection is checked, the pool does not listen to it: a connection that breaks then would end the process. */
const verifyNew = (client: ClientBase, role: DatabaseRole): Promise<void> => {
  client.on('error', () => {})
  return refuseOtherRole(client, role)
}

/** How a connection of a role is opened, and what a pool does with a new one before it is used. */
export const connectionOf = (location: DatabaseLocation, role: DatabaseRole): PoolConfig => {
  const verify = callbackify((client: ClientBase) => verifyNew(client, role))
  const shared = { application_name: `tributary ${role}`, verify }
  if (location.kind === 'embedded') {
    const { socketDir, port, database } = location
    return { ...shared, host: socketDir, port, database, user: role === 'owner' ? 'app_owner' : role }
  }
  const { url, login } = location
  if (role === 'owner') return { ...shared, connectionString: url }
  return { ...shared, connectionString: login ? loggingIn(url, role, login.password) : takingRole(url, role) }
}
