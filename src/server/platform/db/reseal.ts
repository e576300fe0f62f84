// Seals every sealed value again under the current key. Columns whose names end in _sealed are found by themselves.
import pg from 'pg'
import { placeOf, type Sealer } from '../secrets.ts'
import { connectionOf, type DatabaseLocation } from './connection.ts'

interface SealedColumn {
  table: string
  column: string
  key: string[]
}

const findColumns = async (client: pg.Client): Promise<SealedColumn[]> => {
  const { rows } = await client.query<{ table: string; column: string; key: string[] }>(
    `select n.nspname || '.' || c.relname as "table", a.attname as "column",
            array(select k.attname::text from pg_index i, unnest(i.indkey) with ordinality as u(attnum, place)
                  join pg_attribute k on k.attrelid = c.oid and k.attnum = u.attnum
                  where i.indrelid = c.oid and i.indisprimary order by u.place) as key
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and a.attname like '%\\_sealed' and not a.attisdropped
     order by 1, 2`,
  )
  return rows
}

const batch = 500

const quoted = (name: string): string => `"${name}"`

/** One short transaction per batch; a value that changed meanwhile is left to whoever changed it. */
const resealColumn = async (client: pg.Client, { table, column, key }: SealedColumn, sealer: Sealer): Promise<number> => {
  const place = table.split('.').map(quoted).join('.')
  const keyList = key.map((name) => `${quoted(name)}::text`).join(', ')
  const old = `${quoted(column)} not like 's1.${sealer.currentKeyId}.%'`
  let total = 0
  for (;;) {
    const { rows } = await client.query<string[]>({
      text: `select ${quoted(column)}, ${keyList} from ${place} where ${old} limit ${batch}`,
      rowMode: 'array',
    })
    if (rows.length === 0) return total
    await client.query('begin')
    for (const [sealed = '', ...values] of rows) {
      const where = key.map((name, index) => `${quoted(name)}::text = $${index + 3}`).join(' and ')
      const fresh = sealer.seal(sealer.open(sealed, placeOf(table, column, ...values)), placeOf(table, column, ...values))
      await client.query(`update ${place} set ${quoted(column)} = $1 where ${quoted(column)} = $2 and ${where}`, [
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
