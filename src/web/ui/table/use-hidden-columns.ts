import { useState } from 'react'

const keyOf = (table: string) => `tributary-hidden-columns-${table}`

const read = (table: string | undefined): string[] => {
  try {
    const stored: unknown = table === undefined ? [] : JSON.parse(localStorage.getItem(keyOf(table)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

const write = (table: string, names: readonly string[]) => {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify(names))
  } catch {
    // A browser without room for it still hides them until the page is left.
  }
}

/** The columns that somebody hid in a table; this browser remembers them. */
export const useHiddenColumns = (table: string | undefined) => {
  const [hidden, setHidden] = useState(() => read(table))
  const hide = (names: string[]) => {
    if (table !== undefined) write(table, names)
    setHidden(names)
  }
  return [hidden, hide] as const
}
