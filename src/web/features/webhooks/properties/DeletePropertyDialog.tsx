import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookProperty } from '#contract/webhooks/properties.ts'
import { useDeleteProperty } from '#web/data/webhooks/properties.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

interface DeletePropertyDialogProps {
  property: WebhookProperty
  onClose: () => void
}

/** If records have values of the property, the server says so and the same dialog asks whether to delete it anyway. */
export const DeletePropertyDialog = ({ property, onClose }: DeletePropertyDialogProps) => {
  const { t } = useTranslation('webhooks')
  const { id, label: name, used } = property
  const remove = useDeleteProperty()
  const [isForced, setIsForced] = useState(false)
  const usual = used === 0 ? t('properties.deletion.text') : t('properties.deletion.used', { count: used, n: formatNumber(used) })
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id, force: isForced })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PROPERTY_IN_USE') setIsForced(true)
      throw error
    }
  }
  return (
    <ConfirmDialog
      title={t('properties.deletion.title', { name })}
      text={isForced ? t('properties.deletion.inUse') : usual}
      action={t(isForced ? 'properties.deletion.force' : 'properties.deletion.action')}
      done={t('properties.deletion.done', { name })}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
