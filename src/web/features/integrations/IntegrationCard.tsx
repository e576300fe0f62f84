import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { dayOf } from '#web/lib/dates.ts'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import styles from './IntegrationCard.module.css'

const kinds: Record<Integration['status'], StatusKind> = { active: 'good', error: 'bad', disconnected: 'off' }

const syncStateOf = ({ status, syncing }: Integration) => {
  if (status !== 'active') return 'noValue'
  return syncing ? 'pages:integrations.syncing' : 'pages:integrations.idle'
}

export const IntegrationCard = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation(['app', 'pages'])
  const provider = providerNames[integration.type]
  return (
    <article className={styles.card} aria-label={integration.name}>
      <div className={styles.head}>
        <Tile name={provider} />
        <div className="grow">
          <h3 className="small semibold truncate">{integration.name}</h3>
          <p className="caption dim truncate">{provider}</p>
        </div>
        <StatusBadge kind={kinds[integration.status]}>{t(`pages:integrations.statuses.${integration.status}`)}</StatusBadge>
      </div>
      <dl className={styles.facts}>
        <dt>{t('pages:integrations.account')}</dt>
        <dd className="truncate">{integration.account ?? t('noValue')}</dd>
        <dt>{t('pages:integrations.state')}</dt>
        <dd>{t(syncStateOf(integration))}</dd>
        <dt>{t('pages:integrations.since')}</dt>
        <dd>
          <time dateTime={integration.created_at}>{dayOf(integration.created_at)}</time>
        </dd>
      </dl>
    </article>
  )
}
