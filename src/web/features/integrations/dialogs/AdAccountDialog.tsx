import { Skeleton } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { useAdBusinesses, useConnectAdAccounts, type AdBusiness } from '#web/data/ad-accounts.ts'
import { useIntegrations } from '#web/data/integration-list.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { noteArrival } from '../connect/arrival.ts'
import { AdAccountChoices } from './AdAccountChoices.tsx'
import styles from './dialogs.module.css'

interface AdAccountDialogProps {
  source: Integration
  onClose: () => void
}

const idsIn = (value: string): string[] => value.split(' ').filter(Boolean)

const useChoiceForm = ({ source, onClose }: AdAccountDialogProps, businesses: readonly AdBusiness[] | undefined) => {
  const { t } = useTranslation('syncs')
  const connect = useConnectAdAccounts(source)
  const businessOf = (account: string) =>
    businesses?.find(({ accounts }) => accounts.some(({ id }) => id === account))?.id ?? null
  return useForm({
    initial: { accounts: '' },
    rules: { accounts: (value) => (value ? undefined : t('adAccount.missing')) },
    submit: async ({ accounts }) => {
      const chosen = idsIn(accounts).map((account) => ({ account, business: businessOf(account) }))
      const { items } = await connect.mutateAsync(chosen)
      const [first] = items
      // The list shows the card as soon as it has it.
      if (first) noteArrival(first.id)
      void showToast('success', t('adAccount.done', { count: items.length, account: first?.account ?? '' }))
      onClose()
    },
    explain: useErrorText(),
  })
}

const none: ReadonlySet<string> = new Set()

/** Ad accounts that a source reads already: each is read once. One that was disconnected may be connected again. */
const useTaken = ({ type }: Integration): ReadonlySet<string> => {
  const others = useIntegrations().data?.items.filter((other) => other.type === type && other.status !== 'disconnected')
  return others ? new Set(others.flatMap(({ hub_id: hubId }) => hubId ?? [])) : none
}

const ChoiceSkeleton = () => (
  <div className={styles.businesses} aria-hidden>
    <Skeleton height={12} width={120} />
    {[1, 2, 3].map((row) => (
      <div key={row} className={styles.waiting}>
        <Skeleton height={16} width={16} />
        <div className="grow">
          <Skeleton height={12} width="45%" />
          <Skeleton height={12} width="70%" mt={8} />
        </div>
      </div>
    ))}
  </div>
)

/** Why nothing can be chosen, if so. */
const whyNot = (businesses: readonly AdBusiness[], taken: ReadonlySet<string>) => {
  const accounts = businesses.flatMap((business) => business.accounts)
  if (accounts.length === 0) return 'adAccount.nothing'
  return accounts.every(({ id }) => taken.has(id)) ? 'adAccount.allTaken' : undefined
}

/** One source for each ad account that is chosen, all of them with the access that was given once. */
export const AdAccountDialog = (props: AdAccountDialogProps) => {
  const { source, onClose } = props
  const { t } = useTranslation('syncs')
  const provider = providerNames[source.type]
  const query = useAdBusinesses(source)
  const taken = useTaken(source)
  const form = useChoiceForm(props, query.data)
  const reasonId = useId()
  const reason = query.data && whyNot(query.data, taken)
  const chosen = idsIn(form.values.accounts)
  return (
    <FormDialog
      title={t('adAccount.title')}
      text={t('adAccount.text')}
      action={t('adAccount.action', { count: Math.max(1, chosen.length) })}
      isWide
      blockedBy={query.data && !reason ? undefined : reasonId}
      form={form}
      onClose={onClose}
    >
      <Loaded query={query} skeleton={<ChoiceSkeleton />}>
        {(businesses) => (
          <AdAccountChoices
            businesses={businesses}
            taken={taken}
            chosen={chosen}
            error={form.errors.accounts}
            onChange={(ids) => form.set('accounts', ids.join(' '))}
          />
        )}
      </Loaded>
      {reason && (
        <div id={reasonId}>
          <Note kind="wait">{t(reason, { provider })}</Note>
        </div>
      )}
    </FormDialog>
  )
}
