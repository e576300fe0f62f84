import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './OpenedRow.module.css'

interface RowOpenerProps {
  isOpen: boolean
  onToggle: () => void
  /** The arrow follows the words, so that they stand in line with those of rows that do not open. */
  isAfter?: true
  /** What it is called where its words alone would not tell what it opens. */
  label?: string
  children: ReactNode
}

/** Opens a row of a table for more about it, and closes it again. */
export const RowOpener = ({ isOpen, onToggle, isAfter, label, children }: RowOpenerProps) => (
  <UnstyledButton className={styles.opener} data-after={isAfter} aria-label={label} aria-expanded={isOpen} onClick={onToggle}>
    <IconChevronRight size={14} stroke={2} aria-hidden />
    {children}
  </UnstyledButton>
)

/** What shows below an opened row, under its words. */
export const OpenedRow = ({ children }: { children: ReactNode }) => <div className={styles.opened}>{children}</div>
