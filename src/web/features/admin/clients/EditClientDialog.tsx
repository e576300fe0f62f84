import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { keptName, nameRule, reasonRule } from '#contract/kit/text-rules.ts'
import { useUpdateClient } from '#web/data/admin/clients.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { ReasonField } from '#web/ui/fields/ReasonField.tsx'
import { CurrencyField, TimeZoneField } from '../RegionFields.tsx'

const fieldOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return undefined
  if (error.field === 'reason') return 'reason'
  return error.code === 'CLIENT_NAME_TAKEN' || error.field === 'name' ? 'name' : undefined
}

const useEditForm = (client: ClientRow, onClose: () => void) => {
  const { t } = useTranslation('admin')
  const textOf = useErrorText()
  const update = useUpdateClient()
  const isElsewhere = useSession().user.clientId !== client.id
  const needsReason = (name: string) => isElsewhere && keptName(name) !== client.name
  const form = useForm({
    initial: { name: client.name, timeZone: client.timeZone, currency: client.currency, reason: '' },
    rules: {
      name: nameRule('a client name'),
      reason: (reason, { name }) => (needsReason(name) ? reasonRule(reason) : undefined),
    },
    submit: async ({ name, timeZone, currency, reason }) => {
      const why = needsReason(name) ? { reason: reason.trim() } : {}
      await update.mutateAsync({ id: client.id, version: client.version, name, timeZone, currency, ...why })
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
  return { form, needsReason: needsReason(form.values.name) }
}

export const EditClientDialog = ({ client, onClose }: { client: ClientRow; onClose: () => void }) => {
  const { t } = useTranslation(['admin', 'app'])
  const { form, needsReason } = useEditForm(client, onClose)
  return (
    <FormDialog
      title={t('clients.edit.title', { name: client.name })}
      action={t('clients.edit.action')}
      form={form}
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label={t('clients.create.name')} autoComplete="off" />
      {needsReason && <ReasonField {...form.field('reason')} />}
      <FieldPair>
        <TimeZoneField value={form.values.timeZone} onChange={(value) => form.set('timeZone', value)} />
        <CurrencyField value={form.values.currency} onChange={(value) => form.set('currency', value)} />
      </FieldPair>
    </FormDialog>
  )
}
