import { useId, type ReactNode } from 'react'
import styles from './Panel.module.css'

interface PanelProps {
  title?: string
  note?: ReactNode
  aside?: ReactNode
  /** Without padding, for lists and tables that draw their own rows. */
  flush?: boolean
  children: ReactNode
}

export const Panel = ({ title, note, aside, flush = false, children }: PanelProps) => {
  const titleId = useId()
  return (
    <section className={styles.panel} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {note && <span className={`caption dim ${styles.note}`}>{note}</span>}
          <span className="grow" />
          {aside}
        </div>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  )
}
