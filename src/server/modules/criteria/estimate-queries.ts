// Records of a large source, chosen by chance, on which criteria are counted first: that is quick, and nearly right.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RecordIds } from './model.ts'

interface Source {
  clientId: string
  dataSourceId: string
}

/** Records chosen by chance, of those in the index, and of how many records each one is the only one chosen. */
interface Chosen {
  ids: string[]
  indexed: number
  one_in: number
}

export interface SampledRecords extends RecordIds {
  contactsPerId: number
  opportunitiesPerId: number
}

const sampleMax = 1500
/** Sources with fewer in the index are counted as quickly as they are estimated. */
const indexedMin = 1000
/** As in the indexes: the last byte of a random id. */
const isIndexed = sql`get_byte(uuid_send(id), 15) < 4`
const oneInIndexed = 64

const isLive = {
  contact: sql`deleted_at is null and merged_into is null`,
  opportunity: sql`deleted_at is null`,
} satisfies Record<string, RawBuilder<unknown>>

/** Of a very large source even fewer, by another byte of their ids. */
const selectChosen = async (tx: Tx, table: 'contact' | 'opportunity', { clientId, dataSourceId }: Source): Promise<Chosen> => {
  const { rows } = await sql<Chosen>`
    with known as materialized (
      select id from ${sql.table(table)}
      where client_id = ${clientId} and data_source_id = ${dataSourceId} and ${isLive[table]} and ${isIndexed}),
    kept as (
      select count(*) as indexed, greatest(1, least(256, ${sampleMax} * 256 / greatest(1, count(*)))) as bytes from known)
    select kept.indexed, array(select id from known where get_byte(uuid_send(id), 14) < kept.bytes) as ids,
      ${oneInIndexed} * 256.0::float8 / kept.bytes as one_in
    from kept`.execute(tx)
  return rows[0] ?? { ids: [], indexed: 0, one_in: 1 }
}

/** Undefined for a source that is not large. */
export const selectSampledRecords = async (tx: Tx, source: Source): Promise<SampledRecords | undefined> => {
  const contacts = await selectChosen(tx, 'contact', source)
  const opportunities = await selectChosen(tx, 'opportunity', source)
  if (contacts.indexed < indexedMin && opportunities.indexed < indexedMin) return undefined
  return {
    contactIds: contacts.ids,
    contactsPerId: contacts.one_in,
    opportunityIds: opportunities.ids,
    opportunitiesPerId: opportunities.one_in,
  }
}
