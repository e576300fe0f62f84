import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { reasonMax, reasonRule } from '#contract/kit/text-rules.ts'
import { useRequestChanges } from '#web/data/connections/agreements.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface AskDialogProps {
  connection: Connection
  onClose: () => void
}

/** The agency asks the company to change what it wants to share. */
export const AskDialog = ({ connection: { id, version, name }, onClose }: AskDialogProps) => {
  const { t } = useTranslation('criteria')
  const request = useRequestChanges()
  const form = useForm({
    initial: { text: '' },
    rules: { text: reasonRule },
    submit: async ({ text }) => {
      await request.mutateAsync({ id, version, text: text.trim() })
      void showToast('success', t('review.asked'))
      onClose()
    },
    explain: useErrorText(),
    fieldOf: fieldNamed(['text']),
    mainField: 'text',
  })
  return (
    <FormDialog
      title={t('ask.title', { name })}
      text={t('ask.text')}
      action={t('ask.action')}
      isFilled={form.isDirty}
      form={form}
      onClose={onClose}
    >
      <Textarea
        name="text"
        label={t('ask.label')}
        rows={3}
        maxLength={reasonMax}
        value={form.values.text}
        error={form.errors.text}
        onChange={(event) => form.set('text', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
