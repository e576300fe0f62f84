import { z } from 'zod'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { maskAddress, maskName, maskPhone } from '#server/platform/masks.ts'

const isPhone = (text: string): boolean => /^\+?[\d\s().\-/]{5,40}$/.test(text) && text.replaceAll(/\D/g, '').length >= 5

const nameFields = ['first_name', 'last_name', 'full_name'] as const

/** The key column of a table may contain names, addresses or phone numbers. A vendor's own id identifies no one. */
export const maskRowKey = (key: string, { map }: SyncSettings): string => {
  const column = map?.row_key
  if (column === undefined || key.includes('@')) return maskAddress(key)
  if (isPhone(key)) return maskPhone(key)
  return nameFields.some((field) => map?.[field] === column) ? maskName(key) : key
}

/** A reason quotes the value of a cell in curly quotation marks. */
export const withoutValues = (reason: string): string => reason.replaceAll(/“[^“”]*”/g, '“•••”')

const placed = z.looseObject({ row: z.int(), odd: z.array(z.string()).default([]) })

interface Place {
  row: number | null
  /** The ids of the columns that cannot be read. */
  columns: readonly string[]
}

/** The row number and the columns are stored with the payload. A row without a key has its number as its id. */
export const placeOf = (externalId: string, payload: string | null): Place => {
  const [, named] = /^row (\d+)$/.exec(externalId) ?? []
  const row = named === undefined ? null : Number(named)
  try {
    const known = placed.safeParse(JSON.parse(payload ?? 'null')).data
    return { row: row ?? known?.row ?? null, columns: known?.odd ?? [] }
  } catch {
    // The payload was cut, because it is longer than what is shown.
    return { row, columns: [] }
  }
}
