import { useConnectors } from '#web/data/connections.ts'
import { providerNames, type ProviderType } from '#contract/providers.ts'
import { Tile } from '#web/ui/Tile.tsx'
import styles from './Logo.module.css'

/** Our own drawing of a vendor, from its manifest: what lies on something else is cut out. Two letters until it has arrived. */
export const Logo = ({ type, size = 32 }: { type: ProviderType; size?: 32 | 40 }) => {
  const logo = useConnectors().data?.items.find((connector) => connector.type === type)?.logo
  if (!logo) return <Tile name={providerNames[type]} />
  return (
    <svg className={styles.logo} data-size={size} viewBox="0 0 24 24" aria-hidden>
      <rect width="24" height="24" rx="5.5" fill={logo.color} />
      <path d={logo.paths.join('')} fill="#fff" fillRule="evenodd" />
    </svg>
  )
}
