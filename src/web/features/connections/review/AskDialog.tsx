import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { reasonMax, reasonRule } from '#contract/kit/text-rules.ts'
import { useRequestChanges, useRequestData } from '#web/data/connections/agreements.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface AskDialogProps {
  connection: Connection
  onClose: () => void
}

interface RequestDialogProps extends AskDialogProps {
  request: ReturnType<typeof useRequestChanges>
  words: { title: string; text: string; action: string; label: string; done: string }
}

/** The agency asks the company for something, in a text that the company gets by email. */
const RequestDialog = ({ connection: { id, version }, request, words, onClose }: RequestDialogProps) => {
  const form = useForm({
    initial: { text: '' },
    rules: { text: reasonRule },
    submit: async ({ text }) => {
      await request.mutateAsync({ id, version, text: text.trim() })
      void showToast('success', words.done)
      onClose()
    },
    explain: useErrorText(),
    fieldOf: fieldNamed(['text']),
    mainField: 'text',
  })
  return (
    <FormDialog title={words.title} text={words.text} action={words.action} isFilled={form.isDirty} form={form} onClose={onClose}>
      <Textarea
        name="text"
        label={words.label}
        rows={3}
        maxLength={reasonMax}
        value={form.values.text}
        error={form.errors.text}
        onChange={(event) => form.set('text', event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** The agency asks the company to change what it wants to share. */
export const AskDialog = (props: AskDialogProps) => {
  const { t } = useTranslation('criteria')
  const { name } = props.connection
  const words = {
    title: t('ask.title', { name }),
    text: t('ask.text'),
    action: t('ask.action'),
    label: t('ask.label'),
    done: t('review.asked'),
  }
  return <RequestDialog {...props} request={useRequestChanges()} words={words} />
}

/** The agency asks the company to share more than it does. */
export const AskForDataDialog = (props: AskDialogProps) => {
  const { t } = useTranslation('sharing')
  const { name } = props.connection
  const words = {
    title: t('request.title', { name }),
    text: t('request.text'),
    action: t('request.action'),
    label: t('request.label'),
    done: t('request.done'),
  }
  return <RequestDialog {...props} request={useRequestData()} words={words} />
}
