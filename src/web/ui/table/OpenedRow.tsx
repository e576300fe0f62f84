import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './OpenedRow.module.css'

interface RowOpenerProps {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** Opens a row of a table for more about it, and closes it again. */
export const RowOpener = ({ isOpen, onToggle, children }: RowOpenerProps) => (
  <UnstyledButton className={styles.opener} aria-expanded={isOpen} onClick={onToggle}>
    <IconChevronRight size={14} stroke={2} aria-hidden />
    {children}
  </UnstyledButton>
)

/** What shows below an opened row, under its words. */
export const OpenedRow = ({ children }: { children: ReactNode }) => <div className={styles.opened}>{children}</div>
