import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { namesOf } from './names-of.ts'

const currency = 'USD'

export const BusinessDialog = ({ accountRef, onClose }: { accountRef: AccountRef; onClose: () => void }) => {
  const { t } = useTranslation('sandboxes')
  const { addBusiness } = useAccountActs(accountRef)
  const form = useForm({
    initial: { name: '', adAccounts: '' },
    rules: {
      name: (value) => (value.trim() === '' ? t('businesses.nameMissing') : undefined),
      adAccounts: (value) => (namesOf(value).length === 0 ? t('businesses.adAccountsMissing') : undefined),
    },
    submit: async ({ name, adAccounts }) => {
      await addBusiness.mutateAsync({
        name: name.trim(),
        adAccounts: namesOf(adAccounts).map((adAccount) => ({ name: adAccount, currency })),
      })
      void showToast('success', t('businesses.added', { name: name.trim() }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog title={t('businesses.add')} action={t('businesses.addAction')} form={form} onClose={onClose}>
      <TextInput {...form.field('name')} label={t('businesses.name')} maxLength={100} autoComplete="off" />
      <TextInput
        {...form.field('adAccounts')}
        label={t('businesses.adAccounts')}
        description={t('businesses.hint')}
        autoComplete="off"
      />
    </FormDialog>
  )
}
