// Queries about accounts that several modules need, so that they do not depend on each other.
import { sql } from 'kysely'
import type { Tx } from './scope.ts'

/** For `like` on names of accounts. With fewer letters than a trigram index needs, names are searched at the beginning. */
export const namePattern = (text: string): string => {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return [...text].length < 3 ? `${literal}%` : `%${literal}%`
}

export const selectClientNames = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const clients = await tx
    .selectFrom('client')
    .select(['client_id', 'name'])
    .where('client_id', 'in', [...new Set(ids)])
    .execute()
  return new Map(clients.map((client) => [client.client_id, client.name]))
}

/** Names no account: a distributed database has to ask each of its nodes for that. */
export const probeEveryNode = async (tx: Tx): Promise<void> => {
  await sql`select 1 from client limit 1`.execute(tx)
}
