import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './RunPanel.module.css'
import { isWaitingForApproval, runKind, runWords, type Running } from './run-state.ts'
import { SkippedRows } from './SkippedRows.tsx'
import { useChanges, useRead } from './run-counts.ts'

/** "74 records read, 2 new"; only the count for a run that did not complete. */
const useCounts = (source: Running): string => {
  const { status, records } = source.last_run
  const read = useRead(source.last_run)
  const changes = useChanges(source)
  if (status === 'done' || status === 'done_with_rejects') return `${read}, ${changes}`
  return records > 0 ? read : ''
}

/** Why a run failed. Lost access and pending removals are shown above the tabs. */
const Why = ({ source: { status, last_run: run } }: { source: Running }) => {
  if (run.status !== 'failed' || status === 'error' || isWaitingForApproval(run) || !run.error_text) return null
  return <p className={styles.reason}>{run.error_text}</p>
}

/** How the newest run ended, in one line. The list below it has the details. */
export const RunResult = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { id, last_run: run } = source
  return (
    <>
      <h3>{t('run.latest')}</h3>
      <StatusBadge kind={runKind(run)}>{t(runWords(source))}</StatusBadge>
      <span className={styles.counts}>{useCounts(source)}</span>
      {run.rejected > 0 && <SkippedRows id={id} run={run} />}
      <span className={styles.ended}>
        <RelativeTime instant={run.finished_at ?? run.created_at} />
      </span>
      <Why source={source} />
    </>
  )
}
