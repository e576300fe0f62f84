// A follower that keeps a copy of which CRM rows there are and what they say.
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { defineFollower, type Follower, type LoggedChange } from '../model.ts'

/** A table of its own, as a migration would make it. */
export const createCopyTable = async (location: DatabaseLocation): Promise<void> => {
  const owner = new pg.Client(connectionOf(location, 'owner'))
  await owner.connect()
  try {
    await owner.query(`create table row_copy (client_id uuid not null references client on delete cascade, follower text not null,
      object text not null, id text not null, hash text not null, primary key (client_id, follower, object, id))`)
    await owner.query(`call protect_table('row_copy')`)
  } finally {
    await owner.end()
  }
}

const active = sql`deleted_at is null`

/** By object, in alphabetical order. What belongs to a record is part of its hash: touches to a contact, stages and contacts to an opportunity, members to a list. */
const selections: Record<string, (clientId: string) => RawBuilder<unknown>> = {
  contact: (clientId) => sql`
    select id::text as id, md5(concat(encode(content_hash, 'hex'), (
      select string_agg(concat_ws(' ', touch.at, touch.source, touch.click_id), ',' order by touch.at, touch.key) from touch
      where touch.client_id = ${clientId} and touch.contact_id = contact.id))) as hash
    from contact where client_id = ${clientId} and ${active} and merged_into is null`,
  list: (clientId) => sql`
    select concat_ws(' ', data_source_id, external_id) as id, md5(concat(name, (
      select string_agg(member.contact_external_id, ',' order by member.contact_external_id) from crm_list_member member
      where member.client_id = ${clientId} and member.data_source_id = crm_list.data_source_id
        and member.list_external_id = crm_list.external_id))) as hash
    from crm_list where client_id = ${clientId} and ${active}`,
  opportunity: (clientId) => sql`
    select id::text as id, md5(concat(encode(content_hash, 'hex'), contact_id, (
      select string_agg(concat_ws(' ', event.at, event.raw_stage), ',' order by event.seq) from stage_event event
      where event.client_id = ${clientId} and event.opportunity_id = opportunity.id), (
      select string_agg(concat_ws(' ', link.contact_external_id, link.contact_id), ',' order by link.contact_external_id)
      from opportunity_contact link where link.client_id = ${clientId} and link.opportunity_id = opportunity.id))) as hash
    from opportunity where client_id = ${clientId} and ${active}`,
}

interface Copy {
  clientId: string
  name: string
}

/** Without ids: all of them. */
const copy = async (tx: Tx, { clientId, name }: Copy, object: string, ids?: readonly string[]): Promise<void> => {
  const rows = selections[object]?.(clientId)
  if (!rows) return
  const wanted = ids === undefined ? sql`true` : sql`id = any(${ids}::text[])`
  await sql`delete from row_copy
    where client_id = ${clientId} and follower = ${name} and object = ${object} and ${wanted}`.execute(tx)
  await sql`insert into row_copy (client_id, follower, object, id, hash)
    with row as materialized (${rows}) select ${clientId}, ${name}, ${object}, id, hash from row where ${wanted}
    returning 1`.execute(tx)
}

const handle = async (tx: Tx, which: Copy, changes: readonly LoggedChange[]): Promise<'handled'> => {
  for (const object of ['contact', 'opportunity'])
    await copy(
      tx,
      which,
      object,
      changes.filter((change) => change.object === object).flatMap(({ ids }) => ids),
    )
  if (changes.some(({ object }) => object === 'list' || object === 'data_source')) await copy(tx, which, 'list')
  return 'handled'
}

export const rowCopy = (name = 'row_copy'): Follower =>
  defineFollower({
    name,
    handle: (tx, clientId, changes) => handle(tx, { clientId, name }, changes),
    rebuild: async (tx, clientId) => {
      for (const object of Object.keys(selections)) await copy(tx, { clientId, name }, object)
    },
  })

/** For a process that gets the path of this file. */
export const followers = [rowCopy()]

interface Row {
  object: string
  id: string
  hash: string
}

export const copiesOf = (database: Database, clientId: string, name = 'row_copy'): Promise<Row[]> =>
  database.asSystem('test: the copy', async (tx) => {
    const { rows } = await sql<Row>`select object, id, hash from row_copy
      where client_id = ${clientId} and follower = ${name} order by object, id`.execute(tx)
    return rows
  })

export const rowsOf = (database: Database, clientId: string): Promise<Row[]> =>
  database.asSystem('test: the rows', async (tx) => {
    const found: Row[] = []
    for (const [object, rows] of Object.entries(selections)) {
      const selected = await sql<Omit<Row, 'object'>>`with row as materialized (${rows(clientId)})
        select id, hash from row order by id`.execute(tx)
      found.push(...selected.rows.map((row) => ({ object, ...row })))
    }
    return found
  })

export const countContacts = (rows: readonly Row[]): number => rows.filter(({ object }) => object === 'contact').length
