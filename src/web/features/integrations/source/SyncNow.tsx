import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { useMay } from '#web/lib/may.ts'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { BeginRun } from '../BeginRun.tsx'
import styles from '../page-button.module.css'
import { comingTime } from '../progress/clock-time.ts'
import { isOpen, isResting } from '../progress/run-state.ts'
import { whyNotNow } from './run-state.ts'

export const SyncNow = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const reason = whyNotNow(integration)
  const { last_run: run } = integration
  const until = isOpen(run) && isResting(run) ? run.resume_at : null
  const label = t(until === null ? 'syncNow' : 'retryNow')
  const titleOf = () => {
    if (reason) return t('running')
    return until === null ? undefined : t('pausedUntil', { time: comingTime(until), why: run?.error_text ?? '' })
  }
  if (!may('syncNow', 'x') || reason === 'notActive' || integration.needs !== null) return null
  return (
    <PageActions>
      <BeginRun
        source={integration}
        isOff={reason !== null}
        className={styles.button ?? ''}
        aria-label={label}
        title={titleOf()}
        leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden />}
      >
        <span className="from-tablet">{label}</span>
      </BeginRun>
    </PageActions>
  )
}
