import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './OpenedRow.module.css'

interface RowOpenerProps {
  isOpen: boolean
  onToggle: () => void
  /** The arrow follows the text, so that the text is aligned with that of rows that do not open. */
  isAfter?: true
  /** The accessible name, if the text alone does not say what it opens. */
  label?: string
  children: ReactNode
}

/** Shows and hides the details of a table row. */
export const RowOpener = ({ isOpen, onToggle, isAfter, label, children }: RowOpenerProps) => (
  <UnstyledButton className={styles.opener} data-after={isAfter} aria-label={label} aria-expanded={isOpen} onClick={onToggle}>
    <IconChevronRight size={14} stroke={2} aria-hidden />
    {children}
  </UnstyledButton>
)

/** The details below an open row, aligned with its text. */
export const OpenedRow = ({ children }: { children: ReactNode }) => <div className={styles.opened}>{children}</div>
