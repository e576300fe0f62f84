import { IconAlertTriangle, IconCheck, IconCircleDashed, IconClock, IconLoader2, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './StatusBadge.module.css'

const icons = { good: IconCheck, wait: IconClock, bad: IconAlertTriangle, off: IconCircleDashed, info: IconLoader2 }
export type StatusKind = keyof typeof icons

interface StatusBadgeProps {
  kind: StatusKind
  /** Replaces the default icon of the kind. */
  icon?: Icon | undefined
  children: ReactNode
}

/** Status is never shown by color alone: tint, icon and text. */
export const StatusBadge = ({ kind, icon: Icon = icons[kind], children }: StatusBadgeProps) => {
  return (
    <span className={styles.badge} data-kind={kind}>
      <Icon size={13} stroke={2.2} aria-hidden />
      {children}
    </span>
  )
}
