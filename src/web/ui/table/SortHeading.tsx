import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import styles from './DataTable.module.css'

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
  onSort: (field: string, direction: 'asc' | 'desc') => void
}

interface SortHeadingProps {
  column: {
    name: string
    title: string
    wideOnly?: boolean
    narrowOnly?: true
    notMedium?: true
    align?: 'right'
    isAction?: true
  }
  /** Set if the table can sort by this column. */
  sort?: Sort
}

const spoken = { asc: 'ascending', desc: 'descending' } as const

/** A column heading; if the table can sort by it, a button that reverses the order. */
export const SortHeading = ({ column, sort }: SortHeadingProps) => {
  const attributes = {
    'data-wide-only': column.wideOnly,
    'data-narrow-only': column.narrowOnly,
    'data-not-medium': column.notMedium,
    'data-align': column.align,
    scope: 'col',
  }
  if (column.isAction) {
    return (
      <th {...attributes}>
        <span className="visually-hidden">{column.title}</span>
      </th>
    )
  }
  if (!sort) return <th {...attributes}>{column.title}</th>
  const active = sort.field === column.name
  const next = active && sort.direction === 'desc' ? 'asc' : 'desc'
  const Arrow = sort.direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th {...attributes} aria-sort={active ? spoken[sort.direction] : 'none'}>
      <UnstyledButton className={styles.sort} data-active={active || undefined} onClick={() => sort.onSort(column.name, next)}>
        {column.title}
        {active && <Arrow size={13} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}
