import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { noteConnected } from '../connect/connect-return.ts'
import { AccountChoices, type AccountGroup, type ChoiceTexts } from './AccountChoices.tsx'
import styles from './dialogs.module.css'

interface Account {
  id: string
  name: string
}

interface AccountDialogProps<A extends Account> extends ChoiceTexts<A> {
  source: Integration
  query: UseQueryResult<AccountGroup<A>[]>
  /** Creates one source for each account. */
  onConnect: (ids: readonly string[]) => Promise<{ items: readonly Integration[] }>
  onClose: () => void
}

const idsIn = (value: string): string[] => value.split(' ').filter(Boolean)

const useChoiceForm = <A extends Account>({ words, onConnect, onClose }: AccountDialogProps<A>) => {
  const { t } = useTranslation('syncs')
  return useForm({
    initial: { accounts: '' },
    rules: { accounts: (value) => (value ? undefined : t(`${words}.missing`)) },
    submit: async ({ accounts }) => {
      const { items } = await onConnect(idsIn(accounts))
      const [first] = items
      // The list scrolls to the card as soon as it is loaded.
      if (first) noteConnected(first.id)
      void showToast('success', t(`${words}.done`, { count: items.length, account: first?.account ?? '' }))
      onClose()
    },
    explain: useErrorText(),
  })
}

const none: ReadonlySet<string> = new Set()

/** Accounts that already have a source. A disconnected one may be connected again. */
const useConnectedIds = ({ type }: Integration): ReadonlySet<string> => {
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

/** Why no account can be chosen, if that is the case. */
const whyNot = (groups: readonly AccountGroup<Account>[], connected: ReadonlySet<string>) => {
  const accounts = groups.flatMap((group) => group.accounts)
  if (accounts.length === 0) return 'nothing'
  return accounts.every(({ id }) => connected.has(id)) ? 'allTaken' : undefined
}

/** Creates one source for each chosen account, all with the access of the same login. */
export const AccountDialog = <A extends Account>(props: AccountDialogProps<A>) => {
  const { source, words, detailsOf, query, onClose } = props
  const { t } = useTranslation('syncs')
  const { vendor: provider } = source
  const connected = useConnectedIds(source)
  const form = useChoiceForm(props)
  const reasonId = useId()
  const reason = query.data && whyNot(query.data, connected)
  const chosen = idsIn(form.values.accounts)
  return (
    <FormDialog
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
      action={chosen.length > 0 ? t(`${words}.action`, { count: chosen.length }) : t(`${words}.actionNone`)}
      isWide
      blockedBy={query.data && !reason ? undefined : reasonId}
      form={form}
      onClose={onClose}
    >
      <Loaded query={query} skeleton={<ChoiceSkeleton />}>
        {(groups) => (
          <AccountChoices
            words={words}
            detailsOf={detailsOf}
            groups={groups}
            connected={connected}
            chosen={chosen}
            error={form.errors.accounts}
            onChange={(ids) => form.set('accounts', ids.join(' '))}
          />
        )}
      </Loaded>
      {reason && (
        <div id={reasonId}>
          <Note kind="wait">{t(`${words}.${reason}`, { provider })}</Note>
        </div>
      )}
    </FormDialog>
  )
}
