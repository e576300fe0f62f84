import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountRef, SandboxAccount } from '#web/data/sandboxes.ts'
import { locale } from '#web/lib/format/locale.ts'
import styles from './accounts.module.css'
import { BusinessDialog } from './BusinessDialog.tsx'

type Business = NonNullable<SandboxAccount['businesses']>[number]

const BusinessPart = ({ business: { name, adAccounts } }: { business: Business }) => {
  const { t } = useTranslation('sandboxes')
  return (
    <div className={styles.business}>
      <h4 className="small medium">{name}</h4>
      <ul>
        {adAccounts.map((ad) => (
          <li key={ad.id}>
            <span className="grow truncate">{ad.name}</span>
            <span className="monospace dim">{ad.id}</span>
            <span className="caption dim numeric">
              {t('accounts.days', { count: ad.days, n: ad.days.toLocaleString(locale) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The ad accounts, grouped by business. */
export const Businesses = ({ accountRef, businesses }: { accountRef: AccountRef; businesses: readonly Business[] }) => {
  const { t } = useTranslation('sandboxes')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      {businesses.map((business) => (
        <BusinessPart key={business.id} business={business} />
      ))}
      <Button
        variant="default"
        size="xs"
        className={styles.addBusiness ?? ''}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setIsAdding(true)}
      >
        {t('businesses.add')}
      </Button>
      {isAdding && <BusinessDialog accountRef={accountRef} onClose={() => setIsAdding(false)} />}
    </>
  )
}
