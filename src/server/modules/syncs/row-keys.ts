import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { maskAddress, maskName, maskPhone } from '#server/platform/masks.ts'

const isPhone = (text: string): boolean => /^\+?[\d\s().\-/]{5,40}$/.test(text) && text.replaceAll(/\D/g, '').length >= 5

const nameFields = ['first_name', 'last_name', 'full_name'] as const

/** The key column of a table may hold names, addresses or numbers of people. An id of a vendor's own tells nobody who they are. */
export const maskRowKey = (key: string, { map }: SyncSettings): string => {
  const column = map?.row_key
  if (column === undefined || key.includes('@')) return maskAddress(key)
  if (isPhone(key)) return maskPhone(key)
  return nameFields.some((field) => map?.[field] === column) ? maskName(key) : key
}

/** A reason says what stands in a cell between quotation marks of its own. */
export const withoutValues = (reason: string): string => reason.replaceAll(/“[^“”]*”/g, '“•••”')
