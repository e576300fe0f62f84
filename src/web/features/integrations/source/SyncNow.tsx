import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { useMay } from '#web/lib/may.ts'
import { PageActions } from '#web/ui/PageActions.tsx'
import { BeginRun } from '../BeginRun.tsx'
import styles from '../page-button.module.css'
import { isOpen, isResting } from '../progress/run-state.ts'
import { whyNotNow } from './run-state.ts'

export const SyncNow = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const reason = whyNotNow(integration)
  const { last_run: run } = integration
  const label = t(isOpen(run) && isResting(run) ? 'retryNow' : 'syncNow')
  if (!may('syncNow', 'x') || reason === 'notActive' || integration.needs !== null) return null
  return (
    <PageActions>
      <BeginRun
        source={integration}
        isOff={reason !== null}
        className={styles.button ?? ''}
        aria-label={label}
        title={reason ? t('running') : undefined}
        leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden />}
      >
        <span className="from-tablet">{label}</span>
      </BeginRun>
    </PageActions>
  )
}
