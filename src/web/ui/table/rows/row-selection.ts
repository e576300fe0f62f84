/** Which rows are selected, also among those that are not loaded: these keys alone, or everything but these keys. */
export interface RowSelection {
  isAll: boolean
  keys: ReadonlySet<string>
}

export const nothingSelected: RowSelection = { isAll: false, keys: new Set() }
export const everythingSelected: RowSelection = { isAll: true, keys: new Set() }

export const isSelected = ({ isAll, keys }: RowSelection, key: string): boolean => keys.has(key) !== isAll

export const countSelected = ({ isAll, keys }: RowSelection, total: number): number => (isAll ? total - keys.size : keys.size)

/** The selection after a change of the loaded rows; other rows keep their state. */
export const withLoaded = (
  before: RowSelection,
  loaded: readonly string[],
  chosen: Readonly<Record<string, boolean>>,
): RowSelection => {
  const keys = new Set(before.keys)
  for (const key of loaded) {
    if ((chosen[key] ?? false) === before.isAll) keys.delete(key)
    else keys.add(key)
  }
  return { isAll: before.isAll, keys }
}
