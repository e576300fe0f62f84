import type { ReactNode } from 'react'
import styles from './records.module.css'

/** What a sheet about one record shows: sections that scroll under its title. */
export const RecordBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>

export const RecordSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h3>{title}</h3>
    {children}
  </section>
)
