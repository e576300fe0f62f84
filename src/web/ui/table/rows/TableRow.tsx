import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Column } from '../column.ts'
import styles from '../DataTable.module.css'
import { SelectCell } from './SelectCells.tsx'
import type { Row } from './use-rows.ts'

export interface RowProps<T extends object> {
  /** The key of the row whose details are shown. */
  selected?: string | undefined
  /** A click anywhere in the row; for the keyboard the row needs a link or a button of its own that does the same. */
  onSelect?: ((row: T) => void) | undefined
  /** Opens under the selected row. */
  renderDetail?: ((row: T) => ReactNode) | undefined
  /** The name of a row, if rows can be selected by checkbox. */
  labelOf?: ((row: T) => string) | undefined
}

/** The position of a row in a virtual list. */
type VirtualPosition = Pick<ComponentProps<'tr'>, 'ref' | 'aria-rowindex'> & { 'data-index'?: number }

interface TableRowProps<T extends object> extends RowProps<T> {
  row: Row<T>
  columns: readonly Column<T>[]
  position?: VirtualPosition
}

const isForItself = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null

/** A menu renders elsewhere in the page, but its clicks bubble up to here. */
const isOutside = (event: MouseEvent) => event.target instanceof Node && !event.currentTarget.contains(event.target)

export const TableRow = <T extends object>({ row, columns, selected, onSelect, labelOf, position }: TableRowProps<T>) => {
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0]
  const onClick = (event: MouseEvent) => {
    if (isForItself(event) || isOutside(event) || getSelection()?.type === 'Range') return
    onSelect?.(row.original)
  }
  return (
    <tr
      {...position}
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
          data-not-stacked={column.notStacked}
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

/** More columns than any table has. */
const allColumns = 100

/** The details under a row. */
export const DetailRow = ({ position, children }: { position?: VirtualPosition; children: ReactNode }) => (
  <tr {...position} className={styles.detail}>
    <td colSpan={allColumns}>{children}</td>
  </tr>
)
