/** Whether the path is a column of a sheet. */
export const isColumn = (path: string): boolean => path.startsWith('values.')

/** `values.first_name` is the column "First name". */
export const columnName = (path: string): string => {
  const words = path.slice(path.indexOf('.') + 1).replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
