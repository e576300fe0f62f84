import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { comingTime } from './clock-time.ts'
import styles from './RunPanel.module.css'
import { isPausedRun, type Running } from './run-state.ts'
import { RunBar } from './RunBar.tsx'

/** The progress of a run in two or three words. */
export const RunBrief = ({ source: { last_run: run } }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  if (run.status === 'queued') return t('run.queued')
  if (isPausedRun(run)) return t('card.resting', { time: comingTime(run.resume_at ?? '') })
  if (run.is_canceling) return t('run.canceling')
  return run.percent === null ? t('run.read', { n: formatNumber(run.records) }) : t('run.percent', { n: run.percent })
}

/** An open run as a thin progress bar. */
export const RunSummary = ({ source }: { source: Running }) => <RunBar source={source} className={styles.line ?? ''} />
