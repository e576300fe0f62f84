import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { useUsage, type Usage } from '#web/data/webhooks/endpoints.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { shortDayOf } from '#web/lib/time/dates.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import { useEndpointName } from '../endpoint/endpoint-name.ts'
import styles from './usage.module.css'

/** Of the limit: an admin is notified then. */
const noticePercent = 80
const listed = 4

/** Noon of a day without a time is the same day in every time zone that our users have. */
const dayOfDate = (date: string) => shortDayOf(`${date}T12:00:00`)

const Meter = ({ used, limit, resets_on: resets }: Usage) => {
  const { t } = useTranslation('webhooks')
  const day = dayOfDate(resets)
  if (limit === null)
    return (
      <>
        <p className={styles.value}>
          {formatNumber(used)} <span>{t('usage.unlimited')}</span>
        </p>
        <p className="caption dim">{t('usage.resets', { day })}</p>
      </>
    )
  const percent = limit === 0 ? 100 : Math.round((used / limit) * 100)
  return (
    <>
      <p className={styles.value}>
        {formatNumber(used)} <span>{t('usage.of', { limit: formatNumber(limit) })}</span>
      </p>
      <div
        className={styles.bar}
        aria-hidden
        data-full={percent >= 100 || undefined}
        style={{ '--used': `${Math.min(percent, 100)}%`, '--notice': `${noticePercent}%` } as object}
      >
        <i />
        <u />
      </div>
      <div className={styles.legend}>
        <span>{t('usage.used', { percent, day })}</span>
        <span>{t('usage.notice', { percent: noticePercent })}</span>
      </div>
    </>
  )
}

const Largest = ({ used, largest, endpoints }: Usage & { endpoints: readonly WebhookEndpoint[] }) => {
  const { t } = useTranslation('webhooks')
  const nameOf = useEndpointName()
  if (largest.length === 0) return <p className={styles.nothing}>{t('usage.nothing')}</p>
  // A single other one is named instead.
  const shown = largest.slice(0, largest.length === listed + 1 ? listed + 1 : listed)
  const rest = used - shown.reduce((sum, one) => sum + one.used, 0)
  const labelOf = ({ endpoint_id: id, name }: Usage['largest'][number]) => {
    const endpoint = endpoints.find((one) => one.id === id)
    return endpoint ? nameOf(endpoint) : name
  }
  return (
    <ul className={styles.largest} aria-label={t('usage.largest')}>
      {shown.map((one) => (
        <li key={one.endpoint_id}>
          <Tile name={one.name} size={24} />
          <span className="grow truncate" title={labelOf(one)}>
            {labelOf(one)}
          </span>
          <span className="medium">{formatNumber(one.used)}</span>
        </li>
      ))}
      {largest.length > shown.length && rest > 0 && (
        <li>
          <span className="grow">{t('usage.others', { count: largest.length - shown.length })}</span>
          <span className="medium">{formatNumber(rest)}</span>
        </li>
      )}
    </ul>
  )
}

const UsageSkeleton = () => (
  <div className={styles.meter} aria-hidden>
    <Skeleton height={40} width={160} />
    <Skeleton height={8} my={10} />
    <Skeleton height={96} mt={24} />
  </div>
)

/** Automation events of this month. */
export const UsagePanel = ({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) => {
  const { t } = useTranslation('webhooks')
  const query = useUsage()
  return (
    <Panel title={t('usage.title')} flush>
      <div className={styles.usage}>
        <Loaded query={query} skeleton={<UsageSkeleton />}>
          {(usage) => (
            <>
              <div className={styles.meter}>
                <Meter {...usage} />
              </div>
              <Largest {...usage} endpoints={endpoints} />
            </>
          )}
        </Loaded>
        <p className={styles.counted}>
          <b>{t('usage.counted')}</b> {t('usage.countedText')} <b>{t('usage.notCounted')}</b> {t('usage.notCountedText')}
        </p>
      </div>
    </Panel>
  )
}
