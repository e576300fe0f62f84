// What several modules ask about accounts, so that they need not know each other for it.
import type { Tx } from './scope.ts'

/** For `like` on names of accounts. Fewer letters than an index of parts knows are looked for at the beginning. */
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
