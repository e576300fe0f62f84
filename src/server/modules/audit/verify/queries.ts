import { sql } from 'kysely'
import type { Link } from '#server/platform/audit/chain.ts'
import type { Tx } from '#server/platform/db/scope.ts'

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
