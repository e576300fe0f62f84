import { identifyingFields, syncFieldNames, type SyncField, type SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Tables } from '../connector.ts'
import { ConnectorFailure } from '../failures.ts'
import type { RecordObject } from '../records.ts'
import type { Column } from './columns.ts'
import { zoneOf, type DateRules } from './values/dates.ts'
import { outcomeWords, type OutcomeWords } from './values/outcomes.ts'
import { suggestMap, type SyncMap } from './suggest.ts'

/** Everything that decides how the rows of one table are read. */
export interface Rules {
  columns: readonly Column[]
  map: SyncMap
  dates: DateRules
  words: OutcomeWords
}

/** Without a user's mapping, one is suggested from the headers. */
const mapFor = (columns: readonly Column[], { map }: SyncSettings): SyncMap =>
  map !== undefined && Object.keys(map).length > 0 ? map : suggestMap(columns)

/** Fields whose column is not in the table (anymore). */
export const missingColumns = (columns: readonly Column[], map: SyncMap): { field: SyncField; id: string }[] => {
  const known = new Set(columns.map(({ id }) => id))
  return Object.entries(map)
    .filter(([, id]) => !known.has(id))
    .map(([field, id]) => ({ field: field as SyncField, id }))
}

export const missingText = ({ field, id }: { field: SyncField; id: string }): string =>
  `The column "${id}", mapped to ${syncFieldNames[field]}, was deleted or renamed. Restore its name and sync again, or choose another column.`

export const needsIdentifier = 'Choose a column that identifies contacts: email, phone or row key.'

export const hasIdentifier = (map: SyncMap): boolean => identifyingFields.some((field) => map[field] !== undefined)

/** What else has to be chosen. If rows have a creation time, no column is needed for it. */
export const missingDate = ({ datesRows }: Pick<Tables, 'datesRows'>, map: SyncMap): string | null =>
  datesRows || map.created_at !== undefined ? null : 'Choose the column with the date each row was created.'

export const rulesOf = (
  columns: readonly Column[],
  settings: SyncSettings,
  { zone, hasSerials }: { zone?: string | undefined; hasSerials: boolean },
): Rules => ({
  columns,
  map: mapFor(columns, settings),
  dates: { format: settings.date_format ?? null, zone: zoneOf(zone), hasSerials },
  words: outcomeWords(settings),
})

/** A table that does not match its mapping is not read: a partial read would look as if the rest was deleted. */
export const checkRules = ({ columns, map }: Rules): void => {
  const [missing] = missingColumns(columns, map)
  if (missing) throw new ConnectorFailure('refused', missingText(missing))
  if (!hasIdentifier(map)) throw new ConnectorFailure('refused', needsIdentifier)
}

const contactFieldPaths: Record<string, readonly SyncField[]> = {
  externalId: ['row_key'],
  firstName: ['first_name', 'full_name'],
  lastName: ['last_name', 'full_name'],
  email: ['email'],
  phone: ['phone'],
  company: ['company'],
  source: ['source'],
  ownerId: ['owner'],
  tags: ['tags'],
  createdAt: ['created_at'],
}
const opportunityOrigins: Record<string, readonly SyncField[]> = {
  externalId: ['row_key'],
  amount: ['amount'],
  currency: ['currency'],
  pipelineId: ['pipeline'],
  stageId: ['stage'],
  outcome: ['outcome', 'stage'],
  ownerId: ['owner'],
  source: ['source'],
  createdAt: ['created_at'],
  closedAt: ['closed_at'],
  stageSince: ['stage_changed_at'],
}

export const fieldPaths = (object: RecordObject, { map = {} }: SyncSettings, folder: string): Record<string, string> => {
  const origins = Object.entries(object === 'contact' ? contactFieldPaths : opportunityOrigins)
  const found = origins.flatMap(([name, fields]) => {
    const column = fields.map((field) => map[field]).find((id) => id !== undefined)
    return column === undefined ? [] : [[name, `${folder}.${column}`]]
  })
  return Object.fromEntries([...found, ['fields.*', `${folder}.*`]])
}
