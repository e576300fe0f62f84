import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDelivery, type OpenDelivery } from '#web/data/webhooks/deliveries.ts'
import { useMay } from '#web/lib/may.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Sheet } from '#web/ui/dialogs/Sheet.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import { RecordBody, RecordSection } from '#web/ui/records/RecordBody.tsx'
import { ResultBadge } from '../delivery-columns.tsx'
import styles from '../deliveries.module.css'
import { ReplayButton } from '../ReplayButton.tsx'
import { RepairForm } from './RepairForm.tsx'

interface DeliveryProps {
  delivery: OpenDelivery
}

const prettyOf = ({ payload }: OpenDelivery): string => JSON.stringify(payload, null, 2)

const Outcome = ({ delivery }: DeliveryProps) => {
  const { t } = useTranslation('webhooks')
  const mayReadContacts = useMay()('leads', 'r')
  const { state, effect, detail, set_aside: names, contact_id: contact } = delivery
  return (
    <RecordSection title={t('deliveries.sheet.became')}>
      <div className={styles.outcome}>
        <ResultBadge state={state} />
        <span className="small">{detail || (effect && t(`deliveries.sheet.effects.${effect}`))}</span>
      </div>
      {names.length > 0 && (
        <p className="small">
          {t('deliveries.sheet.waiting')}: <code className="monospace">{names.join(', ')}</code>
        </p>
      )}
      {contact !== null && mayReadContacts && (
        <Button
          className={styles.contact ?? ''}
          component={Link}
          to={paths.contacts}
          search={{ contact } as never}
          size="xs"
          variant="default"
        >
          {t('deliveries.sheet.contact')}
        </Button>
      )}
    </RecordSection>
  )
}

const Facts = ({ delivery: { endpoint, received_at: at, event_id: id } }: DeliveryProps) => {
  const { t } = useTranslation('webhooks')
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('deliveries.sheet.endpoint')}</dt>
        <dd>{endpoint}</dd>
      </div>
      <div>
        <dt>{t('deliveries.sheet.received')}</dt>
        <dd>
          <time dateTime={at}>{exactTime(at)}</time>
        </dd>
      </div>
      <div>
        <dt>{t('deliveries.sheet.id')}</dt>
        <dd>{id === null ? <span className="dim">{t('deliveries.sheet.noId')}</span> : <code>{id}</code>}</dd>
      </div>
    </dl>
  )
}

const Sent = ({ delivery, onEdit }: DeliveryProps & { onEdit: () => void }) => {
  const { t } = useTranslation('webhooks')
  const mayChange = useMay()('webhooks', 'w')
  const text = prettyOf(delivery)
  return (
    <section className={styles.sent}>
      <div className="row">
        <h3 className="grow">{t('deliveries.sheet.sent')}</h3>
        <CopyButton text={text} words={t('deliveries.sheet.copy', { returnObjects: true })} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      {mayChange && delivery.can_replay && (
        <div className="row">
          <Button variant="default" size="xs" onClick={onEdit}>
            {t('deliveries.repair')}
          </Button>
          <ReplayButton delivery={delivery} />
        </div>
      )}
    </section>
  )
}

const Opened = ({ delivery, startsInRepair }: DeliveryProps & { startsInRepair: boolean }) => {
  const [isEditing, setIsEditing] = useState(startsInRepair)
  const mayChange = useMay()('webhooks', 'w')
  return (
    <>
      <Outcome delivery={delivery} />
      <Facts delivery={delivery} />
      {isEditing && mayChange && delivery.can_replay ? (
        <RepairForm delivery={delivery} text={prettyOf(delivery)} onDone={() => setIsEditing(false)} />
      ) : (
        <Sent delivery={delivery} onEdit={() => setIsEditing(true)} />
      )}
    </>
  )
}

const OpenedSkeleton = () => (
  <div className="stack" aria-hidden>
    <Skeleton height={48} />
    <Skeleton height={72} />
    <Skeleton height={240} radius="md" />
  </div>
)

interface DeliverySheetProps {
  id: string
  /** Opened to be repaired, not to be read. */
  startsInRepair: boolean
  onClose: () => void
}

/** One delivery: what was sent, what became of it, and sending it again. */
export const DeliverySheet = ({ id, startsInRepair, onClose }: DeliverySheetProps) => {
  const { t } = useTranslation(['webhooks', 'app'])
  const query = useDelivery(id)
  const { data } = query
  return (
    <Sheet
      title={data ? (data.event ?? t('deliveries.noEvent')) : t('app:noValue')}
      note={data ? `${data.endpoint}, ${exactTime(data.received_at)}` : ''}
      mark={data && <Tile name={data.endpoint} size={40} />}
      closeLabel={t('deliveries.sheet.close')}
      closesBeside={!startsInRepair}
      onClose={onClose}
    >
      <RecordBody>
        <Loaded query={query} skeleton={<OpenedSkeleton />}>
          {(delivery) => <Opened delivery={delivery} startsInRepair={startsInRepair} />}
        </Loaded>
      </RecordBody>
    </Sheet>
  )
}
