// Seals every sealed value again with the current key. It finds all columns whose names end in _sealed.
import { sql } from 'kysely'
import pg from 'pg'
import { BadSetting } from '../config/parse.ts'
import { sealContext, type Sealer } from '../secrets.ts'
import { connectionOf, type DatabaseLocation } from './connection.ts'
import type { Database } from './scope.ts'

interface SealedColumn {
  table: string
  column: string
  key: { name: string; type: string }[]
}

const findColumns = async (client: pg.Client): Promise<SealedColumn[]> => {
  const { rows } = await client.query<SealedColumn>(
    `select n.nspname || '.' || c.relname as "table", a.attname as "column",
            (select json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, k.atttypmod)) order by u.place)
             from pg_index i, unnest(i.indkey) with ordinality as u(attnum, place)
             join pg_attribute k on k.attrelid = c.oid and k.attnum = u.attnum
             where i.indrelid = c.oid and i.indisprimary) as key
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and a.attname like '%\\_sealed' and not a.attisdropped
     order by 1, 2`,
  )
  return rows
}

const batch = 500

const quoted = (name: string): string => `"${name}"`

/** One short transaction per batch; a value that changed meanwhile is already sealed with the new key. */
const resealColumn = async (client: pg.Client, { table, column, key }: SealedColumn, sealer: Sealer): Promise<number> => {
  const tableName = table.split('.').map(quoted).join('.')
  const keyList = key.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const old = `${quoted(column)} not like 's1.${sealer.currentKeyId}.%'`
  // The parameter is cast to the column's type, not the other way round: only then the primary key is used.
  const where = key.map(({ name, type }, index) => `${quoted(name)} = $${index + 3}::text::${type}`).join(' and ')
  let total = 0
  for (;;) {
    const { rows } = await client.query<string[]>({
      text: `select ${quoted(column)}, ${keyList} from ${tableName} where ${old} limit ${batch}`,
      rowMode: 'array',
    })
    if (rows.length === 0) return total
    await client.query('begin')
    for (const [sealed = '', ...values] of rows) {
      const fresh = sealer.seal(sealer.open(sealed, sealContext(table, column, ...values)), sealContext(table, column, ...values))
      await client.query(`update ${tableName} set ${quoted(column)} = $1 where ${quoted(column)} = $2 and ${where}`, [
        fresh,
        sealed,
        ...values,
      ])
    }
    await client.query('commit')
    total += rows.length
  }
}

export const resealEverything = async (
  location: DatabaseLocation,
  sealer: Sealer,
): Promise<{ column: string; values: number }[]> => {
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  try {
    const done: { column: string; values: number }[] = []
    for (const column of await findColumns(client))
      done.push({ column: `${column.table}.${column.column}`, values: await resealColumn(client, column, sealer) })
    return done
  } finally {
    await client.end()
  }
}

const canOpen = (sealer: Sealer, sealed: string): boolean => {
  try {
    return sealer.open(sealed, sealContext('pool.secret', 'value_sealed', 'mac')).length > 0
  } catch {
    return false
  }
}

/** Fails at the start if the secrets of this database were sealed with other keys, instead of at a user's sign-in. */
export const refuseForeignKeys = async (database: Database, sealer: Sealer): Promise<void> => {
  const { rows } = await database.asSystem('start: do the keys fit the database', (tx) =>
    sql<{ sealed: string }>`select value_sealed as sealed from pool.secret where name = 'mac'`.execute(tx),
  )
  const [first] = rows
  if (first === undefined || canOpen(sealer, first.sealed)) return
  throw new BadSetting(
    `The secrets of this database were sealed with the key ${first.sealed.split('.')[1]}, which is not among the configured ones: set SEALING_KEY or put sealing.keys back as it was.`,
  )
}
