import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { oldKeyHours, type WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { useRotateKey } from '#web/data/webhooks/endpoints.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { useEndpointName } from './endpoint-name.ts'
import type { MadeAddress } from './made-address.ts'

interface RotateDialogProps {
  endpoint: WebhookEndpoint
  onMade: (made: MadeAddress) => void
  onClose: () => void
}

export const RotateDialog = ({ endpoint, onMade, onClose }: RotateDialogProps) => {
  const { t } = useTranslation('webhooks')
  const { id, version, previous_key: previous } = endpoint
  const rotate = useRotateKey()
  const [isEndedNow, setIsEndedNow] = useState(false)
  const form = useForm({
    initial: {},
    rules: {},
    submit: async () => {
      const { url } = await rotate.mutateAsync({ id, version, end_old_now: isEndedNow })
      void showToast('success', t('rotate.done'))
      onClose()
      onMade({ id, url })
    },
    explain: useErrorText(),
  })
  const text = t('rotate.text', { hours: oldKeyHours })
  return (
    <FormDialog
      title={t('rotate.title', { name: useEndpointName()(endpoint) })}
      text={previous ? `${text} ${t('rotate.previous', { end: previous.ends_in })}` : text}
      action={t('rotate.action')}
      isDangerous={isEndedNow}
      form={form}
      onClose={onClose}
    >
      <Checkbox
        checked={isEndedNow}
        label={t('rotate.endNow')}
        description={t('rotate.endNowHint')}
        onChange={(event) => setIsEndedNow(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
