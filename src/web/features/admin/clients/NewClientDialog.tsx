import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { emailRule, nameRule } from '#contract/kit/text-rules.ts'
import { accountTypes } from '#contract/users/permissions.ts'
import { useCreateClient } from '#web/data/admin/clients.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { CurrencyField, TimeZoneField } from '../RegionFields.tsx'

const initial = {
  name: '',
  type: 'AGENCY',
  firstName: '',
  lastName: '',
  email: '',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  currency: 'USD',
}
type Values = typeof initial

const rules = {
  name: nameRule('a client name'),
  firstName: nameRule('a first name'),
  lastName: nameRule('a last name'),
  email: emailRule,
}

const fieldsOfBody: Record<string, keyof Values> = {
  name: 'name',
  'owner.name': 'firstName',
  'owner.lastname': 'lastName',
  'owner.email': 'email',
}

const fieldOf = (error: unknown): keyof Values | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'CLIENT_NAME_TAKEN') return 'name'
  return error.code === 'USER_EXISTS' ? 'email' : fieldsOfBody[error.field ?? '']
}

interface NewClientDialogProps {
  onClose: () => void
  onCreated: (id: string) => void
}

const useNewClientForm = ({ onClose, onCreated }: NewClientDialogProps) => {
  const { t } = useTranslation('admin')
  const textOf = useErrorText()
  const create = useCreateClient()
  return useForm({
    initial,
    rules,
    submit: async ({ name, type, firstName, lastName, email: address, timeZone, currency }) => {
      const owner = { name: firstName, lastname: lastName, email: address }
      const client = await create.mutateAsync({ name, isAgency: type === 'AGENCY', owner, timeZone, currency })
      void showToast('success', t('clients.create.done', { name: client.name }))
      onClose()
      onCreated(client.id)
    },
    fieldOf,
    explain: (error) => {
      if (!(error instanceof ApiError)) return textOf(error)
      if (error.code === 'CLIENT_NAME_TAKEN') return t('clients.create.nameTaken')
      return error.code === 'USER_EXISTS' ? t('clients.create.userExists') : textOf(error)
    },
  })
}

/** Creates an account for a user who has not signed up. */
export const NewClientDialog = (props: NewClientDialogProps) => {
  const { t } = useTranslation('admin')
  const form = useNewClientForm(props)
  return (
    <FormDialog
      title={t('clients.create.title')}
      text={t('clients.create.text')}
      action={t('clients.create.action')}
      isFilled={form.isDirty}
      form={form}
      onClose={props.onClose}
    >
      <TextInput {...form.field('name')} label={t('clients.create.name')} autoComplete="off" />
      <NativeSelect
        name="type"
        label={t('clients.create.kind')}
        value={form.values.type}
        data={accountTypes.map((value) => ({ value, label: t(`clients.types.${value}`) }))}
        onChange={(event) => form.set('type', event.currentTarget.value)}
      />
      <FieldPair>
        <TextInput {...form.field('firstName')} label={t('clients.create.firstName')} autoComplete="off" />
        <TextInput {...form.field('lastName')} label={t('clients.create.lastName')} autoComplete="off" />
      </FieldPair>
      <TextInput {...form.field('email')} type="email" label={t('clients.create.email')} autoComplete="off" spellCheck={false} />
      <FieldPair>
        <TimeZoneField value={form.values.timeZone} onChange={(value) => form.set('timeZone', value)} />
        <CurrencyField value={form.values.currency} onChange={(value) => form.set('currency', value)} />
      </FieldPair>
    </FormDialog>
  )
}
