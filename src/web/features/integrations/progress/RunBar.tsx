import { useTranslation } from 'react-i18next'
import { titleOf } from '#contract/integrations/sources.ts'
import styles from './RunBar.module.css'
import { percentOf } from './run-figures.ts'
import { isOpen, isPausedRun, type Running } from './run-state.ts'

/** The progress bar of an open run. It shows no percentage while the total is unknown. */
export const RunBar = ({ source, className = '' }: { source: Running; className?: string }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const percent = percentOf(run)
  const isMoving = isOpen(run) && run.status !== 'queued' && !isPausedRun(run)
  const value = percent === null ? (isMoving ? {} : { value: 0 }) : { value: percent }
  return (
    <progress
      className={`${styles.bar} ${className}`}
      max={100}
      {...value}
      aria-label={t('run.bar', { name: titleOf(source) })}
      data-still={isMoving ? undefined : true}
    />
  )
}
