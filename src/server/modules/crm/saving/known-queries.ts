// Which of the records that a vendor sent have to be written.
import { sql } from 'kysely'
import { textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { WriteContext } from '../model.ts'

/** What a record says, and whose it is. */
interface Said {
  externalId: string
  hash: string
}

interface Held {
  id: string
  external_id: string
  created_at: string
  raw_stage: string | null
  is_gone: boolean
}

const tables = {
  // Whoever has been merged is settled too: somebody else stands for them.
  contact: { always: sql`merged_into is not null`, stage: sql`null::text` },
  opportunity: { always: sql`false`, stage: sql`raw_stage` },
}

const idsOf = (said: readonly Said[]): Buffer => textArray(said.map(({ externalId }) => externalId))

const selectKnownIds = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  object: keyof typeof tables,
  said: readonly Said[],
) => {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from ${sql.table(object)}
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${idsOf(said)}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.external_id))
}

/** An erasing that was stopped by connecting again may have taken the delivery and left the record. */
const hasDelivery = (object: keyof typeof tables, clientId: string) =>
  sql`exists (select from record_payload sent
    where sent.client_id = ${clientId} and sent.object = ${object} and sent.record_id = ${sql.table(object)}.id)`

interface Asked {
  object: keyof typeof tables
  /** The source is read from the beginning: what has lost its delivery is written anew. */
  isFirst: boolean
}

/** New ones, with null, and those that say something else than before, with what is held. Whatever says the same is left out. */
export const selectNewOrChanged = async (
  tx: Tx,
  origin: WriteContext,
  { object, isFirst }: Asked,
  said: readonly Said[],
): Promise<Map<string, Held | null>> => {
  const { clientId, dataSourceId } = origin
  const { always, stage } = tables[object]
  const isWhole = isFirst ? sql`and ${hasDelivery(object, clientId)}` : sql``
  const hashes = textArray(said.map(({ hash }) => hash))
  // A hash is made of the id too, so it need not be known whose hash it is that was found. One row answers for all.
  const { rows } = await sql<{ settled: number; others: Held[] }>`
    with held as materialized (
      select id, external_id, created_at, ${stage} as raw_stage, deleted_at is not null as is_gone,
        ${always} or deleted_at is null and encode(content_hash, 'hex') = any(${hashes}::text[]) ${isWhole} as is_settled
      from ${sql.table(object)}
      where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${idsOf(said)}::text[])
    )
    select count(*) filter (where is_settled) as settled,
      coalesce(json_agg(held) filter (where not is_settled), '[]') as others from held`.execute(tx)
  const { settled, others } = rows[0] ?? { settled: 0, others: [] }
  const unsettled = new Map<string, Held | null>(others.map((row) => [row.external_id, row]))
  if (settled + others.length === said.length) return unsettled
  const known = settled === 0 ? new Set<string>() : await selectKnownIds(tx, origin, object, said)
  for (const { externalId } of said) if (!known.has(externalId) && !unsettled.has(externalId)) unsettled.set(externalId, null)
  return unsettled
}
