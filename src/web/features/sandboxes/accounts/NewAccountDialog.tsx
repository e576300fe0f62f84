import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useVendorActs, type SandboxVendor } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

export const NewAccountDialog = ({ vendor, onClose }: { vendor: SandboxVendor; onClose: () => void }) => {
  const { t } = useTranslation('sandboxes')
  const { addAccount } = useVendorActs(vendor.prefix)
  const form = useForm({
    initial: { name: '' },
    rules: { name: (value) => (value.trim() === '' ? t('accounts.nameMissing') : undefined) },
    submit: async ({ name }) => {
      await addAccount.mutateAsync(name.trim())
      void showToast('success', t('accounts.added', { name: name.trim() }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t('accounts.addTitle', { vendor: vendor.name })}
      text={t('accounts.addText')}
      action={t('accounts.add')}
      form={form}
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label={t('accounts.name')} maxLength={100} autoComplete="off" />
    </FormDialog>
  )
}
