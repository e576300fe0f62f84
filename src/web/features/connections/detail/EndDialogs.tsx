import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import { useCancel, useRemove } from '#web/data/connections.ts'
import { useAgreement } from '#web/data/connections/agreements.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

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

/** How much is erased, and when; everything, until it is counted and if it is not told. */
const useErased = (connection: Connection): string => {
  const { t } = useTranslation('connections')
  const { name, side, id, versionInForce } = connection
  const { data: shared } = useShared(connection)
  const agreed = useAgreement(id).data?.versions.find(({ version }) => version === versionInForce)
  if (agreed && agreed.retentionDays > 0) return t(`end.later.${side}`, { name, count: agreed.retentionDays })
  if (!shared?.contacts) return t(`end.everything.${side}`, { name })
  const { contacts, opportunities } = shared
  return t(`end.counts.${side}`, {
    name,
    contacts: t('end.contacts', { count: contacts, n: formatNumber(contacts) }),
    opportunities: t('end.opportunities', { count: opportunities ?? 0, n: formatNumber(opportunities ?? 0) }),
  })
}

/** Shared contacts are erased: the name of the other account is typed. */
const EndForm = ({ connection, onClose }: DialogProps) => {
  const { t } = useTranslation('connections')
  const cancel = useCancel()
  const { id, version, name, side, state } = connection
  const [keepTotals, setKeepTotals] = useState(false)
  const form = useForm({
    initial: { name: '' },
    rules: { name: (value) => (isTyped(value, name) ? undefined : t('end.differs')) },
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
      text={
        <>
          <strong className="medium">{useErased(connection)}</strong> {t(`end.after.${side}`)}
        </>
      }
      action={t('end.action')}
      isDangerous
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
      <TextInput {...form.field('name')} label={t('end.confirm', { name })} autoComplete="off" spellCheck={false} />
    </FormDialog>
  )
}

/** Cancels an invitation, or ends a connection. */
export const EndDialog = (props: DialogProps) => {
  const isSharing = props.connection.state === 'IN_PROCESS' || props.connection.state === 'ACTIVE'
  return isSharing ? <EndForm {...props} /> : <CancelQuestion {...props} />
}

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
