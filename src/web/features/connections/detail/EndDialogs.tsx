import { Checkbox, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import { useFiles } from '#web/data/connections/sharing.ts'
import { useCancel, useRemove } from '#web/data/connections.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { EndEffects } from './EndEffects.tsx'
import { isSharing } from './is-sharing.ts'

interface DialogProps {
  connection: Connection
  onClose: () => void
}

/** Nothing is shared yet: one click is enough. */
const CancelQuestion = ({ connection, onClose }: DialogProps) => {
  const { t } = useTranslation('connections')
  const cancel = useCancel()
  const { id, version, name, state } = connection
  const texts = state === 'INVITED' ? 'cancelInvitation' : 'end'
  return (
    <ConfirmDialog
      title={t(`${texts}.title`, { name })}
      text={state === 'INVITED' ? t('cancelInvitation.text') : t('end.textNothing')}
      action={t(`${texts}.action`)}
      back={t(`${texts}.back`)}
      done={t('done.canceled')}
      onConfirm={() => cancel.mutateAsync({ id, version })}
      onClose={onClose}
    />
  )
}

/** Shared contacts are erased: the name of the other account is typed. */
const EndForm = ({ connection, onClose }: DialogProps) => {
  const { t } = useTranslation('connections')
  const cancel = useCancel()
  const { id, version, name, side, state } = connection
  const { files } = useFiles(id).data ?? {}
  const label = useId()
  const [keepTotals, setKeepTotals] = useState(false)
  const form = useForm({
    initial: { name: '' },
    rules: {},
    submit: async (typed) => {
      await cancel.mutateAsync({ id, version, name: typed.name.trim(), keepTotals })
      void showToast('success', t('done.canceled'))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t('end.title', { name })}
      text={<EndEffects connection={connection} files={files} />}
      action={t('end.action')}
      isDangerous
      blockedBy={isTyped(form.values.name, name) ? undefined : label}
      form={form}
      onClose={onClose}
    >
      {side === 'COMPANY' && state === 'ACTIVE' && (
        <Checkbox
          checked={keepTotals}
          label={t('end.keep', { name })}
          description={t('end.keepHint', { n: smallestTotal })}
          onChange={(event) => setKeepTotals(event.currentTarget.checked)}
        />
      )}
      <TextInput
        {...form.field('name')}
        label={t('end.confirm', { name })}
        labelProps={{ id: label }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  )
}

/** Cancels an invitation, or ends a connection. */
export const EndDialog = (props: DialogProps) =>
  isSharing(props.connection) ? <EndForm {...props} /> : <CancelQuestion {...props} />

export const RemoveDialog = ({ connection, onRemoved, onClose }: DialogProps & { onRemoved: () => void }) => {
  const { t } = useTranslation('connections')
  const remove = useRemove()
  const { id, name } = connection
  const confirm = async () => {
    await remove.mutateAsync(id)
    onRemoved()
  }
  return (
    <ConfirmDialog
      title={t('remove.title', { name })}
      text={t('remove.text', { name })}
      action={t('remove.action')}
      done={t('done.removed')}
      explain={(reason) => t('failed.remove', { reason })}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
