import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { reasonMax, reasonRule } from '#contract/kit/text-rules.ts'
import { useReject } from '#web/data/connections.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface DeclineDialogProps {
  connection: Pick<Connection, 'id' | 'name'> & Partial<Pick<Connection, 'version' | 'state'>>
  /** From the link, if the account does not have the invitation yet. */
  token?: string
  onDeclined?: () => void
  onClose: () => void
}

const fieldOf = fieldNamed(['reason'])

/** Declines an invitation or an offer, with a reason if the user gives one. */
export const DeclineDialog = ({ connection, token, onDeclined, onClose }: DeclineDialogProps) => {
  const { t } = useTranslation('connections')
  const { id, name, version, state = 'INVITED' } = connection
  const isInvitation = state === 'INVITED'
  const reject = useReject()
  const reasonOf = useErrorText()
  const form = useForm({
    initial: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? undefined : reasonRule(text)) },
    submit: async ({ reason }) => {
      const why = reason.trim() === '' ? {} : { reason: reason.trim() }
      await reject.mutateAsync({
        id,
        ...why,
        ...(version === undefined ? {} : { version }),
        ...(token === undefined ? {} : { token }),
      })
      void showToast('success', t(isInvitation ? 'done.rejected' : 'done.declined'))
      onClose()
      onDeclined?.()
    },
    explain: (error) =>
      fieldOf(error) ? reasonOf(error) : t(isInvitation ? 'failed.reject' : 'failed.decline', { reason: reasonOf(error) }),
    fieldOf,
  })
  return (
    <FormDialog
      title={t(isInvitation ? 'decline.title' : 'decline.titleOffer', { name })}
      text={t(state === 'ACTIVE' ? 'decline.textActive' : 'decline.text')}
      action={t('decline.action')}
      isDangerous
      isFilled={form.isDirty}
      form={form}
      onClose={onClose}
    >
      <Textarea
        name="reason"
        label={t('decline.reason')}
        description={t('decline.hint', { name })}
        rows={2}
        maxLength={reasonMax}
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(event) => form.set('reason', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
