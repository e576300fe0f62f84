import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from './CardProgress.module.css'
import { useHeadline, useIsBehind, useRate, useSoFar, useTimeLeft } from './run-figures.ts'
import { isPausedRun, runWords, type Running } from './run-state.ts'
import { RunBar } from './RunBar.tsx'

/** The count so far; before there is one, what the run waits for. */
const useCardHeadline = (source: Running): string => {
  const { t } = useTranslation('syncs')
  const isBehind = useIsBehind(source)
  const { last_run: run } = source
  const headline = useHeadline(run)
  if (run.is_canceling) return t('run.canceling')
  if (isPausedRun(run)) return t('statuses.paused')
  if (run.status === 'queued') return t(isBehind ? 'run.behindShort' : 'run.queued')
  return headline
}

/** Pages and rate, or why there is no progress. */
const Pace = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const rate = useRate(run)
  if (isPausedRun(run)) return <p className={styles.why}>{run.error_text}</p>
  if (run.status !== 'running') return <p className={styles.pace} />
  return (
    <p className={styles.pace}>
      <span>{t('run.pages', { count: run.pages, n: formatNumber(run.pages) })}</span>
      <span>{rate}</span>
    </p>
  )
}

/** A running sync, in the same space as the last run of the card: nothing moves when it starts or ends. */
export const CardProgress = ({ source }: { source: Running }) => {
  const { last_run: run } = source
  const { t } = useTranslation('syncs')
  const isPaused = isPausedRun(run)
  const headline = useCardHeadline(source)
  const soFar = useSoFar(source)
  const left = useTimeLeft(source)
  return (
    <section className={styles.progress} aria-label={t(runWords(source))}>
      <p className={styles.head}>
        <span className={styles.big}>{headline}</span>
        <span className={styles.soFar}>{isPaused ? left : run.status !== 'queued' && run.percent !== null && soFar}</span>
      </p>
      <RunBar source={source} />
      <div className={styles.rest}>
        <Pace source={source} />
        {!isPaused && <p className={styles.left}>{left}</p>}
      </div>
    </section>
  )
}
