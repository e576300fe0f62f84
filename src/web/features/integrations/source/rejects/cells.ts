import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { columnName } from '../contacts/column-name.ts'

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

interface Cell {
  name: string
  /** Null: empty. */
  value: string | null
  /** What is wrong with the row is found here. */
  isOdd: boolean
}

interface SentRow {
  values?: Record<string, unknown>
  odd?: readonly string[]
}

/** The cells of a row of a sheet, by their columns, also the empty ones that are read; null where it is a record of another form. */
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
