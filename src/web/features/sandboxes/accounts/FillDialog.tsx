import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxAccount } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

const most = 100_000
const seeds = 1_000_000

const isFine = (text: string) => /^\d+$/.test(text.trim()) && Number(text) <= most

interface FillDialogProps {
  accountRef: AccountRef
  account: SandboxAccount
  onClose: () => void
}

export const FillDialog = ({ accountRef, account, onClose }: FillDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { fill } = useAccountActs(accountRef)
  const rule = (value: string) => (isFine(value) ? undefined : t('accounts.fillWrong'))
  const form = useForm({
    initial: { people: '200', deals: '80' },
    rules: { people: rule, deals: rule },
    submit: async ({ people, deals }) => {
      // A new seed each time: the same seed would create the same contacts again.
      const seed = Date.now() % seeds
      await fill.mutateAsync({ people: Number(people), deals: Number(deals), seed })
      void showToast('success', t('accounts.filled', { account: account.name }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t('accounts.fillTitle', { account: account.name })}
      text={t('accounts.fillText')}
      action={t('accounts.fill')}
      form={form}
      onClose={onClose}
    >
      <FieldPair>
        <TextInput {...form.field('people')} label={t('accounts.fillPeople')} inputMode="numeric" autoComplete="off" />
        <TextInput {...form.field('deals')} label={t('accounts.fillDeals')} inputMode="numeric" autoComplete="off" />
      </FieldPair>
    </FormDialog>
  )
}
