import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Announcement } from '../progress/Announcement.tsx'
import { CardProgress } from '../progress/CardProgress.tsx'
import { isRunning, type Running } from '../progress/run-state.ts'
import { Fact } from './Fact.tsx'
import { LastRun } from './LastRun.tsx'
import { NextRun } from './NextRun.tsx'
import styles from './SourceCard.module.css'

/** Why the source stopped, and that no data is lost. */
const LostBox = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const why = `${source.status_reason ?? t('card.lostFallback')} ${t('card.nothingLost')}`
  return (
    <div className={styles.box} data-kind="bad">
      <p className="medium">
        {t('card.lost')} <RelativeTime instant={source.status_since} />
      </p>
      <p className={styles.reason} title={why}>
        {why}
      </p>
    </div>
  )
}

/** Connected, but the user has to choose something before the first sync. */
const SetupBox = ({ needs }: { needs: NonNullable<Integration['needs']> }) => {
  const { t } = useTranslation('syncs')
  return (
    <div className={styles.box} data-kind="wait">
      <p className="medium">{t(`card.needs.${needs}.title`)}</p>
      <p className={styles.reason}>{t(`card.needs.${needs}.text`)}</p>
    </div>
  )
}

const StoppedFacts = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const { status_since: since, status_reason: reason, erase_at: eraseAt, ghost_company_id: ghost } = source
  const openEnd = t(ghost === null ? 'card.erasing' : 'card.keptOpen')
  return (
    <dl className={styles.facts}>
      <Fact name={t('card.stopped')}>
        <time dateTime={since} title={exactTime(since)}>
          {shortDayOf(since)}
        </time>
        {reason && <span className={styles.more}>{reason}</span>}
      </Fact>
      <Fact name={t('card.keptUntil')}>{eraseAt ? t('card.keptValue', { day: shortDayOf(eraseAt) }) : openEnd}</Fact>
    </dl>
  )
}

const RunFacts = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  return (
    <dl className={styles.facts}>
      <Fact name={t('card.last')}>
        <LastRun source={source} />
      </Fact>
      <Fact name={t('card.next')}>
        <NextRun source={source} />
      </Fact>
    </dl>
  )
}

const Content = ({ source }: { source: Integration }) => {
  const { status, needs } = source
  if (status === 'disconnected') return <StoppedFacts source={source} />
  if (isRunning(source)) return <CardProgress source={source} />
  if (status === 'error') return <LostBox source={source} />
  return needs ? <SetupBox needs={needs} /> : <RunFacts source={source} />
}

const hasRun = (source: Integration): source is Running => source.last_run !== null

/** The state of the source. All variants take the same space, so that nothing on the page moves. */
export const CardStatus = ({ source }: { source: Integration }) => (
  <div className={styles.status}>
    <Content source={source} />
    {hasRun(source) && <Announcement source={source} />}
  </div>
)
