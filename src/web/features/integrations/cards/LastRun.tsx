import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { innerPaths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { isWaitingForApproval, runKind } from '../progress/run-state.ts'
import styles from './SourceCard.module.css'

const effects = ['created', 'changed', 'deleted'] as const

type Ran = Integration & { last_run: Run }

/** What a run changed; records that it only read are not shown. */
const useOutcome = ({ abilities, last_run: run }: Ran): string => {
  const { t } = useTranslation('syncs')
  if (isWaitingForApproval(run)) return t('card.lastHeld')
  if (run.status === 'failed') return t('card.lastFailed')
  if (run.status === 'canceled') return t('card.lastCanceled')
  const parts = effects.flatMap((effect) =>
    run[effect] > 0
      ? [t(`card.${abilities.includes('spend') ? 'spendEffects' : 'effects'}.${effect}`, { n: formatNumber(run[effect]) })]
      : [],
  )
  return t('card.lastValue', { what: parts.join(', ') || t('card.effects.none') })
}

const Ended = ({ source }: { source: Ran }) => {
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
      {run.status === 'failed' && run.error_text && (
        <span className={styles.why} title={run.error_text}>
          {run.error_text}
        </span>
      )}
      {run.rejected > 0 && (
        <Link className={styles.aside} to={innerPaths.source} params={{ id }} search={{ tab: 'set-aside' }}>
          {t('card.aside', { count: run.rejected, n: formatNumber(run.rejected) })}
        </Link>
      )}
    </>
  )
}

/** The result of the newest run. */
export const LastRun = ({ source }: { source: Integration }) => {
  const { last_run: run } = source
  const { t } = useTranslation('syncs')
  return run ? <Ended source={{ ...source, last_run: run }} /> : t('card.noRun')
}
