import { initialsOf } from '../users/initials.ts'
import styles from './Tile.module.css'

/** Two letters on a neutral square, for a company, an agency or a source. */
export const Tile = ({ name, size = 32 }: { name: string; size?: 24 | 28 | 32 | 40 }) => (
  <span className={styles.tile} data-size={size} aria-hidden>
    {initialsOf(name)}
  </span>
)
