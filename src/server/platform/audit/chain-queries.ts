import { sql } from 'kysely'
import type { Tx } from '../db/scope.ts'
import type { Ends } from './chain.ts'

/** Each has rows, the end of every account's chain, and the ends of its days. */
type Chain = 'audit' | 'ledger'

const tablesOf = (chain: Chain) => ({
  entries: sql.table(`${chain}_entry`),
  heads: sql.table(`${chain}_head`),
  days: sql.table(`${chain}_day`),
})

/** In one statement, so that nothing is appended in between. */
export const selectEnds = async (tx: Tx, chain: Chain, clientId: string): Promise<Ends> => {
  const { entries, heads } = tablesOf(chain)
  const { rows } = await sql<Ends>`
    select head.seq as head_seq, head.hash as head_hash, last.seq as last_seq, last.hash as last_hash
    from (values (1)) as one
    left join (select seq, hash from ${heads} where client_id = ${clientId}) as head on true
    left join (select seq, hash from ${entries} where client_id = ${clientId} order by seq desc limit 1) as last on true
  `.execute(tx)
  return rows[0] as Ends
}

/** The first row that differs from what was recorded at the end of a day. */
export const selectUnlikeDay = async (tx: Tx, chain: Chain, clientId: string): Promise<number | null> => {
  const { entries, days } = tablesOf(chain)
  const { rows } = await sql<{ seq: number | null }>`
    select min(noted.seq) as seq
    from ${days} as noted
    left join ${entries} as entry on entry.client_id = noted.client_id and entry.seq = noted.seq
    where noted.client_id = ${clientId} and entry.hash is distinct from noted.hash
  `.execute(tx)
  return rows[0]?.seq ?? null
}

/** Records where each account's chain ends today, if it grew since the last record. Returns how many did. */
export const insertDays = async (tx: Tx, chain: Chain, day: Date): Promise<number> => {
  const { heads, days } = tablesOf(chain)
  const { numAffectedRows } = await sql`
    insert into ${days} (client_id, day, seq, hash)
    select head.client_id, ${day.toISOString().slice(0, 10)}::date, head.seq, head.hash
    from ${heads} as head
    where head.seq > coalesce(
      (select noted.seq from ${days} as noted where noted.client_id = head.client_id order by noted.day desc limit 1), 0)
    on conflict do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
