// A1 notation: `'My tab'!A2:C`.

export interface CellRange {
  tab: string | null
  /** From 0; the ends are exclusive. Null: up to the end of the grid. */
  rows: { from: number; to: number | null }
  columns: { from: number; to: number | null }
}

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

export const lettersOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : lettersOf(Math.floor(index / 26) - 1) + lettersOf(index % 26)

const everything = { from: 0, to: null }

const cellsOf = (text: string): Omit<CellRange, 'tab'> | null => {
  // One cell is a range from itself to itself.
  const complete = /^[a-z]+\d+$/i.test(text) ? `${text}:${text}` : text
  const found = /^([a-z]{1,3})?(\d{1,7})?:([a-z]{1,3})?(\d{1,7})?$/i.exec(complete)
  if (!found || complete.endsWith(':')) return null
  const [, left = 'A', top = '1', right, bottom] = found
  return {
    columns: { from: columnOf(left), to: right === undefined ? null : columnOf(right) + 1 },
    rows: { from: Number(top) - 1, to: bottom === undefined ? null : Number(bottom) },
  }
}

const unquoted = (tab: string): string => (/^'.*'$/.test(tab) ? tab.slice(1, -1).replaceAll("''", "'") : tab)

/** Null if it is not a range. A single word is the name of a tab if there is one of that name. */
export const parseRange = (text: string, tabs: readonly string[]): CellRange | null => {
  if (tabs.includes(unquoted(text))) return { tab: unquoted(text), rows: everything, columns: everything }
  const at = text.lastIndexOf('!')
  const cells = cellsOf(text.slice(at + 1))
  if (!cells) return null
  return { tab: at < 0 ? null : unquoted(text.slice(0, at)), ...cells }
}

export const quoted = (tab: string): string => (/^[A-Za-z][A-Za-z0-9_]*$/.test(tab) ? tab : `'${tab.replaceAll("'", "''")}'`)
