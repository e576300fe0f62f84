import { useTranslation } from 'react-i18next'
import { titleOf } from '#contract/sources.ts'
import { figure } from '#web/lib/figure.ts'
import { comingTime } from './clock-time.ts'
import styles from './RunPanel.module.css'
import { isResting, type Running } from './run-state.ts'

/** How far a run is, in two words or three. */
export const RunBrief = ({ source: { last_run: run } }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  if (run.status === 'queued') return t('run.queued')
  if (isResting(run)) return t('card.resting', { time: comingTime(run.resume_at ?? '') })
  if (run.is_canceling) return t('run.canceling')
  return run.percent === null ? t('run.read', { n: figure(run.records) }) : t('run.percent', { n: run.percent })
}

/** A run that is under way, as a line. It takes no room, so that nothing moves when a run comes or goes. */
export const RunLine = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const isStill = run.status === 'queued' || isResting(run)
  const value = run.percent === null || run.status === 'queued' ? (isStill ? { value: 0 } : {}) : { value: run.percent }
  return (
    <progress
      className={`${styles.bar} ${styles.line}`}
      max={100}
      {...value}
      aria-label={t('run.bar', { name: titleOf(source) })}
      data-still={isStill ? 'stopped' : undefined}
    />
  )
}
