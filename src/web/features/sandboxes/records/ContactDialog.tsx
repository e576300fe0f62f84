import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface PersonDialogProps {
  place: AccountRef
  /** Somebody who is there already; else somebody new. */
  person?: SandboxRecord
  onClose: () => void
}

const fields = ['firstName', 'lastName', 'email', 'phone', 'source'] as const
const nothing = { firstName: '', lastName: '', email: '', phone: '', source: '' }

const filledIn = (values: typeof nothing): Partial<typeof nothing> =>
  Object.fromEntries(fields.map((name) => [name, values[name].trim()]).filter(([, value]) => value !== ''))

const usePersonForm = ({ place, person, onClose }: PersonDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { addPerson, changePerson } = useAccountActs(place)
  return useForm({
    initial: nothing,
    rules: {
      firstName: (_value, values) => (person && Object.keys(filledIn(values)).length === 0 ? t('people.nothing') : undefined),
    },
    submit: async (values) => {
      if (person) await changePerson.mutateAsync({ id: person.id, ...filledIn(values) })
      else await addPerson.mutateAsync(filledIn(values))
      void showToast('success', person ? t('people.changed', { name: person.name }) : t('people.added'))
      onClose()
    },
    explain: useErrorText(),
  })
}

export const ContactDialog = (props: PersonDialogProps) => {
  const { person, onClose } = props
  const { t } = useTranslation('sandboxes')
  const form = usePersonForm(props)
  const input = (name: (typeof fields)[number]) => (
    <TextInput {...form.field(name)} label={t(`people.${name}`)} maxLength={100} autoComplete="off" />
  )
  return (
    <FormDialog
      title={person ? t('people.changeTitle', { name: person.name }) : t('people.add')}
      text={t(person ? 'people.changeText' : 'people.addText')}
      action={t(person ? 'people.change' : 'people.addAction')}
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
