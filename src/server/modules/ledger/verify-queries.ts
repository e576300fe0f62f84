import { sql } from 'kysely'
import type { Ends, Link } from '#server/platform/audit/chain.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { HashedRow } from './model.ts'

/** In one statement, so that nothing is appended in between. */
export const selectEnds = async (tx: Tx, clientId: string): Promise<Ends> => {
  const { rows } = await sql<Ends>`
    select head.seq as head_seq, head.hash as head_hash, last.seq as last_seq, last.hash as last_hash
    from (values (1)) as one
    left join (select seq, hash from ledger_head where client_id = ${clientId}) as head on true
    left join (select seq, hash from ledger_entry where client_id = ${clientId} order by seq desc limit 1) as last on true
  `.execute(tx)
  return rows[0] as Ends
}

/** The next rows of the chain: as many as `limit`, and none beyond `until`. */
export const selectLinks = (
  tx: Tx,
  clientId: string,
  { after, until, limit }: { after: Link; until: number; limit: number },
): Promise<HashedRow[]> =>
  tx
    .selectFrom('ledger_entry')
    .selectAll()
    .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('at_us'))
    .where('client_id', '=', clientId)
    .where('seq', '>', after.seq)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** The first row that differs from what was recorded at the end of a day. */
export const selectUnlikeDay = async (tx: Tx, clientId: string): Promise<number | null> => {
  const { rows } = await sql<{ seq: number | null }>`
    select min(noted.seq) as seq
    from ledger_day as noted
    left join ledger_entry as entry on entry.client_id = noted.client_id and entry.seq = noted.seq
    where noted.client_id = ${clientId} and entry.hash is distinct from noted.hash
  `.execute(tx)
  return rows[0]?.seq ?? null
}

/** Records where each ledger ends today, if it grew since the last record. Returns how many did. */
export const insertDays = async (tx: Tx, day: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into ledger_day (client_id, day, seq, hash)
    select head.client_id, ${day.toISOString().slice(0, 10)}::date, head.seq, head.hash
    from ledger_head as head
    where head.seq > coalesce(
      (select noted.seq from ledger_day as noted where noted.client_id = head.client_id order by noted.day desc limit 1), 0)
    on conflict do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
