import { initialsOf } from '../users/initials.ts'
import styles from './Tile.module.css'

/** Two letters on a neutral square: a company, an agency, a source. */
export const Tile = ({ name, size = 32 }: { name: string; size?: 24 | 28 | 32 }) => (
  <span className={styles.tile} data-size={size} aria-hidden>
    {initialsOf(name)}
  </span>
)
