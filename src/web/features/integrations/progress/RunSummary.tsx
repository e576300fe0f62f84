import { useTranslation } from 'react-i18next'
import { comingTime } from './clock-time.ts'
import { useHeadline } from './run-figures.ts'
import styles from './RunPanel.module.css'
import { isPausedRun, type Running } from './run-state.ts'
import { RunBar } from './RunBar.tsx'

/** The progress of a run in two or three words. */
export const RunBrief = ({ source: { last_run: run } }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const headline = useHeadline(run)
  if (run.status === 'queued') return t('run.queued')
  if (isPausedRun(run)) return t('card.resting', { time: comingTime(run.resume_at ?? '') })
  if (run.is_canceling) return t('run.canceling')
  return headline
}

/** An open run as a thin progress bar. */
export const RunSummary = ({ source }: { source: Running }) => <RunBar source={source} className={styles.line ?? ''} />
