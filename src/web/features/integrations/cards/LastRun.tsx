import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import type { Run } from '#contract/runs.ts'
import { figure } from '#web/lib/figure.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { innerPaths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { comingTime } from '../progress/clock-time.ts'
import { isOpen, runKind } from '../progress/run-state.ts'
import { useIsBehind } from '../progress/use-is-behind.ts'
import styles from './SourceCard.module.css'

const effects = ['created', 'changed', 'deleted'] as const

type Ran = Integration & { last_run: Run }

/** What a run did here; what it looked at is no news. */
const useOutcome = ({ category, last_run: run }: Ran): string => {
  const { t } = useTranslation('syncs')
  if (run.status === 'failed') return t('card.lastFailed')
  if (run.status === 'canceled') return t('card.lastCanceled')
  const parts = effects.flatMap((effect) =>
    run[effect] > 0
      ? [t(`card.${category === 'social' ? 'spendEffects' : 'effects'}.${effect}`, { n: figure(run[effect]) })]
      : [],
  )
  return t('card.lastValue', { what: parts.join(', ') || t('card.effects.none') })
}

const Ended = ({ source, isTold }: { source: Ran; isTold: boolean }) => {
  const { t } = useTranslation('syncs')
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
      {run.status === 'failed' && run.error_text && !isTold && <span className={styles.more}>{run.error_text}</span>}
      {run.rejected > 0 && (
        <Link className={styles.aside} to={innerPaths.source} params={{ id }} search={{ tab: 'set-aside' }}>
          {t('card.aside', { count: run.rejected, n: figure(run.rejected) })}
        </Link>
      )}
    </>
  )
}

/** Laid aside for a while: why, and until when. */
const Resting = ({ run, until }: { run: Run; until: string }) => {
  const { t } = useTranslation('syncs')
  return (
    <>
      <span className={styles.run}>
        <i className={styles.dot} data-kind={runKind(run)} aria-hidden />
        <time dateTime={until} title={exactTime(until)}>
          {t('card.resting', { time: comingTime(until) })}
        </time>
      </span>
      {run.error_text && <span className={styles.more}>{run.error_text}</span>}
    </>
  )
}

/** Nothing is under way yet, and why. */
const Queued = ({ source, run }: { source: Integration; run: Run }) => {
  const { t } = useTranslation('syncs')
  const isBehind = useIsBehind(source)
  return (
    <span className={styles.run}>
      <i className={styles.dot} data-kind={runKind(run)} aria-hidden />
      {t(isBehind ? 'run.behind' : 'run.queued')}
    </span>
  )
}

/** How the newest run went, or how far it is. What is told elsewhere on the page is not said twice. */
export const LastRun = ({ source, isTold }: { source: Integration; isTold: boolean }) => {
  const { status, last_run: run } = source
  const { t } = useTranslation('syncs')
  if (!run) return t('card.noRun')
  if (!isOpen(run)) return <Ended source={{ ...source, last_run: run }} isTold={isTold || status === 'error'} />
  if (run.status === 'queued') return <Queued source={source} run={run} />
  if (run.status === 'partial' && run.resume_at) return <Resting run={run} until={run.resume_at} />
  return (
    <span className={styles.run}>
      <i className={styles.dot} data-kind="info" aria-hidden />
      {run.percent === null ? t('card.running', { n: figure(run.records) }) : t('card.runningPercent', { percent: run.percent })}
    </span>
  )
}
