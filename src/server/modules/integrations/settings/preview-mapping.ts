import type { MappingPreview } from '#contract/integrations/mapping.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Table, Tables } from '#server/connectors/kit/connector.ts'
import { cellsOf, readTable } from '#server/connectors/kit/rows/columns.ts'
import { mapRow, type MappedRow, type Row } from '#server/connectors/kit/rows/map.ts'
import { problemsOf } from '#server/connectors/kit/rows/problems.ts'
import { RowRefusal } from '#server/connectors/kit/rows/refusal.ts'
import { missingDate, rulesOf, type Rules } from '#server/connectors/kit/rows/rules.ts'
import { suggestMap } from '#server/connectors/kit/rows/suggest.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { findIntegration } from '../service.ts'
import { openVendorSession } from '../vendors/service.ts'
import type { VendorApps } from '../vendors/model.ts'
import { answered } from '../vendors/failure.ts'

const shownRows = 20
const shownSamples = 5

type Rows = ReturnType<typeof readTable>['rows']

const textOf = (value: string | number | boolean | null | undefined): string => String(value ?? '')

const samplesOf = (rows: Rows, index: number): string[] =>
  rows
    .map((row) => textOf(row[index]))
    .filter((text) => text !== '')
    .slice(0, shownSamples)

// No table has columns with these names. A row without a key is still shown with its other cells.
const rowKeyColumn = { id: '\0place', name: '\0place' }
const made = { id: '\0made', name: '\0made' }

/** The rules for a row, with what is known about it besides its cells. */
const rulesForAll = ({ columns, map, ...rules }: Rules): Rules => ({
  ...rules,
  columns: [...columns, rowKeyColumn, made],
  map: { created_at: made.id, ...map, row_key: rowKeyColumn.id },
})

/** The mapped row. A column that cannot be read is left out: it is listed among the problems. */
const mapReadable = (rules: Rules, row: Row): MappedRow | null => {
  try {
    return mapRow(rules, row)
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    const odd = error.columns[0]?.id
    const map = Object.fromEntries(Object.entries(rules.map).filter(([, id]) => id !== odd))
    return Object.keys(map).length === Object.keys(rules.map).length ? null : mapReadable({ ...rules, map }, row)
  }
}

const emptyContact = { name: '', identifier: '', created: null, source: '', stage: '', amount: null, currency: null }

const contactOf = ({ contact, opportunity, mention }: MappedRow, key: string): MappingPreview['people'][number] => ({
  name: [contact.firstName, contact.lastName].filter(Boolean).join(' '),
  identifier: contact.email ?? contact.phone ?? key,
  created: contact.createdAt,
  source: contact.source ?? '',
  stage: mention.stage ?? '',
  amount: opportunity?.amount ?? null,
  currency: opportunity?.currency ?? null,
})

/** The first rows as a sync would map them, with the same rules. */
const contactsOf = ({ madeAt = [] }: Table, rules: Rules, rows: Rows): MappingPreview['people'] => {
  const forAll = rulesForAll(rules)
  return rows.slice(0, shownRows).map((values, index) => {
    const cells = cellsOf(rules.columns, values)
    const key = textOf(cells.get(rules.map.row_key ?? ''))
    cells.set(rowKeyColumn.id, String(index)).set(made.id, madeAt[index] ?? null)
    const mapped = mapReadable(forAll, { place: rowKeyColumn.id, cells, raw: null })
    return mapped ? contactOf(mapped, key) : emptyContact
  })
}

type Problems = MappingPreview['problems']

/** What is missing from the mapping itself comes first. */
const problemsIn = (dates: Pick<Tables, 'datesRows'>, table: Table, settings: SyncSettings): Problems => {
  const missing = missingDate(dates, settings.map ?? {})
  const found = problemsOf(table, settings).map(({ column, ...rest }) => ({ ...rest, column: column === '' ? null : column }))
  if (missing === null) return found
  return [{ row: 0, column: null, code: 'missing_mapping', text: missing }, ...found]
}

interface Chosen {
  dates: Pick<Tables, 'datesRows'>
  tables: readonly Table[]
  table: Table
  zone: string | undefined
}

const describe = ({ dates, tables, table, zone }: Chosen, settings: SyncSettings): MappingPreview => {
  const { columns, rows } = readTable(table, settings)
  const suggestion = suggestMap(columns)
  const map = settings.map ?? suggestion
  const rules = rulesOf(columns, { ...settings, map }, { zone, hasSerials: table.columns.length === 0 })
  return {
    tables: tables.map(({ id, name, rowCount }) => ({ id, name, row_count: rowCount })),
    table_id: table.id,
    has_named_columns: table.columns.length > 0,
    rows: table.rows.slice(0, shownRows).map((row) => row.map((cell) => textOf(cell))),
    columns: columns.map(({ id, name }, index) => ({ id, name, samples: samplesOf(rows, index) })),
    suggestion,
    people: contactsOf(table, rules, rows),
    time_zone: rules.dates.zone,
    problems: problemsIn(dates, table, { ...settings, map }),
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
  time_zone: 'UTC',
  problems: [],
}

/** What the table contains, and what these settings would make of it. Nothing is stored. */
export const previewMapping = async (
  context: Context,
  vendors: VendorApps,
  integrationId: string,
  settings: SyncSettings,
): Promise<MappingPreview> => {
  const row = await context.inClient((tx) => findIntegration(tx, { clientId: context.caller.clientId, integrationId }))
  if (row.status === 'disconnected')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is disconnected. Reconnect it first.' })
  const { connector, session } = openVendorSession(vendors, row, { isForUser: true })
  const { tables: offered } = connector
  if (!offered) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source has no columns to choose.' })
  const tables = await answered(() => offered.list(session))
  const facts = row.facts as Record<string, string>
  const tableId = settings.table_id ?? facts['table_id']
  const table = tables.find(({ id }) => id === tableId) ?? tables[0]
  return table ? describe({ dates: offered, tables, table, zone: facts['time_zone'] }, settings) : empty
}
