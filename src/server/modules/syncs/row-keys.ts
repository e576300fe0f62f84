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
