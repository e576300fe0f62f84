// Distributes the tables of a database by account, or brings them back, each in one transaction.
import type { ClientBase } from 'pg'
import { BadSetting } from '#server/platform/config/parse.ts'
import { findObstacles, hasExtension, readCatalogue, readDistributed, type Catalogue } from './catalogue.ts'
import { orderOf, planBack, planForth } from './plan.ts'
import { differencesOf, prove, type Proof } from './proof.ts'

type Say = (line: string) => void

const refuseDifferences = (before: readonly Proof[], after: readonly Proof[], what: string): void => {
  const differences = differencesOf(before, after)
  if (differences.length > 0) throw new BadSetting([what, ...differences].join('\n'))
}

const printTables = (say: Say, proofs: readonly Proof[]): void => {
  for (const { table, rows } of proofs) say(`${table.padEnd(28)} ${String(rows).padStart(10)} rows, the same before and after`)
}

const inTransaction = async <T>(client: ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs the statements with the tables locked against writing, and compares them before and after. */
const change = (client: ClientBase, tables: readonly string[], statements: readonly string[]): Promise<Proof[]> =>
  inTransaction(client, async () => {
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await client.query('set local citus.enable_local_reference_table_foreign_keys = off')
    await client.query(`lock table ${tables.join(', ')} in share row exclusive mode`)
    const before = await prove(client, tables)
    for (const statement of statements) await client.query(statement)
    refuseDifferences(before, await prove(client, tables), 'Nothing was changed, because something would have been lost:')
    return before
  })

/** Removes the rows that the coordinator kept and no longer reads, and refreshes the statistics from the nodes. */
const tidy = async (client: ClientBase, tables: readonly string[]): Promise<void> => {
  for (const table of tables) await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
  for (const table of tables) await client.query(`analyze ${table}`)
}

const everythingOf = ({ tenants, registries, foreignKeys }: Catalogue): string[] => [
  ...orderOf(tenants, foreignKeys),
  ...registries,
]

/** Can be run again: tables that are already distributed stay unchanged. */
export const distribute = async (client: ClientBase, { shards, say }: { shards: number; say: Say }): Promise<void> => {
  const catalogue = await readCatalogue(client)
  const obstacles = await findObstacles(client, catalogue)
  if (obstacles.length > 0) throw new BadSetting(['This database cannot be distributed yet:', ...obstacles].join('\n'))
  const done = await readDistributed(client)
  const tables = everythingOf(catalogue)
  const statements = planForth({ ...catalogue, done, shards })
  if (statements.length === 0) {
    await tidy(client, tables)
    say(`All ${tables.length} tables are distributed already.`)
    return
  }
  const fresh = tables.filter((table) => !done.has(table))
  const before = await change(client, fresh, statements)
  await tidy(client, tables)
  const after = await inTransaction(client, () => prove(client, fresh))
  refuseDifferences(before, after, 'The tables are distributed, but differ now:')
  printTables(say, before)
  say(`${fresh.length} tables are distributed.`)
}

/** Brings all tables back to the coordinator. */
export const undistribute = async (client: ClientBase, { say }: { say: Say }): Promise<void> => {
  const catalogue = await readCatalogue(client)
  const done = (await hasExtension(client)) ? await readDistributed(client) : new Set<string>()
  const tables = everythingOf(catalogue).filter((table) => done.has(table))
  if (tables.length === 0) {
    say('No table is distributed.')
    return
  }
  const before = await change(client, tables, planBack(tables, catalogue.foreignKeys))
  for (const table of tables) await client.query(`analyze ${table}`)
  printTables(say, before)
  say(`${tables.length} tables are back on the coordinator.`)
}
