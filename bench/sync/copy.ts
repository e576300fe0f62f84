// The same rows by COPY into tables with the same columns, indexes and references: the upper bound of the database in
// one connection.
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'

/** Everything that a first sync writes, referenced tables first. */
const referred = ['pipeline', 'pipeline_stage', 'crm_owner', 'crm_list', 'contact', 'opportunity']
const tables = [...referred, 'record_payload', 'opportunity_contact', 'stage_event', 'touch', 'crm_list_member']

const readTable = async (client: pg.Client, table: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await pipeline(client.query(copyTo(`copy ${table} to stdout`)), sink)
  return Buffer.concat(chunks)
}

const pieces = function* (bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/**
 * Takes the rows out, empties the tables and puts the rows back as the owner, who bypasses row-level security. Returns
 * seconds.
 */
export const copyAgain = async (location: DatabaseLocation): Promise<number> => {
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  try {
    const rows = new Map<string, Buffer>()
    for (const table of tables) rows.set(table, await readTable(client, table))
    await client.query(`truncate ${tables.join(', ')}`)
    await client.query('checkpoint')
    let seconds = 0
    for (const table of tables) {
      const begun = performance.now()
      await pipeline(
        Readable.from(pieces(rows.get(table) ?? Buffer.alloc(0))),
        client.query(copyFrom(`copy ${table} from stdin`)),
      )
      seconds += (performance.now() - begun) / 1000
      // Otherwise references are looked up with plans for empty tables.
      if (referred.includes(table)) await client.query(`analyze ${table}`)
    }
    return seconds
  } finally {
    await client.end()
  }
}

/** What PostgreSQL does automatically in the minutes after this many rows, done before anything else is measured. */
export const comeToRest = async (location: DatabaseLocation): Promise<void> => {
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  try {
    for (const table of tables) await client.query(`vacuum analyze ${table}`)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
