import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import styles from './endpoint.module.css'

interface AddressProps {
  endpoint: WebhookEndpoint
  base: string
  made: string | undefined
  onHide: () => void
}

const minuteMs = 60_000

const useTimeLeft = (until: string): string => {
  const { t } = useTranslation('webhooks')
  const minutes = Math.ceil((Date.parse(until) - useNow()) / minuteMs)
  if (minutes <= 0) return t('endpoint.left.none')
  if (minutes < 60) return t('endpoint.left.minutes', { min: minutes })
  return t('endpoint.left.hours', { h: Math.floor(minutes / 60), min: minutes % 60 })
}

const PreviousKey = ({ previous }: { previous: NonNullable<WebhookEndpoint['previous_key']> }) => {
  const { t } = useTranslation('webhooks')
  return (
    <div>
      <dt>{t('endpoint.key.previous')}</dt>
      <dd>
        <b>{t('endpoint.key.end', { end: previous.ends_in })}</b>{' '}
        <span className={styles.left} title={exactTime(previous.works_until)}>
          {useTimeLeft(previous.works_until)}
        </span>
      </dd>
    </div>
  )
}

/** Only the hash of a key is stored, so an address is shown in full only when its key was just made. */
const Url = ({ endpoint: { key_ends_in: end }, base, made }: Omit<AddressProps, 'onHide'>) => {
  const { t } = useTranslation('webhooks')
  return (
    <div className={styles.url} data-made={made === undefined ? undefined : true}>
      <span className="caption dim">POST</span>
      <code className="grow">
        {made ?? (
          <>
            {base}
            <span aria-hidden>
              <span className={styles.dots}>••••••••••••</span>
              <b>{end}</b>
            </span>
            <span className="visually-hidden">{t('endpoint.hidden', { end })}</span>
          </>
        )}
      </code>
      {made !== undefined && <CopyButton text={made} words={t('endpoint.copy', { returnObjects: true })} />}
    </div>
  )
}

export const Address = ({ endpoint, base, made, onHide }: AddressProps) => {
  const { t } = useTranslation('webhooks')
  const { key_ends_in: end, key_since: since, previous_key: previous } = endpoint
  return (
    <div className={styles.address}>
      <Url endpoint={endpoint} base={base} made={made} />
      {made !== undefined && (
        <Note
          kind="wait"
          action={
            <Button variant="default" size="xs" onClick={onHide}>
              {t('endpoint.hide')}
            </Button>
          }
        >
          {t('endpoint.made')}
        </Note>
      )}
      <dl className={styles.keys}>
        <div>
          <dt>{t('endpoint.key.current')}</dt>
          <dd>
            <b>{t('endpoint.key.end', { end })}</b>{' '}
            <span className="dim">{t('endpoint.key.since', { time: exactTime(since) })}</span>
          </dd>
        </div>
        {previous && <PreviousKey previous={previous} />}
      </dl>
    </div>
  )
}
