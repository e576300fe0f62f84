import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useVendorActs, type SandboxVendor } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { namesOf } from './names-of.ts'

export const NewAccountDialog = ({ vendor, onClose }: { vendor: SandboxVendor; onClose: () => void }) => {
  const { t } = useTranslation('sandboxes')
  const { addAccount, addAgency } = useVendorActs(vendor.prefix)
  const form = useForm({
    initial: { name: '', locations: '' },
    rules: { name: (value) => (value.trim() === '' ? t('accounts.nameMissing') : undefined) },
    submit: async ({ name, locations }) => {
      const names = namesOf(locations)
      if (names.length === 0) await addAccount.mutateAsync(name.trim())
      else await addAgency.mutateAsync({ name: name.trim(), locations: names.map((location) => ({ name: location })) })
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
      {vendor.hasAgencies && (
        <TextInput
          {...form.field('locations')}
          label={t('accounts.locationNames')}
          description={t('accounts.locationHint')}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
