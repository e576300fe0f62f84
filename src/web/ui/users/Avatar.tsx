import { initialsOf } from './initials.ts'
import styles from './Avatar.module.css'

export const Avatar = ({ name, size = 28 }: { name: string; size?: 28 | 32 | 40 }) => (
  <span className={styles.avatar} data-size={size} aria-hidden>
    {initialsOf(name)}
  </span>
)
