import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '#contract/webhooks/deliveries.ts'
import { useReplay } from '#web/data/webhooks/deliveries.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { deliveryName } from './delivery-words.ts'

/** Applies a delivery again, as it was sent. */
export const ReplayButton = ({ delivery, className }: { delivery: WebhookDelivery; className?: string | undefined }) => {
  const { t } = useTranslation('webhooks')
  const replay = useReplay()
  const { act, isBusy } = useAct()
  const run = () => act(() => replay.mutateAsync({ id: delivery.id }), t('deliveries.replayed'))
  return (
    <BusyButton
      variant="default"
      className={className ?? ''}
      size="xs"
      busy={isBusy}
      aria-label={t('deliveries.replayOf', { name: deliveryName(delivery) })}
      onClick={() => void run()}
    >
      {t('deliveries.replay')}
    </BusyButton>
  )
}
