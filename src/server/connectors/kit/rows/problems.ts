import type { MappingPreview } from '#contract/integrations/mapping.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { cellsOf, readTable, type TableRows } from './columns.ts'
import { mapRow, type Row } from './map.ts'
import { RowRefusal } from './refusal.ts'
import { hasIdentifier, missingColumns, missingText, needsIdentifier, rulesOf, type Rules } from './rules.ts'

interface TableProblem {
  /** The row number; 0: it is about the table as a whole. */
  row: number
  /** Name of the column, or empty. */
  column: string
  code: MappingPreview['problems'][number]['code']
  text: string
}

const rowsMax = 200

const ofTable = ({ columns, map }: Rules): TableProblem[] => {
  const missing = missingColumns(columns, map).map((one): TableProblem => ({
    row: 0,
    column: one.id,
    code: 'missing_column',
    text: missingText(one),
  }))
  return hasIdentifier(map) ? missing : [...missing, { row: 0, column: '', code: 'missing_mapping', text: needsIdentifier }]
}

const problemIn = (row: number, { columns, code, message }: RowRefusal): TableProblem => ({
  row,
  column: columns[0]?.name ?? '',
  code,
  text: message,
})

const ofRow = (rules: Rules, row: Row, seen: Map<string, number>, number: number): TableProblem[] => {
  try {
    const { contact, problems } = mapRow(rules, row)
    const earlier = seen.get(contact.externalId)
    seen.set(contact.externalId, earlier ?? number)
    if (earlier === undefined) return problems.map((problem) => problemIn(number, problem))
    return [{ row: number, column: '', code: 'duplicate_key', text: `Same as row ${earlier}` }]
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    return [problemIn(number, error)]
  }
}

/** The problems of the first rows with these settings, shown to the user before anything is read. */
export const problemsOf = (table: TableRows, settings: SyncSettings): TableProblem[] => {
  const { columns, rows, firstRow } = readTable(table, settings)
  const rules = rulesOf(columns, settings, { hasSerials: table.columns.length === 0 })
  const problems = ofTable(rules)
  if (problems.length > 0) return problems
  const seen = new Map<string, number>()
  for (const [index, values] of rows.slice(0, rowsMax).entries()) {
    const cells = cellsOf(columns, values)
    const number = firstRow + index
    // If columns have their own ids, so do rows: there are no duplicates.
    const own = table.columns.length > 0 ? { id: `row ${number}` } : {}
    if (cells.size > 0) problems.push(...ofRow(rules, { place: `row ${number}`, cells, raw: null, ...own }, seen, number))
  }
  return problems
}
