import { NativeSelect, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLogos } from '#web/data/integrations/connect.ts'
import type { SandboxVendor } from '#web/data/sandboxes.ts'
import { holdsTokens } from '#web/lib/identity/session.ts'
import { Logo } from '#web/ui/Logo.tsx'
import styles from './sandboxes.module.css'
import { misbehaves } from './trouble/active-faults.ts'

/** Part of the list of connectors, which only signed-in users can load. */
const useDrawings = () => {
  const logos = useLogos({ isEnabled: holdsTokens() })
  return ({ prefix }: SandboxVendor) => logos(prefix.replaceAll('-', '_'))
}

interface VendorListProps {
  vendors: readonly SandboxVendor[]
  chosen: string
  onChoose: (prefix: string) => void
}

export const VendorList = ({ vendors, chosen, onChoose }: VendorListProps) => {
  const { t } = useTranslation('sandboxes')
  const drawings = useDrawings()
  return (
    <>
      <NativeSelect
        className={`only-phone ${styles.picker}`}
        label={t('vendor')}
        value={chosen}
        data={vendors.map(({ prefix, name }) => ({ value: prefix, label: name }))}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      <ul className={`from-tablet ${styles.list}`} aria-label={t('vendors')}>
        {vendors.map((vendor) => (
          <li key={vendor.prefix}>
            <UnstyledButton
              className={styles.vendor}
              aria-pressed={vendor.prefix === chosen}
              onClick={() => onChoose(vendor.prefix)}
            >
              <Logo name={vendor.name} drawing={drawings(vendor)} size={28} />
              <span className="grow">
                <span className={styles.vendorName}>{vendor.name}</span>
                <span className="caption dim">
                  {t('accountsOf', { count: vendor.accounts.length, n: vendor.accounts.length })}
                </span>
              </span>
              {misbehaves(vendor) && <IconAlertTriangle size={16} className={styles.trouble} aria-label={t('trouble')} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  )
}
