import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** Null: unknown, so that the bar moves without a percentage. */
  value: number | null
  max?: number
  /** Nothing moves right now. */
  isStill?: boolean
  className?: string
}

export const ProgressBar = ({ label, value, max = 100, isStill = false, className = '' }: ProgressBarProps) => (
  <progress
    className={`${styles.bar} ${className}`}
    aria-label={label}
    max={max}
    {...(value === null ? {} : { value })}
    data-still={isStill || undefined}
  />
)
