// Proves that nothing was lost: compares counts and hashes of rows, and their row-level security.
import type { ClientBase } from 'pg'

export interface Proof {
  table: string
  rows: number
  /** Over all rows, in any order. */
  hash: string
  /** Row-level security with its policies. */
  security: string
  isProtected: boolean
}

const securityQuery = `
  select relrowsecurity and relforcerowsecurity as "isProtected", coalesce((
    select string_agg(concat_ws(' ', polname, polcmd, polpermissive,
      (select string_agg(rolname, ',' order by rolname) from pg_roles where oid = any (polroles)),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), '; ' order by polname)
    from pg_policy where polrelid = c.oid), '') as security
  from pg_class c where c.oid = $1::regclass`

const proveTable = async (client: ClientBase, table: string): Promise<Proof> => {
  const counted = await client.query<Pick<Proof, 'rows' | 'hash'>>(
    `select count(*)::float8 as rows, coalesce(sum(hashtextextended(whole::text, 0)::numeric), 0)::text as hash from ${table} as whole`,
  )
  const secured = await client.query<Pick<Proof, 'security' | 'isProtected'>>(securityQuery, [table])
  const [{ rows, hash } = { rows: -1, hash: '' }] = counted.rows
  const [{ security, isProtected } = { security: '', isProtected: false }] = secured.rows
  return { table, rows, hash, security, isProtected }
}

/** The text form of a value depends on settings of its node; these settings are sent to every node. */
const sameEverywhere = { 'citus.propagate_set_commands': 'local', timezone: 'UTC', datestyle: 'ISO', extra_float_digits: '1' }

/** Runs inside a transaction. The table names come from the catalog, quoted if necessary. */
export const prove = async (client: ClientBase, tables: readonly string[]): Promise<Proof[]> => {
  for (const [name, value] of Object.entries(sameEverywhere)) await client.query(`set local ${name} = '${value}'`)
  const proofs: Proof[] = []
  for (const table of tables) proofs.push(await proveTable(client, table))
  return proofs
}

/** Describes the differences in sentences. */
export const differencesOf = (before: readonly Proof[], after: readonly Proof[]): string[] =>
  before.flatMap((was) => {
    const is = after.find(({ table }) => table === was.table)
    if (!is) return [`${was.table} was not looked at again.`]
    return [
      ...(is.rows === was.rows ? [] : [`${was.table} had ${was.rows} rows and has ${is.rows}.`]),
      ...(is.rows === was.rows && is.hash !== was.hash ? [`${was.table} has other rows than before.`] : []),
      ...(is.security === was.security ? [] : [`${was.table} has other policies than before.`]),
      ...(is.isProtected ? [] : [`${was.table} does not force row-level security.`]),
    ]
  })
