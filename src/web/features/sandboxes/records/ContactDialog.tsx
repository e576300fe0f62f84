import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface ContactDialogProps {
  accountRef: AccountRef
  /** The contact to change; without it the dialog adds a new one. */
  contact?: SandboxRecord
  onClose: () => void
}

const fields = ['firstName', 'lastName', 'email', 'phone', 'source'] as const
const nothing = { firstName: '', lastName: '', email: '', phone: '', source: '' }

const filledIn = (values: typeof nothing): Partial<typeof nothing> =>
  Object.fromEntries(fields.map((name) => [name, values[name].trim()]).filter(([, value]) => value !== ''))

const useContactForm = ({ accountRef, contact, onClose }: ContactDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { addContact, updateContact } = useAccountActs(accountRef)
  return useForm({
    initial: nothing,
    rules: {
      firstName: (_value, values) => (contact && Object.keys(filledIn(values)).length === 0 ? t('people.nothing') : undefined),
    },
    submit: async (values) => {
      if (contact) await updateContact.mutateAsync({ id: contact.id, ...filledIn(values) })
      else await addContact.mutateAsync(filledIn(values))
      void showToast('success', contact ? t('people.changed', { name: contact.name }) : t('people.added'))
      onClose()
    },
    explain: useErrorText(),
  })
}

export const ContactDialog = (props: ContactDialogProps) => {
  const { contact, onClose } = props
  const { t } = useTranslation('sandboxes')
  const form = useContactForm(props)
  const input = (name: (typeof fields)[number]) => (
    <TextInput {...form.field(name)} label={t(`people.${name}`)} maxLength={100} autoComplete="off" />
  )
  return (
    <FormDialog
      title={contact ? t('people.changeTitle', { name: contact.name }) : t('people.add')}
      text={t(contact ? 'people.changeText' : 'people.addText')}
      action={t(contact ? 'people.change' : 'people.addAction')}
      form={form}
      onClose={onClose}
    >
      <FieldPair>
        {input('firstName')}
        {input('lastName')}
      </FieldPair>
      <FieldPair>
        {input('email')}
        {input('phone')}
      </FieldPair>
      {input('source')}
    </FormDialog>
  )
}
