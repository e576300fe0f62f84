import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Column } from '../column.ts'
import styles from '../DataTable.module.css'
import { SelectCell } from './SelectCells.tsx'
import type { Row } from './use-rows.ts'

export interface RowProps<T extends object> {
  /** The key of the row that something else on the page is about. */
  selected?: string | undefined
  /** A click anywhere in the row; for the keyboard the row needs a link or a button of its own that does the same. */
  onSelect?: ((row: T) => void) | undefined
  /** Opens under the selected row. */
  renderDetail?: ((row: T) => ReactNode) | undefined
  /** What a row is called, where rows can be selected by checkbox. */
  labelOf?: ((row: T) => string) | undefined
}

/** Where a row is among rows of which only some are drawn. */
type Place = Pick<ComponentProps<'tr'>, 'ref' | 'aria-rowindex'> & { 'data-index'?: number }

interface TableRowProps<T extends object> extends RowProps<T> {
  row: Row<T>
  columns: readonly Column<T>[]
  place?: Place
}

const isForItself = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null

/** A menu is drawn elsewhere in the page, but its clicks arrive here all the same. */
const isOutside = (event: MouseEvent) => event.target instanceof Node && !event.currentTarget.contains(event.target)

export const TableRow = <T extends object>({ row, columns, selected, onSelect, labelOf, place }: TableRowProps<T>) => {
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0]
  const onClick = (event: MouseEvent) => {
    if (isForItself(event) || isOutside(event) || getSelection()?.type === 'Range') return
    onSelect?.(row.original)
  }
  return (
    <tr
      {...place}
      data-selected={selected === row.id || undefined}
      data-checked={(labelOf && row.getIsSelected()) || undefined}
      data-selectable={onSelect ? true : undefined}
      onClick={onSelect && onClick}
    >
      {labelOf && <SelectCell row={row} label={labelOf(row.original)} />}
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
          title={column.hint?.(row.original) ?? undefined}
        >
          {column.cell(row.original)}
        </td>
      ))}
    </tr>
  )
}

/** As wide as any table. */
const allColumns = 100

/** What is opened under a row. */
export const DetailRow = ({ place, children }: { place?: Place; children: ReactNode }) => (
  <tr {...place} className={styles.detail}>
    <td colSpan={allColumns}>{children}</td>
  </tr>
)
