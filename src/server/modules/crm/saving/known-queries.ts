// Which records of a vendor have to be written.
import { sql } from 'kysely'
import { textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { WriteContext } from '../model.ts'

/** The id and content hash of a record. */
interface RecordHash {
  externalId: string
  hash: string
}

interface StoredRow {
  id: string
  external_id: string
  created_at: string
  raw_stage: string | null
  is_gone: boolean
}

const tables = {
  // A merged contact is settled too: another contact replaces it.
  contact: { always: sql`merged_into is not null`, stage: sql`null::text` },
  opportunity: { always: sql`false`, stage: sql`raw_stage` },
}

const idsOf = (hashes: readonly RecordHash[]): Buffer => textArray(hashes.map(({ externalId }) => externalId))

const selectKnownIds = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  object: keyof typeof tables,
  hashes: readonly RecordHash[],
) => {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from ${sql.table(object)}
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${idsOf(hashes)}::text[])`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.external_id))
}

/** An erasure that was stopped by reconnecting may have deleted the payload and left the record. */
const hasDelivery = (object: keyof typeof tables, clientId: string) =>
  sql`exists (select from record_payload sent
    where sent.client_id = ${clientId} and sent.object = ${object} and sent.record_id = ${sql.table(object)}.id)`

interface Selection {
  object: keyof typeof tables
  /** The source is read from the beginning: records without a payload are written again. */
  isFirst: boolean
}

/** New records, with null, and changed ones, with the stored row. Unchanged records are left out. */
export const selectNewOrChanged = async (
  tx: Tx,
  origin: WriteContext,
  { object, isFirst }: Selection,
  hashes: readonly RecordHash[],
): Promise<Map<string, StoredRow | null>> => {
  const { clientId, dataSourceId } = origin
  const { always, stage } = tables[object]
  const isWhole = isFirst ? sql`and ${hasDelivery(object, clientId)}` : sql``
  const hashTexts = textArray(hashes.map(({ hash }) => hash))
  // The hash includes the id, so matching hashes need no comparison by id. One row counts all of them.
  const { rows } = await sql<{ settled: number; others: StoredRow[] }>`
    with held as materialized (
      select id, external_id, created_at, ${stage} as raw_stage, deleted_at is not null as is_gone,
        ${always} or deleted_at is null and encode(content_hash, 'hex') = any(${hashTexts}::text[]) ${isWhole} as is_settled
      from ${sql.table(object)}
      where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${idsOf(hashes)}::text[])
    )
    select count(*) filter (where is_settled) as settled,
      coalesce(json_agg(held) filter (where not is_settled), '[]') as others from held`.execute(tx)
  const { settled, others } = rows[0] ?? { settled: 0, others: [] }
  const unsettled = new Map<string, StoredRow | null>(others.map((row) => [row.external_id, row]))
  if (settled + others.length === hashes.length) return unsettled
  const known = settled === 0 ? new Set<string>() : await selectKnownIds(tx, origin, object, hashes)
  for (const { externalId } of hashes) if (!known.has(externalId) && !unsettled.has(externalId)) unsettled.set(externalId, null)
  return unsettled
}
