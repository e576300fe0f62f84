import { Button } from '@mantine/core'
import { IconClockX, IconLockX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxAccount, type SandboxVendor } from '#web/data/sandboxes.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import { Records } from '../records/Records.tsx'
import { useAct } from '#web/lib/use-act.ts'
import styles from './accounts.module.css'
import { Businesses } from './Businesses.tsx'
import { ConnectFields } from './ConnectFields.tsx'
import { FillDialog } from './FillDialog.tsx'

const useCounts = ({ counts, businesses, locations }: SandboxAccount): string => {
  const { t } = useTranslation('sandboxes')
  if (locations) return t('accounts.locations', { count: locations.length, n: formatNumber(locations.length) })
  if (counts) {
    const contacts = t('accounts.people', { count: counts.people, n: formatNumber(counts.people) })
    return `${contacts} · ${t('accounts.deals', { count: counts.deals, n: formatNumber(counts.deals) })}`
  }
  const adAccounts = (businesses ?? []).reduce((sum, business) => sum + business.adAccounts.length, 0)
  return t('accounts.adAccounts', { count: adAccounts, n: formatNumber(adAccounts) })
}

interface AccountProps {
  vendor: SandboxVendor
  account: SandboxAccount
}

/** Ends Tributary's access: the tokens expire, or the vendor's user revokes them. */
const AccessMenu = ({ account, accountRef }: { account: SandboxAccount; accountRef: AccountRef }) => {
  const { t } = useTranslation('sandboxes')
  const { act } = useAct()
  const { endTokens } = useAccountActs(accountRef)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <RowMenu
        label={t('accounts.more', { account: account.name })}
        actions={[
          {
            name: 'expire',
            label: t('accounts.expire'),
            icon: <IconClockX size={16} stroke={1.75} />,
            onClick: () => void act(() => endTokens.mutateAsync('expire'), t('accounts.expired')),
          },
          {
            name: 'revoke',
            label: t('accounts.revoke'),
            icon: <IconLockX size={16} stroke={1.75} />,
            isDangerous: true,
            onClick: () => setAsks(true),
          },
        ]}
      />
      {asks && (
        <ConfirmDialog
          title={t('accounts.revokeTitle', { account: account.name })}
          text={t('accounts.revokeText')}
          action={t('accounts.revoke')}
          done={t('accounts.revoked')}
          onConfirm={() => endTokens.mutateAsync('revoke')}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}

interface AccountCardProps extends AccountProps {
  isOpen: boolean
  onToggle: () => void
}

export const AccountCard = ({ vendor, account, isOpen, onToggle }: AccountCardProps) => {
  const { t } = useTranslation('sandboxes')
  const [isFilling, setIsFilling] = useState(false)
  const accountRef = { vendor: vendor.prefix, account: account.id }
  return (
    <li className={styles.account}>
      <div className={styles.head}>
        <div className="grow">
          <h3 className="small semibold truncate">{account.name}</h3>
          <p className="caption dim truncate numeric">
            {useCounts(account)} · <span className="monospace">{account.id}</span>
          </p>
        </div>
        {account.counts && (
          <div className={styles.acts}>
            <Button variant="default" size="xs" onClick={() => setIsFilling(true)}>
              {t('accounts.fill')}
            </Button>
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={onToggle}>
              {t(isOpen ? 'accounts.close' : 'accounts.open')}
            </Button>
          </div>
        )}
        <AccessMenu account={account} accountRef={accountRef} />
      </div>
      <ConnectFields vendor={vendor.name} account={account} />
      {account.businesses && <Businesses accountRef={accountRef} businesses={account.businesses} />}
      {isOpen && account.counts && <Records accountRef={accountRef} canMerge={vendor.canMerge} />}
      {isFilling && <FillDialog accountRef={accountRef} account={account} onClose={() => setIsFilling(false)} />}
    </li>
  )
}
