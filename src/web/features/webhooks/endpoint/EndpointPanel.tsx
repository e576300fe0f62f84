import { Button } from '@mantine/core'
import { IconCircleDashed, IconKey, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { useMay } from '#web/lib/may.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import { Address } from './Address.tsx'
import { DeleteEndpointDialog } from './DeleteEndpointDialog.tsx'
import styles from './endpoint.module.css'
import { EndpointSelect } from './EndpointSelect.tsx'
import { Example } from './example/Example.tsx'
import type { MadeAddress } from './made-address.ts'
import { RotateDialog } from './RotateDialog.tsx'
import { Signature } from './signature/Signature.tsx'

const recentMs = 7 * 24 * 3_600_000

interface EndpointPanelProps {
  endpoint: WebhookEndpoint
  endpoints: readonly WebhookEndpoint[]
  base: string
  /** The address with its key, if that was just made. */
  made: string | undefined
  onChoose: (id: string) => void
  onMade: (made: MadeAddress | undefined) => void
}

const Badge = ({ lastEventAt }: { lastEventAt: string | null }) => {
  const { t } = useTranslation('webhooks')
  const now = useNow()
  if (lastEventAt === null) return <StatusBadge kind="off">{t('endpoint.quiet')}</StatusBadge>
  if (now - Date.parse(lastEventAt) < recentMs) return <StatusBadge kind="good">{t('endpoint.receiving')}</StatusBadge>
  return (
    <StatusBadge kind="off" icon={IconCircleDashed}>
      {t('endpoint.last', { day: dayOf(lastEventAt) })}
    </StatusBadge>
  )
}

type Asked = 'rotate' | 'delete'

const Actions = ({ endpoint, onAsk }: { endpoint: WebhookEndpoint; onAsk: (asked: Asked) => void }) => {
  const { t } = useTranslation('webhooks')
  const may = useMay()
  const remove = {
    name: 'delete',
    label: t('deletion.action'),
    icon: <IconTrash size={16} stroke={1.75} />,
    isDangerous: true,
    onClick: () => onAsk('delete'),
  }
  return (
    <div className={styles.actions} key={endpoint.id}>
      {may('webhooks', 'w') && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconKey size={14} stroke={1.75} aria-hidden />}
          onClick={() => onAsk('rotate')}
        >
          {t('rotate.action')}
        </Button>
      )}
      <RowMenu label={t('endpoint.more')} actions={may('webhooks', 'd') ? [remove] : []} />
    </div>
  )
}

/** One endpoint: its address, how to send to it, and whether what is sent must be signed. */
export const EndpointPanel = ({ endpoint, endpoints, base, made, onChoose, onMade }: EndpointPanelProps) => {
  const { t } = useTranslation('webhooks')
  const titleId = useId()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Panel flush>
      <section className={styles.card} aria-labelledby={titleId}>
        <div className={styles.head}>
          <h2 id={titleId}>{t('endpoint.title')}</h2>
          <EndpointSelect endpoint={endpoint} endpoints={endpoints} onChoose={onChoose} />
          <Badge lastEventAt={endpoint.last_event_at} />
          <Actions endpoint={endpoint} onAsk={setAsked} />
        </div>
        <Address endpoint={endpoint} base={base} made={made} onHide={() => onMade(undefined)} />
        <Example endpoint={endpoint} base={base} made={made} />
        <Signature endpoint={endpoint} />
      </section>
      {asked === 'rotate' && <RotateDialog endpoint={endpoint} onMade={onMade} onClose={close} />}
      {asked === 'delete' && <DeleteEndpointDialog endpoint={endpoint} onClose={close} />}
    </Panel>
  )
}
