import { sql } from 'kysely'
import type { Ends, Link } from '#server/platform/audit/chain.ts'
import type { Tx } from '#server/platform/db/scope.ts'

/** The recorded end of the chain, and the last existing row; in one statement, so that nothing is appended in between. */
export const selectEnds = async (tx: Tx, clientId: string): Promise<Ends> => {
  const { rows } = await sql<Ends>`
    select head.seq as head_seq, head.hash as head_hash, last.seq as last_seq, last.hash as last_hash
    from (values (1)) as one
    left join (select seq, hash from audit_head where client_id = ${clientId}) as head on true
    left join (select seq, hash from audit_entry where client_id = ${clientId} order by seq desc limit 1) as last on true
  `.execute(tx)
  return rows[0] as Ends
}

interface CheckedPart {
  checked: number
  end_seq: number | null
  end_hash: string | null
  /** The first missing number. */
  missing: number | null
  /** The first row whose hash is wrong. */
  changed: number | null
  /** The first row that does not follow from the one before it. */
  unlinked: number | null
}

/** Computes the hashes of the next rows: as many as `limit`, and none beyond `until`. */
export const checkLinks = async (
  tx: Tx,
  clientId: string,
  { after, until, limit }: { after: Link; until: number; limit: number },
): Promise<CheckedPart> => {
  const { rows } = await sql<CheckedPart>`
    with part as (
      select seq, hash, prev_hash,
        encode(sha256(convert_to(audit_text(row(audit_entry.*)::audit_entry), 'UTF8')), 'hex') as computed
      from audit_entry
      where client_id = ${clientId} and seq > ${after.seq} and seq <= ${until}
      order by seq limit ${limit}
    ), linked as (
      select *, lag(seq, 1, ${after.seq}::bigint) over (order by seq) as seq_before,
        lag(hash, 1, ${after.hash}::text) over (order by seq) as hash_before, lead(seq) over (order by seq) as seq_after
      from part
    )
    select count(*) as checked, max(seq) as end_seq,
      min(hash) filter (where seq_after is null) as end_hash,
      min(seq_before + 1) filter (where seq <> seq_before + 1) as missing,
      min(seq) filter (where hash <> computed) as changed,
      min(seq) filter (where seq = seq_before + 1 and prev_hash <> hash_before) as unlinked
    from linked
  `.execute(tx)
  return rows[0] as CheckedPart
}

/** The first row that differs from what was recorded at the end of a day. */
export const selectUnlikeDays = async (tx: Tx, clientId: string): Promise<number | null> => {
  const { rows } = await sql<{ seq: number | null }>`
    select min(noted.seq) as seq
    from audit_day as noted
    left join audit_entry as entry on entry.client_id = noted.client_id and entry.seq = noted.seq
    where noted.client_id = ${clientId} and entry.hash is distinct from noted.hash
  `.execute(tx)
  return rows[0]?.seq ?? null
}

/** Records where each chain ends today, if it grew since the last record. Returns the number of chains. */
export const insertDays = async (tx: Tx, day: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into audit_day (client_id, day, seq, hash)
    select head.client_id, ${day.toISOString().slice(0, 10)}::date, head.seq, head.hash
    from audit_head as head
    where head.seq > coalesce(
      (select noted.seq from audit_day as noted where noted.client_id = head.client_id order by noted.day desc limit 1), 0)
    on conflict do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * One hash over the ends of all chains. Kept with the logs, it shows later whether the database was changed outside of
 * the product.
 */
export const selectDigest = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(coalesce(
      string_agg(client_id::text || ' ' || seq::text || ' ' || hash, chr(10) order by client_id), ''), 'UTF8')), 'hex') as digest
    from audit_head
  `.execute(tx)
  return rows[0]?.digest ?? ''
}
