// One small valid row for any client table, made from the database's catalog.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'

interface Column {
  name: string
  type: string
  isRequired: boolean
}

interface ForeignKey {
  columns: string[]
  target: string
  targetColumns: string[]
}

export interface Table {
  /** schema.name */
  name: string
  columns: Column[]
  foreignKeys: ForeignKey[]
}

/** What a check constraint requires. A new table whose row is refused needs an entry here. */
const constrained: Record<string, unknown> = {
  'public.client.type': 'COMPANY',
  'public.client.currency': 'EUR',
  'public.app_user.role': 'user',
  'public.app_user.status': 'ACTIVE',
  'public.event.origin': 'user',
  'public.stage.color': '#aabbcc',
  'public.data_source.kind': 'integration',
  'public.connection.side': 'AGENCY',
  'public.connection.state': 'INVITED',
  'public.connection.invited_by': 'AGENCY',
  'public.criteria_version.state': 'draft',
  'public.connection_comment.side': 'AGENCY',
  'public.connection_comment.kind': 'rejected',
  'public.shared_record.object': 'contact',
  'public.shared_record.state': 'shared',
  'public.receipt.kind': 'ended',
  'public.ledger_read.kind': 'screen',
  'public.ledger_entry.kind': 'screen',
  'public.change_log.kind': 'created',
  'public.integration.status': 'active',
  'public.staff_request.kind': 'closing',
  'public.sync_run.kind': 'full',
  'public.sync_run.origin': 'user',
  'public.webhook_event.kind': 'changed',
  'public.webhook_property.type': 'string',
  'public.webhook_delivery.state': 'applied',
  'public.stage_event.provenance': 'provider',
  'public.touch.kind': 'click',
  'public.crm_list.kind': 'list',
  'public.ad_spend.currency': 'EUR',
  'public.audit_entry.actor_kind': 'system',
}

const makers: Record<string, () => unknown> = {
  uuid: newId,
  text: () => `row ${randomBytes(6).toString('hex')}`,
  integer: () => 1,
  bigint: () => 1,
  smallint: () => 1,
  numeric: () => 1,
  'double precision': () => 1,
  boolean: () => false,
  'timestamp with time zone': () => new Date(),
  date: () => '2026-01-31',
  jsonb: () => '{}',
  bytea: () => randomBytes(8),
  'text[]': () => [],
  'uuid[]': () => [],
}

type Row = Record<string, unknown>

const valueOf = (table: Table, column: Column): unknown => {
  const columnName = `${table.name}.${column.name}`
  if (columnName in constrained) return constrained[columnName]
  const make = makers[column.type]
  if (!make) throw new Error(`No value is known for ${columnName} of type ${column.type}: add one to testing/database/rows.ts`)
  return make()
}

/** Values that must repeat those of an existing row. */
const inherited = (table: Table, rows: ReadonlyMap<string, Row>): Row =>
  Object.fromEntries(
    table.foreignKeys.flatMap(({ columns, target, targetColumns }) =>
      columns.map((column, index) => [column, rows.get(target)?.[targetColumns[index] ?? '']]),
    ),
  )

/** The tables in an order in which rows can be inserted: referenced tables come first. */
export const inOrder = (tables: readonly Table[]): Table[] => {
  const ordered: Table[] = []
  const visit = (table: Table): void => {
    if (ordered.includes(table)) return
    for (const { target } of table.foreignKeys)
      if (target !== table.name) tables.filter(({ name }) => name === target).forEach(visit)
    ordered.push(table)
  }
  tables.forEach(visit)
  return ordered
}

export const rowFor = (table: Table, clientId: string, rows: ReadonlyMap<string, Row>): Row => ({
  ...Object.fromEntries(
    table.columns.filter(({ isRequired }) => isRequired).map((column) => [column.name, valueOf(table, column)]),
  ),
  ...inherited(table, rows),
  client_id: clientId,
})

export const insertRow = async (tx: Tx, table: Table, row: Row): Promise<Row> => {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(row).map((value) => sql`${value}`))
  const inserted = await sql<Row>`insert into ${sql.table(table.name)} (${columns}) values (${values}) returning *`.execute(tx)
  return inserted.rows[0] ?? {}
}
