import { IconAlertTriangle, IconCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Note.module.css'

const icons = { good: IconCheck, wait: IconClock, bad: IconAlertTriangle, info: IconInfoCircle }

interface NoteProps {
  kind: keyof typeof icons
  children: ReactNode
  action?: ReactNode
}

/** One line about the current state, with at most one action. */
export const Note = ({ kind, children, action }: NoteProps) => {
  const Icon = icons[kind]
  return (
    <div className={styles.note} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon size={16} stroke={2} aria-hidden />
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}
