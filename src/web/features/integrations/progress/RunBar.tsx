import { useTranslation } from 'react-i18next'
import { titleOf } from '#contract/integrations/sources.ts'
import { ProgressBar } from '#web/ui/loading/ProgressBar.tsx'
import { percentOf } from './run-figures.ts'
import { isOpen, isPausedRun, type Running } from './run-state.ts'

/** The progress bar of an open run. It shows no percentage while the total is unknown. */
export const RunBar = ({ source, className = '' }: { source: Running; className?: string }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const percent = percentOf(run)
  const isMoving = isOpen(run) && run.status !== 'queued' && !isPausedRun(run)
  return (
    <ProgressBar
      className={className}
      label={t('run.bar', { name: titleOf(source) })}
      value={percent ?? (isMoving ? null : 0)}
      isStill={!isMoving}
    />
  )
}
