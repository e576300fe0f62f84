import type { SyncSettings } from '#contract/sync-settings.ts'
import { columnName } from '../people/column-name.ts'

type ColumnMap = SyncSettings['map']

const dayLength = 86_400_000
/** 1 January 1970, as sheets count days. */
const since1970 = 25_569
const latestDay = 2_958_465

/** Sheets hand over a day as a number, with the time of day behind its point. */
const dayOf = (count: number): string => {
  const text = new Date(Math.round((count - since1970) * dayLength)).toISOString()
  return Number.isInteger(count) ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

const datesIn = (map: ColumnMap) => new Set([map?.created_at, map?.stage_changed_at, map?.closed_at])

/** The cells of a row of a sheet, by their columns; null where it is a record of another form. */
export const cellsOf = (payload: string, map: ColumnMap): [name: string, value: string][] | null => {
  const dates = datesIn(map)
  const wordsOf = (id: string, value: unknown) =>
    typeof value === 'number' && value > 0 && value < latestDay && dates.has(id) ? dayOf(value) : String(value)
  try {
    const { values } = JSON.parse(payload) as { values?: Record<string, unknown> }
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
    return Object.entries(values).map(([id, value]) => [columnName(`values.${id}`), wordsOf(id, value)])
  } catch {
    return null
  }
}
