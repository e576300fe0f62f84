// A follower that keeps a copy of the contacts and their content.
import { sql } from 'kysely'
import pg from 'pg'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { defineFollower, type Follower } from '../model.ts'

/** Creates its own table, as a migration would. */
export const createCopyTable = async (location: DatabaseLocation): Promise<void> => {
  const owner = new pg.Client(connectionOf(location, 'owner'))
  await owner.connect()
  try {
    await owner.query(`create table contact_copy (client_id uuid not null references client on delete cascade, follower text not null,
      id uuid not null, hash text not null, primary key (client_id, follower, id))`)
    await owner.query(`call protect_table('contact_copy')`)
  } finally {
    await owner.end()
  }
}

const active = sql`deleted_at is null and merged_into is null`

const copy = async (tx: Tx, clientId: string, name: string, ids: readonly string[] | undefined): Promise<void> => {
  const isSelected = ids === undefined ? sql`true` : sql`id = any(${ids}::uuid[])`
  await sql`delete from contact_copy where client_id = ${clientId} and follower = ${name} and ${isSelected}`.execute(tx)
  await sql`insert into contact_copy (client_id, follower, id, hash)
    select ${clientId}, ${name}, id, encode(content_hash, 'hex') from contact where client_id = ${clientId} and ${active} and ${isSelected}
    returning 1`.execute(tx)
}

export const contactCopy = (name = 'contact_copy'): Follower =>
  defineFollower({
    name,
    handle: (tx, clientId, changes) =>
      copy(
        tx,
        clientId,
        name,
        changes.filter(({ object }) => object === 'contact').flatMap(({ ids }) => ids),
      ),
    rebuild: (tx, clientId) => copy(tx, clientId, name, undefined),
  })

/** For a process that loads its followers from a file. */
export const followers = [contactCopy()]

interface Row {
  id: string
  hash: string
}

export const copiesOf = (database: Database, clientId: string, name = 'contact_copy'): Promise<Row[]> =>
  database.asSystem('test: the copy', async (tx) => {
    const { rows } = await sql<Row>`select id, hash from contact_copy
      where client_id = ${clientId} and follower = ${name} order by id`.execute(tx)
    return rows
  })

export const contactsOf = (database: Database, clientId: string): Promise<Row[]> =>
  database.asSystem('test: the contacts', async (tx) => {
    const { rows } = await sql<Row>`select id, encode(content_hash, 'hex') as hash from contact
      where client_id = ${clientId} and ${active} order by id`.execute(tx)
    return rows
  })
