import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type CSSProperties, type ReactNode, type Ref } from 'react'
import { addTranslations } from '#web/lib/i18n.ts'
import { tableMessages } from '#web/messages/en-tables.ts'
import { LoadFailed } from '../loading/LoadFailed.tsx'
import type { Column } from './column.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import styles from './DataTable.module.css'
import { SelectHeading } from './rows/SelectCells.tsx'
import { SelectionNote } from './SelectionNote.tsx'
import { SkeletonRows } from './rows/SkeletonRows.tsx'
import { SortHeading, type Sort } from './SortHeading.tsx'
import { TableFooter, type Paging } from './TableFooter.tsx'
import type { RowProps } from './rows/TableRow.tsx'
import { mostDrawn, PlainRows, VirtualRows } from './rows/TableRows.tsx'
import { useRows, type Selectable } from './rows/use-rows.ts'

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
    // If the browser cannot store it, the columns stay hidden until the user leaves the page.
  }
}

/** The columns of a table that the user hid, stored in this browser. */
const useHiddenColumns = (table: string | undefined) => {
  const [hidden, setHidden] = useState(() => read(table))
  const hide = (names: string[]) => {
    if (table !== undefined) write(table, names)
    setHidden(names)
  }
  return [hidden, hide] as const
}

addTranslations('tables', tableMessages)

const sharesOf = <T extends object>(columns: readonly Column<T>[]) =>
  ({
    '--shares': columns
      .filter(({ isAction, narrowOnly }) => !isAction && !narrowOnly)
      .reduce((sum, { shares = 1 }) => sum + shares, 1),
  }) as CSSProperties

/** The title column and the menu cannot be hidden. */
const hideable = <T extends object>(columns: readonly Column<T>[]) => {
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0]
  return columns.filter((column) => column !== title && !column.isAction && !column.narrowOnly)
}

const usualHeight = 44

/** More rows than this scroll under their headings. */
const mostUnscrolled = 30

interface Page<T> {
  items: T[]
  total: number
  /** How many of the total the page has, if a row can stand for several. */
  counted?: number
}

/** Of one request, or of several pages that are loaded one after the other. */
type TableQuery<P> = Pick<UseQueryResult<P>, 'isError' | 'error' | 'isFetching' | 'isPlaceholderData'> & {
  data: P | undefined
  refetch: () => unknown
}

interface DataTableProps<T extends object> extends Omit<RowProps<T>, 'labelOf'> {
  label: string
  columns: readonly Column<T>[]
  query: TableQuery<Page<T>>
  keyOf: (row: T) => string
  /** Without it all rows are loaded. */
  paging?: Paging
  sort?: Sort
  /** Rows can be selected by checkbox. */
  selection?: Selectable<T> & { actions?: ReactNode }
  /** Makes columns hideable; this browser stores the hidden ones under this key. */
  columnsKey?: string
  /** The height of a row, for the skeleton. */
  rowHeight?: number
  /** Replaces the footer with the number of rows. */
  footer?: ReactNode
  empty: ReactNode
}

interface ScrollerProps {
  label: string
  rows: number
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

const Scroller = ({ label, rows, ref, children }: ScrollerProps) => {
  const isTall = rows > mostUnscrolled
  return (
    <div
      ref={ref}
      className={styles.scroll}
      data-tall={isTall || undefined}
      data-virtual={rows > mostDrawn || undefined}
      {...(isTall ? { role: 'region', tabIndex: 0, 'aria-label': label } : {})}
    >
      {children}
    </div>
  )
}

/** The server sorts pages; the browser sorts if all rows are loaded. */
const isSortable = <T extends object>({ sort, paging }: Pick<DataTableProps<T>, 'sort' | 'paging'>, column: Column<T>) =>
  sort ? column.sortable === true : !paging && column.sortValue !== undefined

type FilledProps<T extends object> = DataTableProps<T> & { data: Page<T> }

type FooterProps<T extends object> = FilledProps<T> & { hidden: string[]; onHide: (names: string[]) => void }

const Footer = <T extends object>({
  data,
  label,
  columns,
  paging,
  selection,
  columnsKey,
  footer,
  hidden,
  onHide,
}: FooterProps<T>) =>
  footer ?? (
    <TableFooter
      label={label}
      total={data.total}
      shown={data.counted ?? data.items.length}
      paging={paging}
      note={selection && <SelectionNote {...selection} total={data.total} />}
      menu={columnsKey && <ColumnMenu label={label} columns={hideable(columns)} hidden={hidden} onHide={onHide} />}
    />
  )

const Filled = <T extends object>({ data, ...props }: FilledProps<T>) => {
  const { query, label, columns, keyOf, selection, columnsKey, rowHeight = usualHeight, ...rest } = props
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [hidden, hide] = useHiddenColumns(columnsKey)
  const { rows, visible, sort, head } = useRows({ items: data.items, columns, keyOf, hidden, sort: props.sort, selection })
  const isVirtual = rows.length > mostDrawn
  const Rows = isVirtual ? VirtualRows : PlainRows
  return (
    <>
      <Scroller label={label} rows={rows.length} ref={setScroller}>
        <table
          className={styles.table}
          style={sharesOf(visible)}
          aria-label={label}
          aria-rowcount={isVirtual ? rows.length + 1 : undefined}
          data-waiting={query.isPlaceholderData || undefined}
        >
          <thead>
            <tr>
              {selection && <SelectHeading {...head} />}
              {visible.map((column) => (
                <SortHeading key={column.name} column={column} {...(isSortable(props, column) ? { sort } : {})} />
              ))}
            </tr>
          </thead>
          <Rows {...rest} rows={rows} columns={visible} rowHeight={rowHeight} scroller={scroller} labelOf={selection?.labelOf} />
        </table>
      </Scroller>
      <Footer {...props} data={data} hidden={hidden} onHide={hide} />
    </>
  )
}

/** Moves to the last page when the address names a later one, or the last one has become empty. */
const useLastPage = (query: TableQuery<{ total: number }>, paging: Paging | undefined) => {
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (!data || isPlaceholderData || !paging) return
    const pages = Math.max(1, Math.ceil(data.total / paging.size))
    if (paging.page > pages) paging.onPage(pages)
  })
}

export const DataTable = <T extends object>(props: DataTableProps<T>) => {
  const { query, paging, rowHeight = usualHeight, empty } = props
  const { data } = query
  useLastPage(query, paging)
  const failed = query.isError && (
    <div className={styles.failed}>
      <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
    </div>
  )
  if (!data) return failed || <SkeletonRows rows={(paging?.size ?? 10) + 1} height={rowHeight} />
  if (data.total === 0) return empty
  return (
    <div aria-busy={query.isPlaceholderData}>
      {failed}
      <Filled {...props} data={data} />
    </div>
  )
}
