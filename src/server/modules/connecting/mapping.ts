import type { MappingPreview } from '#contract/mapping.ts'
import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Table } from '#server/connectors/kit/connector.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import { readTable, type Column } from '#server/connectors/kit/rows/columns.ts'
import { problemsOf } from '#server/connectors/kit/rows/problems.ts'
import { suggestMap } from '#server/connectors/kit/rows/suggest.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { answered, findIntegration, openLine, type Vendors } from '../integrations/service.ts'
import { missingDate } from './settings.ts'

const shownRows = 20
const shownSamples = 5

type Rows = ReturnType<typeof readTable>['rows']

const textOf = (value: string | number | boolean | null | undefined): string => String(value ?? '')

const samplesOf = (rows: Rows, index: number): string[] =>
  rows
    .map((row) => textOf(row[index]))
    .filter((text) => text !== '')
    .slice(0, shownSamples)

/** The first rows as they would arrive. */
const peopleOf = (rows: Rows, columns: readonly Column[], map: NonNullable<SyncSettings['map']>): MappingPreview['people'] => {
  const at = (row: Rows[number], field: keyof typeof map): string => {
    const index = columns.findIndex(({ id }) => id === map[field])
    return index < 0 ? '' : textOf(row[index])
  }
  return rows.slice(0, shownRows).map((row) => ({
    name: at(row, 'full_name') || `${at(row, 'first_name')} ${at(row, 'last_name')}`.trim(),
    identifier: at(row, 'email') || at(row, 'phone') || at(row, 'row_key'),
    created: at(row, 'created_at'),
    source: at(row, 'source'),
    stage: at(row, 'stage'),
    amount: `${at(row, 'amount')} ${at(row, 'currency')}`.trim(),
  }))
}

type Problems = MappingPreview['problems']

/** What is missing from the choice itself comes first. */
const problemsIn = (manifest: Manifest, table: Table, settings: SyncSettings): Problems => {
  const missing = missingDate(manifest, settings.map ?? {})
  const found = problemsOf(table, settings).map(({ column, ...rest }) => ({ ...rest, column: column === '' ? null : column }))
  return [...(missing === null ? [] : [{ row: 0, column: null, code: 'missing_mapping', text: missing }]), ...found]
}

interface Chosen {
  manifest: Manifest
  tables: readonly Table[]
  table: Table
}

const describe = ({ manifest, tables, table }: Chosen, settings: SyncSettings): MappingPreview => {
  const { columns, rows } = readTable(table, settings)
  const suggestion = suggestMap(columns)
  const map = settings.map ?? suggestion
  return {
    tables: tables.map(({ id, name, rowCount }) => ({ id, name, row_count: rowCount })),
    table_id: table.id,
    has_named_columns: table.columns.length > 0,
    rows: table.rows.slice(0, shownRows).map((row) => row.map((cell) => textOf(cell))),
    columns: columns.map(({ id, name }, index) => ({ id, name, samples: samplesOf(rows, index) })),
    suggestion,
    people: peopleOf(rows, columns, map),
    problems: problemsIn(manifest, table, { ...settings, map }),
  }
}

const empty: MappingPreview = {
  tables: [],
  table_id: null,
  has_named_columns: false,
  rows: [],
  columns: [],
  suggestion: {},
  people: [],
  problems: [],
}

/** What is in the table, and what would become of it with these settings. Nothing is kept. */
export const previewMapping = async (
  context: Context,
  vendors: Vendors,
  integrationId: string,
  settings: SyncSettings,
): Promise<MappingPreview> => {
  const row = await context.inClient((tx) => findIntegration(tx, { clientId: context.caller.clientId, integrationId }))
  if (row.status === 'disconnected')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is disconnected. Connect it again first.' })
  const { connector, session } = openLine(vendors, row, { isForPerson: true })
  if (!connector.tables) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source has no columns to choose.' })
  const tables = await answered(connector.tables(session))
  const facts = row.facts as Record<string, string>
  const wanted = settings.table_id ?? facts['gid'] ?? facts['table_id']
  const table = tables.find(({ id }) => id === wanted) ?? tables[0]
  return table ? describe({ manifest: connector.manifest, tables, table }, settings) : empty
}
