import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface MergeDialogProps {
  accountRef: AccountRef
  contact: SandboxRecord
  contacts: readonly SandboxRecord[]
  onClose: () => void
}

export const MergeDialog = ({ accountRef, contact, contacts, onClose }: MergeDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { mergeContacts } = useAccountActs(accountRef)
  const others = contacts.filter(({ id }) => id !== contact.id)
  const form = useForm({
    initial: { into: others[0]?.id ?? '' },
    rules: {},
    submit: async ({ into }) => {
      await mergeContacts.mutateAsync({ from: contact.id, into })
      void showToast('success', t('people.merged', { name: contact.name }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t('people.mergeTitle', { name: contact.name })}
      text={t('people.mergeText', { name: contact.name })}
      action={t('people.mergeAction')}
      form={form}
      onClose={onClose}
    >
      <NativeSelect
        label={t('people.into')}
        name="into"
        value={form.values.into}
        data={others.map(({ id, name, detail }) => ({ value: id, label: detail ? `${name} · ${detail}` : name }))}
        onChange={(event) => form.set('into', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
