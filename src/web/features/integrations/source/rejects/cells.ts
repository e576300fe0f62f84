import { columnName } from '../people/column-name.ts'

/** The cells of a row of a sheet, by their columns; null where it is a record of another form. */
export const cellsOf = (payload: string): [name: string, value: string][] | null => {
  try {
    const { values } = JSON.parse(payload) as { values?: Record<string, unknown> }
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
    return Object.entries(values).map(([id, value]) => [columnName(`values.${id}`), String(value)])
  } catch {
    return null
  }
}
