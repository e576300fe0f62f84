import type { ReactNode } from 'react'
import styles from './PageHeading.module.css'

interface PageHeadingProps {
  mark: ReactNode
  title: string
  badge: ReactNode
  text: ReactNode
  className?: string
}

/** What a page of one thing is about: its mark, name and status, and a line of text. */
export const PageHeading = ({ mark, title, badge, text, className = '' }: PageHeadingProps) => (
  <div className={`${styles.heading} ${className}`}>
    {mark}
    <div className="grow">
      <div className={styles.name}>
        <h2>{title}</h2>
        {badge}
      </div>
      {text && <p className={`small dim ${styles.text}`}>{text}</p>}
    </div>
  </div>
)
