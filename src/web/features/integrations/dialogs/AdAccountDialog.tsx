import '@mantine/core/styles/Radio.layer.css'
import { Radio, Skeleton } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdAccount } from '#contract/ad-accounts.ts'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { useIntegrations } from '#web/data/integration-list.ts'
import { useAdBusinesses, useChooseAdAccount, type AdBusiness } from '#web/data/ad-accounts.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import styles from './dialogs.module.css'

interface AdAccountDialogProps {
  source: Integration
  onClose: () => void
}

const useChoiceForm = ({ source, onClose }: AdAccountDialogProps, businesses: readonly AdBusiness[] | undefined) => {
  const { t } = useTranslation('syncs')
  const choose = useChooseAdAccount(source)
  return useForm({
    initial: { account: '' },
    rules: { account: (value) => (value ? undefined : t('adAccount.missing')) },
    submit: async ({ account }) => {
      const business = businesses?.find(({ accounts }) => accounts.some(({ id }) => id === account))
      const saved = await choose.mutateAsync({ account, business: business?.id ?? null })
      void showToast('success', t('adAccount.done', { account: saved.account ?? account }))
      onClose()
    },
    explain: useErrorText(),
  })
}

const none: ReadonlySet<string> = new Set()

/** Ad accounts that another source reads already: each is read once. */
const useTaken = ({ id, type }: Integration): ReadonlySet<string> => {
  const others = useIntegrations().data?.items.filter((other) => other.type === type && other.id !== id)
  return others ? new Set(others.flatMap(({ hub_id: hubId }) => hubId ?? [])) : none
}

const useDescription = () => {
  const { t } = useTranslation('syncs')
  return ({ id, currency, active }: AdAccount, isTaken: boolean) =>
    [id, currency, active ? null : t('adAccount.inactive'), isTaken ? t('adAccount.taken') : null].filter(Boolean).join(' · ')
}

interface Offer {
  business: AdBusiness
  taken: ReadonlySet<string>
}

const Business = ({ business, taken }: Offer) => {
  const { t } = useTranslation('syncs')
  const describe = useDescription()
  return (
    <fieldset className={styles.business}>
      <legend>{business.name ?? t('adAccount.alone')}</legend>
      <div className={styles.choices}>
        {business.accounts.map((account) => (
          <Radio
            key={account.id}
            size="xs"
            value={account.id}
            label={account.name}
            description={describe(account, taken.has(account.id))}
            disabled={taken.has(account.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const ChoiceSkeleton = () => (
  <div className={styles.businesses} aria-hidden>
    <Skeleton height={12} width={120} />
    {[1, 2, 3].map((row) => (
      <div key={row} className={styles.waiting}>
        <Skeleton height={16} circle />
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

/** One source reads one ad account: this one. */
export const AdAccountDialog = (props: AdAccountDialogProps) => {
  const { source, onClose } = props
  const { t } = useTranslation('syncs')
  const provider = providerNames[source.type]
  const query = useAdBusinesses(source)
  const taken = useTaken(source)
  const form = useChoiceForm(props, query.data)
  const reasonId = useId()
  const reason = query.data && whyNot(query.data, taken)
  return (
    <FormDialog
      title={t('adAccount.title')}
      text={t('adAccount.text', { provider })}
      action={t('adAccount.action')}
      isWide
      blockedBy={query.data && !reason ? undefined : reasonId}
      form={form}
      onClose={onClose}
    >
      <Loaded query={query} skeleton={<ChoiceSkeleton />}>
        {(businesses) => (
          <Radio.Group
            aria-label={t('adAccount.title')}
            name="account"
            value={form.values.account}
            error={form.errors.account}
            onChange={(account) => form.set('account', account)}
          >
            <div className={styles.businesses}>
              {businesses
                .filter(({ accounts }) => accounts.length > 0)
                .map((business) => (
                  <Business key={business.id ?? ''} business={business} taken={taken} />
                ))}
            </div>
          </Radio.Group>
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
