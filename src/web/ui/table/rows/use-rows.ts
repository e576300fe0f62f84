import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type Row as TableRowOf,
} from '@tanstack/react-table'
import { useState } from 'react'
import type { Column } from '../column.ts'
import { isSelected, nothingSelected, withLoaded, type RowSelection } from './row-selection.ts'
import type { Sort } from '../SortHeading.tsx'

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

export type Row<T extends object> = TableRowOf<typeof features, T>

export interface Selectable<T extends object> {
  value: RowSelection
  onChange: (value: RowSelection) => void
  /** The name of a row. */
  labelOf: (row: T) => string
}

interface RowsOptions<T extends object> {
  items: readonly T[]
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  hidden: readonly string[]
  /** Set if the server sorts. */
  sort: Sort | undefined
  selection: Selectable<T> | undefined
}

const definitionsOf = <T>(columns: readonly Column<T>[]) =>
  columns.map(({ name, title, sortValue }) => ({
    id: name,
    header: title,
    accessorFn: (row: T) => sortValue?.(row),
    sortFn: 'basic' as const,
    sortUndefined: 'last' as const,
  }))

/** The sorted rows of a table, its visible columns, and functions to change both. */
export const useRows = <T extends object>({ items, columns, keyOf, hidden, sort, selection }: RowsOptions<T>) => {
  const [sorting, setSorting] = useState<{ id: string; desc: boolean }[]>([])
  const { value = nothingSelected, onChange } = selection ?? {}
  const keys = items.map(keyOf)
  const rowSelection = Object.fromEntries(keys.filter((key) => isSelected(value, key)).map((key) => [key, true as const]))
  const table = useTable<typeof features, T>({
    features,
    data: items,
    columns: definitionsOf(columns),
    getRowId: keyOf,
    manualSorting: sort !== undefined,
    enableRowSelection: selection !== undefined,
    state: { sorting, rowSelection, columnVisibility: Object.fromEntries(hidden.map((name) => [name, false])) },
    onRowSelectionChange: (update) =>
      onChange?.(withLoaded(value, keys, typeof update === 'function' ? update(rowSelection) : update)),
  })
  const [sorted] = sorting
  const ownSort: Sort = {
    field: sorted?.id ?? '',
    direction: sorted?.desc === false ? 'asc' : 'desc',
    onSort: (field, direction) => setSorting([{ id: field, desc: direction === 'desc' }]),
  }
  const isHeadSelected = table.getIsAllRowsSelected()
  return {
    rows: table.getRowModel().rows,
    visible: columns.filter(({ name }) => table.getColumn(name)?.getIsVisible()),
    sort: sort ?? ownSort,
    head: {
      isSelected: isHeadSelected,
      isPartly: !isHeadSelected && table.getIsSomeRowsSelected(),
      toggle: () => table.toggleAllRowsSelected(!isHeadSelected),
    },
  }
}
