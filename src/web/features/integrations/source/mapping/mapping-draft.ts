import type { MappingPreview } from '#contract/integrations/mapping.ts'
import { identifyingFields, type dateFormats, type SyncField, type SyncSettings } from '#contract/syncs/sync-settings.ts'

export type ColumnMap = Partial<Record<SyncField, string>>
type DateFormat = (typeof dateFormats)[number]

/** The mapping as it is being edited. */
export interface Draft {
  tableId: string | null
  tableName: string | null
  hasHeader: boolean
  /** Null until the user has chosen: then the suggestion is used once it is loaded. */
  map: ColumnMap | null
  dateFormat: DateFormat | ''
  won: string
  lost: string
}

export const groups = {
  identifier: identifyingFields,
  person: ['first_name', 'last_name', 'full_name', 'company', 'created_at', 'owner', 'tags'],
  origin: ['source', 'medium', 'campaign'],
  opportunity: ['pipeline', 'stage', 'stage_changed_at', 'outcome', 'amount', 'currency', 'closed_at'],
} as const satisfies Record<string, readonly SyncField[]>

const dates = ['created_at', 'stage_changed_at', 'closed_at'] as const
const endings = ['outcome', 'stage'] as const

export const draftOf = (settings: SyncSettings): Draft => ({
  tableId: settings.table_id ?? null,
  tableName: settings.table_name ?? null,
  hasHeader: settings.contain_header ?? true,
  map: settings.map ?? null,
  dateFormat: settings.date_format ?? '',
  won: settings.won_values?.join(', ') ?? '',
  lost: settings.lost_values?.join(', ') ?? '',
})

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]

/** The settings to save: the draft, plus the settings that are edited elsewhere. */
export const settingsOf = (draft: Draft, saved: SyncSettings): SyncSettings => {
  const {
    table_id: _id,
    table_name: _name,
    map: _map,
    date_format: _date,
    won_values: _won,
    lost_values: _lost,
    ...others
  } = saved
  const won = wordsOf(draft.won)
  const lost = wordsOf(draft.lost)
  return {
    ...others,
    ...(draft.tableId === null
      ? {}
      : { table_id: draft.tableId, ...(draft.tableName === null ? {} : { table_name: draft.tableName }) }),
    contain_header: draft.hasHeader,
    ...(draft.map === null ? {} : { map: draft.map }),
    ...(draft.dateFormat === '' ? {} : { date_format: draft.dateFormat }),
    ...(won.length > 0 ? { won_values: won } : {}),
    ...(lost.length > 0 ? { lost_values: lost } : {}),
  }
}

const has = (map: ColumnMap | null, fields: readonly SyncField[]) => fields.some((field) => map?.[field] !== undefined)

export const hasIdentifier = (map: ColumnMap | null) => has(map, groups.identifier)
export const hasDates = (map: ColumnMap | null) => has(map, dates)
export const hasEndings = (map: ColumnMap | null) => has(map, endings)

/** Some tables record when a row was created; for the others the preview reports that a column is needed. */
export const lacksDate = (map: ColumnMap | null, problems: readonly Pick<MappingPreview['problems'][number], 'code'>[] = []) =>
  !has(map, ['created_at']) && problems.some(({ code }) => code === 'missing_mapping')

/** Fields whose column is no longer in the table. */
export const missingFields = (map: ColumnMap | null, columns: readonly { id: string }[]): SyncField[] =>
  (Object.entries(map ?? {}) as [SyncField, string][])
    .filter(([, column]) => !columns.some(({ id }) => id === column))
    .map(([field]) => field)

/** Chooses a column for a field; an empty one removes the choice. */
export const withColumn = (map: ColumnMap | null, field: SyncField, column: string): ColumnMap => {
  const { [field]: _before, ...others } = map ?? {}
  return column === '' ? others : { ...others, [field]: column }
}

/** The suggestions for fields without a chosen column. */
export const openSuggestions = (map: ColumnMap | null, suggestion: ColumnMap): ColumnMap =>
  Object.fromEntries(Object.entries(suggestion).filter(([field]) => map?.[field as SyncField] === undefined))

/** Another table has other columns, so the columns have to be chosen again. */
export const inTable = (tableId: string, tables: MappingPreview['tables']): Pick<Draft, 'tableId' | 'tableName' | 'map'> => ({
  tableId,
  tableName: tables.find(({ id }) => id === tableId)?.name ?? null,
  map: null,
})

/** Fills in the table and the suggested columns if the user has chosen none. Returns the same draft if there is nothing to fill in. */
export const filledIn = (draft: Draft, { table_id: tableId, tables, suggestion }: MappingPreview): Draft => {
  if (draft.tableId === null) return tableId === null ? draft : { ...draft, ...inTable(tableId, tables) }
  return draft.map === null ? { ...draft, map: suggestion } : draft
}

/** How many choices differ from the saved ones. */
export const countChanges = (draft: Draft, saved: Draft): number => {
  const { map, tableName: _name, ...choices } = draft
  const fields = new Set([...Object.keys(map ?? {}), ...Object.keys(saved.map ?? {})] as SyncField[])
  const moved = [...fields].filter((field) => map?.[field] !== saved.map?.[field]).length
  const others = (Object.keys(choices) as (keyof typeof choices)[]).filter((name) => choices[name] !== saved[name]).length
  return moved + others
}
