import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { columnName } from '../contacts/column-name.ts'

type ColumnMap = SyncSettings['map']

const dayLength = 86_400_000
/** January 1, 1970 as a day number of a sheet. */
const since1970 = 25_569
const latestDay = 2_958_465

/** Sheets return a day as a number, with the time of day as its fraction. */
const dayOf = (count: number): string => {
  const text = new Date(Math.round((count - since1970) * dayLength)).toISOString()
  return Number.isInteger(count) ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

const datesIn = (map: ColumnMap) => new Set([map?.created_at, map?.stage_changed_at, map?.closed_at])

interface Cell {
  name: string
  /** Null when empty. */
  value: string | null
  /** The row was rejected because of this cell. */
  isOdd: boolean
}

interface SentRow {
  values?: Record<string, unknown>
  odd?: readonly string[]
}

/** The cells of a sheet's row by column, including empty mapped ones; null if the record has another format. */
export const cellsOf = (payload: string, map: ColumnMap): Cell[] | null => {
  const dates = datesIn(map)
  const wordsOf = (id: string, value: unknown) =>
    typeof value === 'number' && value > 0 && value < latestDay && dates.has(id) ? dayOf(value) : String(value)
  try {
    const { values, odd = [] } = JSON.parse(payload) as SentRow
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
    const empty = Object.values(map ?? {}).filter((id) => !(id in values))
    const cellOf = (id: string, value: string | null): Cell => ({
      name: columnName(`values.${id}`),
      value,
      isOdd: odd.includes(id),
    })
    return [
      ...Object.entries(values).map(([id, value]) => cellOf(id, wordsOf(id, value))),
      ...[...new Set(empty)].map((id) => cellOf(id, null)),
    ].toSorted((one, other) => Number(other.isOdd) - Number(one.isOdd))
  } catch {
    return null
  }
}
