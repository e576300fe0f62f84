import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { nameRule } from '#contract/kit/text-rules.ts'
import { useUpdateClient } from '#web/data/admin/clients.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { CurrencyField, TimeZoneField } from '../RegionFields.tsx'

const fieldOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'CLIENT_NAME_TAKEN' || error.field === 'name' ? 'name' : undefined
}

const useEditForm = (client: ClientRow, onClose: () => void) => {
  const { t } = useTranslation('admin')
  const textOf = useErrorText()
  const update = useUpdateClient()
  return useForm({
    initial: { name: client.name, timeZone: client.timeZone, currency: client.currency },
    rules: { name: nameRule('a client name') },
    submit: async ({ name, timeZone, currency }) => {
      await update.mutateAsync({ id: client.id, version: client.version, name, timeZone, currency })
      void showToast('success', t('clients.edit.done', { name: name.trim() }))
      onClose()
    },
    fieldOf,
    explain: (error) => {
      if (!(error instanceof ApiError)) return textOf(error)
      if (error.code === 'CLIENT_NAME_TAKEN') return t('clients.create.nameTaken')
      return error.code === 'STALE_VERSION' ? t('notice.stale') : textOf(error)
    },
  })
}

export const EditClientDialog = ({ client, onClose }: { client: ClientRow; onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const form = useEditForm(client, onClose)
  return (
    <FormDialog
      title={t('clients.edit.title', { name: client.name })}
      action={t('clients.edit.action')}
      form={form}
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label={t('clients.create.name')} autoComplete="off" />
      <FieldPair>
        <TimeZoneField value={form.values.timeZone} onChange={(value) => form.set('timeZone', value)} />
        <CurrencyField value={form.values.currency} onChange={(value) => form.set('currency', value)} />
      </FieldPair>
    </FormDialog>
  )
}
