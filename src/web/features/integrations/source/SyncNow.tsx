import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { useStartRun } from '#web/data/runs.ts'
import { useMay } from '#web/lib/may.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { PageActions } from '#web/ui/PageActions.tsx'
import styles from '../page-button.module.css'
import { isOpen, isResting } from '../progress/run-state.ts'
import { whyNotNow } from './run-state.ts'
import { useAct } from './use-act.ts'

export const SyncNow = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const act = useAct()
  const start = useStartRun()
  const reason = whyNotNow(integration)
  const { last_run: run } = integration
  const label = t(isOpen(run) && isResting(run) ? 'retryNow' : 'syncNow')
  if (!may('syncNow', 'x') || reason === 'notActive' || integration.needs !== null) return null
  return (
    <PageActions>
      <BusyButton
        variant="default"
        busy={start.isPending}
        className={styles.button ?? ''}
        aria-label={label}
        aria-disabled={reason !== null}
        title={reason ? t('running') : undefined}
        leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden />}
        onClick={() => reason ?? void act(() => start.mutateAsync({ integrationId: integration.id }), t('syncStarted'))}
      >
        <span className="from-tablet">{label}</span>
      </BusyButton>
    </PageActions>
  )
}
