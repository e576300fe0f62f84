import { Button } from '@mantine/core'
import { IconPlus, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SandboxVendor } from '#web/data/sandboxes.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { AccountCard } from './AccountCard.tsx'
import styles from './accounts.module.css'
import { NewAccountDialog } from './NewAccountDialog.tsx'

interface AccountsPanelProps {
  vendor: SandboxVendor
  open: string | undefined
  onOpen: (account: string | undefined) => void
}

export const AccountsPanel = ({ vendor, open, onOpen }: AccountsPanelProps) => {
  const { t } = useTranslation('sandboxes')
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('accounts.add')}
    </Button>
  )
  return (
    <Panel title={t('accounts.title')} note={vendor.name} aside={add} flush>
      {vendor.accounts.length === 0 ? (
        <EmptyState
          icon={<IconUserCircle size={22} stroke={1.75} />}
          title={t('accounts.empty.title')}
          text={t('accounts.empty.text')}
        />
      ) : (
        <ul className={styles.accounts}>
          {vendor.accounts.map((account) => (
            <AccountCard
              key={account.id}
              vendor={vendor}
              account={account}
              isOpen={open === account.id}
              onToggle={() => onOpen(open === account.id ? undefined : account.id)}
            />
          ))}
        </ul>
      )}
      {isAdding && <NewAccountDialog vendor={vendor} onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}
