import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nameRule } from '#contract/kit/text-rules.ts'
import type { User } from '#contract/users/users.ts'
import { useUpdateUser } from '#web/data/account/users.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { CompaniesField } from './CompaniesField.tsx'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { fullNameOf } from './allowed-actions.ts'

interface EditDialogProps {
  user: User
  onClose: () => void
}

const fields = ['name', 'lastname', 'companies'] as const

const choiceOf = ({ companies }: User) => {
  if (companies === 'all') return 'all'
  return companies.length > 0 ? 'kept' : 'none'
}

const useEditForm = ({ user, onClose }: EditDialogProps) => {
  const { t } = useTranslation('users')
  const { user: me, changeUser } = useSession()
  const update = useUpdateUser()
  const before = choiceOf(user)
  return useForm({
    initial: { name: user.name, lastname: user.lastname, companies: before },
    rules: { name: nameRule('a first name'), lastname: nameRule('a last name') },
    submit: async ({ name, lastname, companies }) => {
      const visible = companies === before ? {} : { companies: companies === 'all' ? ('all' as const) : [] }
      const saved = await update.mutateAsync({ id: user.id, version: user.version, name, lastname, ...visible })
      if (saved.id === me.id) changeUser({ id: saved.id, name: saved.name, lastname: saved.lastname, version: saved.version })
      void showToast('success', t('edit.done', { name: fullNameOf(saved) }))
      onClose()
    },
    explain: useErrorText(),
    fieldOf: fieldNamed(fields),
  })
}

/** The name of a user, and in an agency the companies that they see. */
export const EditDialog = (props: EditDialogProps) => {
  const { user, onClose } = props
  const { t } = useTranslation('users')
  const { user: me } = useSession()
  const form = useEditForm(props)
  const hasCompanies = me.client.type === 'AGENCY' && user.id !== me.id
  return (
    <FormDialog
      title={t('edit.title', { name: fullNameOf(user) })}
      text={user.email}
      action={t('edit.action')}
      form={form}
      onClose={onClose}
    >
      <FieldPair>
        <TextInput {...form.field('name')} label={t('fields.name')} autoComplete="off" />
        <TextInput {...form.field('lastname')} label={t('fields.lastname')} autoComplete="off" />
      </FieldPair>
      {hasCompanies && (
        <CompaniesField
          name="companies"
          value={form.values.companies}
          chosen={user.companies === 'all' ? 0 : user.companies.length}
          onChange={(event) => form.set('companies', event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
