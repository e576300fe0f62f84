import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface MessageProps {
  icon?: ReactNode
  title: string
  text: ReactNode
  actions?: ReactNode
  children?: ReactNode
  fullScreen?: boolean
  /** In a panel among others. */
  isSmall?: boolean
  /** h1 if nothing else on the screen is one. */
  heading?: 'h1' | 'h2'
}

/** A centered message in place of content that is empty, missing, refused or broken, with the next step. */
export const EmptyState = ({
  icon,
  title,
  text,
  actions,
  children,
  fullScreen = false,
  isSmall = false,
  heading: Heading = 'h2',
}: MessageProps) => (
  <div className={styles.message} data-full-screen={fullScreen || undefined} data-small={isSmall || undefined}>
    {icon && (
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
    )}
    <Heading className={styles.title}>{title}</Heading>
    <p className={styles.text}>{text}</p>
    {children}
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
)
