import type { ClientConfig } from 'pg'

/** The owner migrates and never serves; the others are bound by row-level security in their own ways. */
export type DatabaseRole = 'owner' | 'app_rw' | 'app_staff' | 'app_system'

export type DatabaseLocation =
  /** The embedded cluster: unix socket, the operating system vouches for us. */
  | { kind: 'embedded'; socketDir: string; port: number; database: string }
  /** The operator's own PostgreSQL; its user owns the tables and may take the application's roles. */
  | { kind: 'url'; url: string }

/** How a connection of a role is opened. */
export const connectionOf = (location: DatabaseLocation, role: DatabaseRole): ClientConfig => {
  const shared = { application_name: `tributary ${role}` }
  if (location.kind === 'embedded') {
    const { socketDir, port, database } = location
    return { ...shared, host: socketDir, port, database, user: role === 'owner' ? 'app_owner' : role }
  }
  return { ...shared, connectionString: location.url, ...(role === 'owner' ? {} : { options: `-c role=${role}` }) }
}
