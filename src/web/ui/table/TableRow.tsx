import { Fragment, type MouseEvent, type ReactNode } from 'react'
import type { Column } from './DataTable.tsx'
import styles from './DataTable.module.css'

export interface RowProps<T> {
  /** The key of the row that something else on the page is about. */
  selected?: string | undefined
  /** A click anywhere in the row; for the keyboard the row needs a link or a button of its own that does the same. */
  onSelect?: ((row: T) => void) | undefined
  /** Opens under the selected row. */
  renderDetail?: ((row: T) => ReactNode) | undefined
}

interface TableRowProps<T> extends RowProps<T> {
  row: T
  rowKey: string
  columns: readonly Column<T>[]
}

const isForItself = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null

/** A menu is drawn elsewhere in the page, but its clicks arrive here all the same. */
const isOutside = (event: MouseEvent) => event.target instanceof Node && !event.currentTarget.contains(event.target)

export const TableRow = <T,>({ row, rowKey, columns, selected, onSelect, renderDetail }: TableRowProps<T>) => {
  const isSelected = selected === rowKey
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0]
  const onClick = (event: MouseEvent) => {
    if (isForItself(event) || isOutside(event) || getSelection()?.type === 'Range') return
    onSelect?.(row)
  }
  return (
    <Fragment>
      <tr data-selected={isSelected || undefined} data-selectable={onSelect ? true : undefined} onClick={onSelect && onClick}>
        {columns.map((column) => (
          <td
            key={column.name}
            data-label={column.title}
            data-wide-only={column.wideOnly}
            data-narrow-only={column.narrowOnly}
            data-not-medium={column.notMedium}
            data-align={column.align}
            data-shares={column.shares}
            data-action={column.isAction}
            data-title={column === title || undefined}
            title={column.hint?.(row) ?? undefined}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {isSelected && renderDetail && (
        <tr className={styles.detail}>
          <td colSpan={columns.length}>{renderDetail(row)}</td>
        </tr>
      )}
    </Fragment>
  )
}
