import { sql } from 'kysely'
import { jsonText } from '../db/json.ts'
import type { Tx } from '../db/scope.ts'

/** The next links of an account's chain, which stays held until the transaction ends. */
export const appendEntries = async (tx: Tx, clientId: string, entries: readonly object[]): Promise<void> => {
  await sql`select audit_append(${clientId}, ${jsonText(entries)})`.execute(tx)
}
