import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { useClosurePreview } from '#web/data/account/own-client.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { locale } from '#web/lib/format/locale.ts'
import { useMay } from '#web/lib/may.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './ClientPage.module.css'
import { CloseDialog } from './CloseDialog.tsx'

/** In the order of importance to users. */
const known = [
  'users',
  'integrations',
  'ghost_companies',
  'contacts',
  'opportunities',
  'stage_events',
  'touches',
  'spend_days',
  'stages',
  'events',
  'notifications',
] as const

/** Counts with their names, such as "6 users". A count without a text keeps the server's name. */
const useCounts = (removes: Record<string, number>): string[] => {
  const { t } = useTranslation('client')
  const numberOf = (word: string) => (removes[word] ?? 0).toLocaleString(locale)
  const others = Object.keys(removes).filter((word) => !known.some((one) => one === word))
  return [
    ...known
      .filter((word) => removes[word])
      .map((word) => t(`closing.counts.${word}`, { count: removes[word] ?? 0, n: numberOf(word) })),
    ...others.filter((word) => removes[word]).map((word) => `${numberOf(word)} ${word.replaceAll('_', ' ')}`),
  ]
}

const Consequences = ({ removes, closesAt }: { removes: Record<string, number>; closesAt: string }) => {
  const { t } = useTranslation('client')
  const counts = useCounts(removes)
  const date = dayOf(closesAt)
  return (
    <dl className={styles.steps}>
      <dt>{t('closing.steps.now')}</dt>
      <dd>{t('closing.steps.nowText')}</dd>
      <dt>{t('closing.steps.until', { date })}</dt>
      <dd>{t('closing.steps.untilText')}</dd>
      <dt>{t('closing.steps.end', { date })}</dt>
      <dd>
        {t('closing.steps.endText')}
        <ul className={styles.counts} aria-label={t('closing.erased')}>
          {counts.map((count) => (
            <li key={count}>{count}</li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}

const StepSkeletons = () => (
  <div className="stack" aria-hidden>
    {[72, 58, 80].map((width) => (
      <div key={width}>
        <Skeleton width={120} height={12} mb={8} />
        <Skeleton width={`${width}%`} height={12} />
      </div>
    ))}
  </div>
)

const Closing = ({ client }: { client: ClientRow }) => {
  const { t } = useTranslation('client')
  const query = useClosurePreview()
  const [isConfirming, setIsConfirming] = useState(false)
  const isClosing = client.status === 'closing'
  const wasClosing = useRef(isClosing)
  // The button disappears together with its focus, which then moves to the page, where the closure note is shown.
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body
    if (isClosing && !wasClosing.current && hasLostFocus) {
      document.getElementById('content')?.focus({ preventScroll: true })
      window.scrollTo({ top: 0 })
    }
    wasClosing.current = isClosing
  }, [isClosing])
  return (
    <Loaded query={query} skeleton={<StepSkeletons />}>
      {({ removes, closesAt }) => (
        <>
          <Consequences removes={removes} closesAt={closesAt} />
          {!isClosing && (
            <Button color="red" className={styles.close} onClick={() => setIsConfirming(true)}>
              {t('closing.action')}
            </Button>
          )}
          {isConfirming && !isClosing && (
            <CloseDialog client={client} closesAt={closesAt} onClose={() => setIsConfirming(false)} />
          )}
        </>
      )}
    </Loaded>
  )
}

export const ClosurePanel = ({ client }: { client: ClientRow }) => {
  const { t } = useTranslation('client')
  const mayClose = useMay()('ownership', 'x')
  return (
    <Panel title={t('closing.title')}>
      <div className="stack">
        <p className={styles.text}>{t(mayClose ? 'closing.text' : 'closing.notYours')}</p>
        {mayClose && <Closing client={client} />}
      </div>
    </Panel>
  )
}
