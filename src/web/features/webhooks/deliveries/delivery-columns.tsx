import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '#contract/webhooks/deliveries.ts'
import { useMay } from '#web/lib/may.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { Tile } from '#web/ui/page/Tile.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import styles from './deliveries.module.css'
import { badges, deliveryName, deliveryTime, helpFor } from './delivery-words.ts'
import { ReplayButton } from './ReplayButton.tsx'

export const ResultBadge = ({ state }: Pick<WebhookDelivery, 'state'>) => {
  const { t } = useTranslation('webhooks')
  const { kind, icon } = badges[state]
  return (
    <StatusBadge kind={kind} icon={icon}>
      {t(`deliveries.states.${state}`)}
    </StatusBadge>
  )
}

type Open = (delivery: WebhookDelivery) => void

const Help = ({ delivery, onRepair }: { delivery: WebhookDelivery; onRepair: Open }) => {
  const { t } = useTranslation('webhooks')
  const mayChange = useMay()('webhooks', 'w')
  const help = mayChange ? helpFor(delivery) : undefined
  if (help === 'replay') return <ReplayButton delivery={delivery} className={styles.help} />
  if (help === undefined) return null
  return (
    <Button
      className={styles.help ?? ''}
      variant="default"
      size="xs"
      aria-label={t('deliveries.repairOf', { name: deliveryName(delivery) })}
      onClick={() => onRepair(delivery)}
    >
      {t('deliveries.repair')}
    </Button>
  )
}

const Opener = ({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: Open }) => {
  const { t } = useTranslation('webhooks')
  const event = delivery.event ?? t('deliveries.noEvent')
  return (
    <button
      type="button"
      className={styles.opener}
      aria-label={t('deliveries.open', { event, name: deliveryName(delivery) })}
      onClick={() => onOpen(delivery)}
    >
      {event}
    </button>
  )
}

const Company = ({ name }: { name: string }) => (
  <span className={styles.company}>
    <Tile name={name} size={24} />
    <span className="truncate">{name}</span>
  </span>
)

export const useDeliveryColumns = ({ onOpen, onRepair }: { onOpen: Open; onRepair: Open }): Column<WebhookDelivery>[] => {
  const { t } = useTranslation('webhooks')
  return [
    {
      name: 'time',
      title: t('deliveries.columns.time'),
      hint: ({ received_at: at }) => exactTime(at),
      cell: ({ received_at: at }) => <time dateTime={at}>{deliveryTime(at)}</time>,
    },
    {
      name: 'event',
      title: t('deliveries.columns.event'),
      isTitle: true,
      cell: (delivery) => <Opener delivery={delivery} onOpen={onOpen} />,
    },
    {
      name: 'company',
      title: t('deliveries.columns.company'),
      hint: ({ endpoint }) => endpoint,
      cell: ({ endpoint }) => <Company name={endpoint} />,
    },
    {
      name: 'id',
      title: t('deliveries.columns.id'),
      shares: 1,
      hint: ({ event_id: id }) => id,
      cell: ({ event_id: id }) =>
        id === null ? <span className="dim">{t('deliveries.noId')}</span> : <code className="monospace dim">{id}</code>,
    },
    { name: 'result', title: t('deliveries.columns.result'), cell: ({ state }) => <ResultBadge state={state} /> },
    {
      name: 'detail',
      title: t('deliveries.columns.detail'),
      hint: ({ detail }) => detail,
      cell: ({ detail }) => (detail === '' ? <span data-none /> : <span className={styles.detail}>{detail}</span>),
    },
    {
      name: 'help',
      title: t('deliveries.columns.actions'),
      isAction: true,
      cell: (delivery) => <Help delivery={delivery} onRepair={onRepair} />,
    },
  ]
}
