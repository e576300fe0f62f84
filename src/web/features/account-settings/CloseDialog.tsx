import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { useCloseClient } from '#web/data/account/own-client.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

const asTyped = (name: string) => name.normalize('NFC').trim()

interface CloseDialogProps {
  client: ClientRow
  closesAt: string
  onClose: () => void
}

/** Typing the name of the account prevents closing it by mistake. */
export const CloseDialog = ({ client, closesAt, onClose }: CloseDialogProps) => {
  const { t } = useTranslation('client')
  const textOf = useErrorText()
  const close = useCloseClient()
  const form = useForm({
    initial: { name: '' },
    rules: { name: (value) => (asTyped(value) === asTyped(client.name) ? undefined : t('closing.dialog.differs')) },
    submit: async ({ name }) => {
      await close.mutateAsync(name)
      void showToast('success', t('closing.done'))
      onClose()
    },
    explain: textOf,
    fieldOf: (error) => (error instanceof ApiError && error.field === 'name' ? 'name' : undefined),
  })
  return (
    <FormDialog
      title={t('closing.dialog.title', { account: client.name })}
      text={t('closing.dialog.text', { date: dayOf(closesAt) })}
      action={t('closing.action')}
      isDangerous
      form={form}
      onClose={onClose}
    >
      <TextInput
        {...form.field('name')}
        label={t('closing.dialog.name', { account: client.name })}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
