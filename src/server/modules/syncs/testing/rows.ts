// Everything that a tenant holds, in a form that two tenants with the same sources share: the vendors' ids instead of ours, and
// without what only tells when and by which run something was learned.
import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/db/scope.ts'

type Row = Record<string, unknown>
type Names = ReadonlyMap<unknown, string>

const select = async (tx: Tx, table: string, clientId: string): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} where client_id = ${clientId}`.execute(tx)).rows

interface Rule {
  /** Ids of ours that are replaced by what they stand for. */
  names?: readonly string[]
  /** Columns that are left out. */
  without?: readonly string[]
  /** Times that may be ours: only whether there is one counts. */
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
  sync_reject: { without: ['first_at', 'last_at', 'attempts'] },
}

const always = ['client_id', 'run_id']

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? value.toString('hex') : value
}

const comparable = (row: Row, { names: named = [], without = [], whether = [] }: Rule, names: Names): string => {
  // What we saw for ourselves happened when we looked.
  const ours = row['provenance'] === 'observed' ? ['at'] : []
  const kept = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
    if ([...always, ...without, ...ours].includes(column)) return []
    if (whether.includes(column)) return [[column, value !== null]]
    if (column === 'integration_id' || named.includes(column)) return [[column, value === null ? null : names.get(value)]]
    return [[column, plain(value)]]
  })
  return JSON.stringify(kept)
}

/** By table, each row as text, in order. */
export const rowsOf = (database: Database, clientId: string): Promise<Record<string, string[]>> =>
  database.asSystem('test: everything that a tenant holds', async (tx) => {
    const names = new Map<unknown, string>()
    for (const { id, type } of await select(tx, 'integration', clientId)) names.set(id, String(type))
    for (const table of ['contact', 'opportunity'])
      for (const row of await select(tx, table, clientId))
        names.set(row['id'], `${names.get(row['integration_id'])} ${table} ${String(row['external_id'])}`)
    const tables: Record<string, string[]> = {}
    for (const [table, rule] of Object.entries(rules))
      tables[table] = (await select(tx, table, clientId)).map((row) => comparable(row, rule, names)).toSorted()
    return tables
  })
