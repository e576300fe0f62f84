import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { isWaitingForApproval, runKind, type Running } from '../progress/run-state.ts'
import { SkippedRows } from '../progress/SkippedRows.tsx'
import { useChanges } from '../progress/run-counts.ts'
import styles from './SourceCard.module.css'

/** How the run ended, or what it changed. */
const useOutcome = (source: Running): string => {
  const { t } = useTranslation('syncs')
  const changes = useChanges(source)
  const { last_run: run, removal } = source
  if (isWaitingForApproval(run)) return t(removal === null ? 'card.lastHeld' : 'card.lastApproval')
  if (run.status === 'failed') return t('card.lastFailed')
  if (run.status === 'canceled') return t('card.lastCanceled')
  return t('card.lastValue', { what: changes })
}

const Ended = ({ source }: { source: Running }) => {
  const { id, last_run: run } = source
  const outcome = useOutcome(source)
  return (
    <>
      <span className={styles.run}>
        <i className={styles.dot} data-kind={runKind(run)} aria-hidden />
        <span>
          <RelativeTime instant={run.finished_at ?? run.created_at} />
          {outcome}
        </span>
      </span>
      {run.status === 'failed' && run.error_text && (
        <span className={styles.why} title={run.error_text}>
          {run.error_text}
        </span>
      )}
      {run.rejected > 0 && <SkippedRows id={id} run={run} className={styles.aside} />}
    </>
  )
}

/** The result of the newest run. */
export const LastRun = ({ source }: { source: Integration }) => {
  const { last_run: run } = source
  const { t } = useTranslation('syncs')
  return run ? <Ended source={{ ...source, last_run: run }} /> : t('card.noRun')
}
