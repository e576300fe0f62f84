// All rows of a client, in a form that two clients with the same sources share: the vendors' ids instead of ours, and
// without the time and run in which something was read.
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/db/scope.ts'

type Row = Record<string, unknown>
type Names = ReadonlyMap<unknown, string>

const select = async (tx: Tx, table: string, clientId: string): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} where client_id = ${clientId}`.execute(tx)).rows

interface Rule {
  /** Ids of ours that are replaced by what they refer to. */
  names?: readonly string[]
  /** Columns that are left out. */
  without?: readonly string[]
  /** Times that may be ours: only their presence counts. */
  whether?: readonly string[]
}

const rules: Record<string, Rule> = {
  contact: { names: ['merged_into'], without: ['id'], whether: ['deleted_at'] },
  opportunity: { names: ['contact_id'], without: ['id'], whether: ['deleted_at'] },
  opportunity_contact: { names: ['opportunity_id', 'contact_id'] },
  stage_event: { names: ['opportunity_id'], without: ['learned_at'] },
  touch: { names: ['contact_id'] },
  pipeline: { without: ['synced_at'], whether: ['deleted_at'] },
  pipeline_stage: { without: ['synced_at'], whether: ['deleted_at'] },
  crm_owner: {},
  crm_list: { without: ['synced_at'], whether: ['deleted_at'] },
  crm_list_member: {},
  contact_alias: { without: ['merged_at'] },
  ad_spend: {},
  record_payload: { names: ['record_id'], without: ['received_at'] },
  sync_stream: { without: ['watermark'], whether: ['completed_at', 'swept_at', 'counted_at'] },
  sync_seen: { without: ['id'] },
  sync_reject: { without: ['first_at', 'last_at', 'attempts'] },
}

const always = ['client_id', 'run_id']

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? value.toString('hex') : value
}

const ourOwn = ({ provenance, stream }: Row): string[] => {
  // Observed changes have the time of our read.
  if (provenance === 'observed') return ['at']
  // All days are counted at intervals; later rows are not included.
  return stream === 'campaign_day' ? ['vendor_count', 'own_count'] : []
}

const comparable = (row: Row, { names: named = [], without = [], whether = [] }: Rule, names: Names): string => {
  const ours = ourOwn(row)
  const kept = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
    if ([...always, ...without, ...ours].includes(column)) return []
    if (whether.includes(column)) return [[column, value !== null]]
    if (['integration_id', 'data_source_id'].includes(column) || named.includes(column))
      return [[column, value === null ? null : names.get(value)]]
    return [[column, plain(value)]]
  })
  return JSON.stringify(kept)
}

/** A row without a source belongs to the source of its contact or opportunity, whose name begins with the vendor. */
const vendorOf = (row: Row, names: Names): string =>
  names.get(row['data_source_id'] ?? row['integration_id'] ?? row['opportunity_id'] ?? row['contact_id'])?.split(' ')[0] ??
  'nobody'

/**
 * A state that a record had only for a moment is found only by a reader in that moment, and another call of the vendor
 * may return it in another form. Then all that counts is which records have a payload.
 */
const oneOfEach = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(({ payload: _payload, ...row }) => [row['record_id'], row])).values(),
]

/** A record that was deleted between two calls for it is read in part: then only the deletion counts, not its last state. */
const withoutLastState = (table: string, rows: readonly Row[], gone: ReadonlySet<unknown>): Row[] => {
  if (table === 'stage_event') return rows.filter((row) => !gone.has(row['opportunity_id']))
  if (table !== 'opportunity') return [...rows]
  const idsOf = ({ data_source_id, external_id, deleted_at }: Row): Row => ({ data_source_id, external_id, deleted_at })
  return rows.map((row) => (gone.has(row['id']) ? idsOf(row) : row))
}

const withoutMoments = (table: string, rows: readonly Row[], gone: ReadonlySet<unknown>): Row[] =>
  table === 'record_payload' ? oneOfEach(rows) : withoutLastState(table, rows, gone)

interface RowsQuery {
  clientId: string
  /** Every state in which a record was delivered, or whether it was. */
  deliveries: 'all' | 'whether'
}

/** By vendor and table ("hubspot contact"), each row as text. */
export const rowsOf = (database: Database, { clientId, deliveries }: RowsQuery): Promise<Map<string, string[]>> =>
  database.asSystem('test: everything that a tenant holds', async (tx) => {
    const names = new Map<unknown, string>()
    const gone = new Set<unknown>()
    for (const { id, type } of await select(tx, 'integration', clientId)) names.set(id, String(type))
    for (const table of ['contact', 'opportunity'])
      for (const row of await select(tx, table, clientId))
        names.set(row['id'], `${names.get(row['data_source_id'])} ${table} ${String(row['external_id'])}`)
    for (const row of await select(tx, 'opportunity', clientId)) if (row['deleted_at'] !== null) gone.add(row['id'])
    const found = new Map<string, string[]>()
    for (const [table, rule] of Object.entries(rules)) {
      const all = await select(tx, table, clientId)
      for (const row of deliveries === 'all' ? all : withoutMoments(table, all, gone)) {
        const key = `${vendorOf(row, names)} ${table}`
        found.set(key, [...(found.get(key) ?? []), comparable(row, rule, names)])
      }
    }
    return found
  })
