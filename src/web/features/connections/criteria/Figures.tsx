import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from './criteria.module.css'

export interface Figure {
  label: string
  /** A text stands for a number that is not told. */
  value: number | string
  /** Compared with the version in force. */
  note?: ReactNode
}

export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={styles.figure}>{typeof value === 'number' ? formatNumber(value) : value}</dd>
        {note !== undefined && <dd className="caption dim">{note}</dd>}
      </div>
    ))}
  </dl>
)
