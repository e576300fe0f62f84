import { useTranslation } from 'react-i18next'
import type { AdAccount } from '#contract/integrations/ad-accounts.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useAdBusinesses, useConnectAdAccounts } from '#web/data/integrations/ad-accounts.ts'
import { AccountDialog } from './AccountDialog.tsx'

/** Ad accounts, grouped by business. */
export const AdAccountDialog = ({ source, onClose }: { source: Integration; onClose: () => void }) => {
  const { t } = useTranslation('syncs')
  const query = useAdBusinesses(source)
  const connect = useConnectAdAccounts(source)
  const businessOf = (account: string) =>
    query.data?.find(({ accounts }) => accounts.some(({ id }) => id === account))?.id ?? null
  return (
    <AccountDialog
      source={source}
      words="adAccount"
      detailsOf={({ currency, active }: AdAccount) => [
        ...(currency === null ? [] : [currency]),
        ...(active ? [] : [t('adAccount.inactive')]),
      ]}
      query={query}
      onConnect={(ids) => connect.mutateAsync(ids.map((account) => ({ account, business: businessOf(account) })))}
      onClose={onClose}
    />
  )
}
