import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, type CSSProperties, type ReactNode } from 'react'
import styles from './DataTable.module.css'
import { LoadFailed } from '../LoadFailed.tsx'
import { listenToArrows } from './row-keys.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { SortHeading, type Sort } from './SortHeading.tsx'
import { TableFooter } from './TableFooter.tsx'
import { TableRow, type RowProps } from './TableRow.tsx'

export interface Column<T> {
  name: string
  title: string
  cell: (row: T) => ReactNode
  /** The whole text of a cell that may be cut off. */
  hint?: (row: T) => string | null
  sortable?: boolean
  /** Left out where there is no room for a table; the rest becomes a stacked row. */
  wideOnly?: boolean
  /** Only where there is no room for all columns, and in a stacked row. */
  narrowOnly?: true
  /** Left out of a table that is narrow, but not of a stacked row. */
  notMedium?: true
  /** Long texts are cut off at so many shares of the width, so that all columns keep their place. */
  shares?: 1 | 2
  align?: 'right'
  /** Heads a stacked row; else the first column does. */
  isTitle?: true
  /** A menu or buttons: no label in a stacked row, and no visible heading. */
  isAction?: true
}

const sharesOf = <T,>(columns: readonly Column<T>[]) =>
  ({
    '--shares': columns
      .filter(({ isAction, narrowOnly }) => !isAction && !narrowOnly)
      .reduce((sum, { shares = 1 }) => sum + shares, 1),
  }) as CSSProperties

interface DataTableProps<T> extends RowProps<T> {
  label: string
  columns: readonly Column<T>[]
  query: UseQueryResult<{ items: T[]; total: number }>
  keyOf: (row: T) => string
  paging: { page: number; size: number; usual?: number; onPage: (page: number) => void; onSize: (size: number) => void }
  sort?: Sort
  /** The height of a row, for the time until there are rows. */
  rowHeight?: number
  empty: ReactNode
}

export const DataTable = <T,>({
  label,
  columns,
  query,
  keyOf,
  paging,
  sort,
  rowHeight = 44,
  empty,
  ...rows
}: DataTableProps<T>) => {
  const { data } = query
  const { page, size, onPage } = paging
  const pages = data && !query.isPlaceholderData ? Math.max(1, Math.ceil(data.total / size)) : page
  // The address may name a page beyond the last, or the last one has just been emptied.
  useEffect(() => {
    if (page > pages) onPage(pages)
  })
  if (!data && query.isError) {
    return (
      <div className={styles.failed}>
        <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  if (!data) return <SkeletonRows rows={size + 1} height={rowHeight} />
  if (data.total === 0) return empty
  return (
    <div aria-busy={query.isPlaceholderData}>
      {query.isError && (
        <div className={styles.failed}>
          <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
        </div>
      )}
      <div className={styles.scroll}>
        <table
          className={styles.table}
          style={sharesOf(columns)}
          aria-label={label}
          data-waiting={query.isPlaceholderData || undefined}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHeading key={column.name} column={column} {...(sort ? { sort } : {})} />
              ))}
            </tr>
          </thead>
          <tbody ref={listenToArrows}>
            {data.items.map((row) => (
              <TableRow key={keyOf(row)} row={row} rowKey={keyOf(row)} columns={columns} {...rows} />
            ))}
          </tbody>
        </table>
      </div>
      <TableFooter label={label} total={data.total} shown={data.items.length} {...paging} />
    </div>
  )
}
