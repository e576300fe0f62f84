import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Identifies the connection of a transaction. */
export const selectProcess = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

/** Ends the statement that the connection is executing. A role can do so for its own connections. */
export const cancelStatement = async (tx: Tx, pid: number): Promise<void> => {
  await sql`select pg_cancel_backend(${pid}::integer)`.execute(tx)
}
