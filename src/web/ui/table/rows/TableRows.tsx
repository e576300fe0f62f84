import { useVirtualizer } from '@tanstack/react-virtual'
import type { Column } from '../column.ts'
import styles from '../DataTable.module.css'
import { listenToKeys } from './row-keys.ts'
import { DetailRow, TableRow, type RowProps } from './TableRow.tsx'
import type { Row } from './use-rows.ts'

interface TableRowsProps<T extends object> extends RowProps<T> {
  rows: readonly Row<T>[]
  columns: readonly Column<T>[]
  rowHeight: number
  /** The element that scrolls the rows. */
  scroller: HTMLDivElement | null
}

/** With more rows than this only the visible ones render. */
export const mostDrawn = 100

/** The rows, and the details under the selected one. */
const linesOf = <T extends object>({ rows, selected, renderDetail }: TableRowsProps<T>) =>
  rows.flatMap((row) => {
    const line = { key: row.id, row, isDetail: false }
    return row.id === selected && renderDetail ? [line, { ...line, key: `${row.id} detail`, isDetail: true }] : [line]
  })

export const PlainRows = <T extends object>(props: TableRowsProps<T>) => {
  const { columns, renderDetail } = props
  const listen = listenToKeys()
  return (
    <tbody ref={listen}>
      {linesOf(props).map(({ key, row, isDetail }) =>
        isDetail ? (
          <DetailRow key={key}>{renderDetail?.(row.original)}</DetailRow>
        ) : (
          <TableRow key={key} {...props} row={row} columns={columns} />
        ),
      )}
    </tbody>
  )
}

const Space = ({ height }: { height: number }) => height > 0 && <tr className={styles.space} style={{ height }} aria-hidden />

/** Renders the visible rows and a few around them; the others are empty space. */
export const VirtualRows = <T extends object>(props: TableRowsProps<T>) => {
  const { columns, renderDetail, rowHeight, scroller } = props
  const lines = linesOf(props)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 12,
    // The height of the headings.
    scrollPaddingStart: 36,
  })
  const listen = listenToKeys({ count: lines.length, show: (index) => virtualizer.scrollToIndex(index) })
  const items = virtualizer.getVirtualItems()
  return (
    <tbody ref={listen}>
      <Space height={items[0]?.start ?? 0} />
      {items.map(({ key, index }) => {
        const line = lines[index]
        const position = { ref: virtualizer.measureElement, 'data-index': index, 'aria-rowindex': index + 2 }
        if (!line) return null
        return line.isDetail ? (
          <DetailRow key={key} position={position}>
            {renderDetail?.(line.row.original)}
          </DetailRow>
        ) : (
          <TableRow key={key} {...props} row={line.row} columns={columns} position={position} />
        )
      })}
      <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </tbody>
  )
}
