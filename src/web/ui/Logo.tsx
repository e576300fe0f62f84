import { Tile } from './page/Tile.tsx'
import styles from './Logo.module.css'

interface LogoProps {
  name: string
  drawing: { color: string; paths: readonly string[] } | undefined
  size?: 16 | 28 | 32 | 40
}

/** Our own drawing of a vendor's logo, from its manifest: overlapping parts are cut out. Two letters until it has loaded, if there is room. */
export const Logo = ({ name, drawing, size = 32 }: LogoProps) => {
  if (!drawing && size === 16) return <span className={styles.logo} data-size={size} />
  if (!drawing) return <Tile name={name} size={size === 28 ? 28 : 32} />
  return (
    <svg className={styles.logo} data-size={size} viewBox="0 0 24 24" aria-hidden>
      <rect width="24" height="24" rx="5.5" fill={drawing.color} />
      <path d={drawing.paths.join('')} fill="#fff" fillRule="evenodd" />
    </svg>
  )
}
