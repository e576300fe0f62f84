import { sql } from 'kysely'
import type { Tx } from './scope.ts'

const pageBytes = 8192
/** A smaller table is planned well without statistics. */
const smallBytes = 10 * pageBytes
const manyfold = 5

interface Grown {
  name: string
  database: string
  bytes: number
}

/** The catalog of the coordinator describes an empty table, so the last known total size is stored here. */
const lastBytes = new Map<string, number>()

const isDistributed = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select to_regproc('citus_relation_size') is not null as is`.execute(tx)
  return rows[0]?.is ?? false
}

const selectGrownShards = async (tx: Tx, tables: readonly string[]): Promise<Grown[]> => {
  const { rows } = await sql<Grown>`
    select logicalrelid::text as name, current_database()::text as database, citus_relation_size(logicalrelid) as bytes
    from pg_dist_partition where logicalrelid = any(${tables}::text[]::regclass[])`.execute(tx)
  return rows.filter(
    ({ database, name, bytes }) => bytes > manyfold * Math.max(lastBytes.get(`${database} ${name}`) ?? 0, smallBytes),
  )
}

const selectGrown = async (tx: Tx, tables: readonly string[]): Promise<Grown[]> => {
  const { rows } = await sql<Grown>`
    select relname::text as name, current_database()::text as database, pg_relation_size(oid) as bytes from pg_class
    where oid = any(${tables}::text[]::regclass[])
      and pg_relation_size(oid) > ${manyfold} * greatest(relpages * ${pageBytes}, ${smallBytes})`.execute(tx)
  return rows
}

interface AnalyzeOptions {
  /** The transaction has written rows: a distributed database refuses to tell sizes then, and its nodes analyze on their own. */
  hasWritten?: boolean
}

/**
 * The statistics of a table that has grown to many times its size are wrong, and queries are slow until autovacuum
 * analyzes it. Analyzes those of the given tables now.
 */
export const analyzeGrown = async (
  tx: Tx,
  tables: readonly string[],
  { hasWritten = false }: AnalyzeOptions = {},
): Promise<void> => {
  const isOnNodes = await isDistributed(tx)
  if (isOnNodes && hasWritten) return
  const grown = await (isOnNodes ? selectGrownShards(tx, tables) : selectGrown(tx, tables))
  for (const { name, database, bytes } of grown) {
    await sql`analyze (skip_locked) ${sql.table(name)}`.execute(tx)
    lastBytes.set(`${database} ${name}`, bytes)
  }
}
