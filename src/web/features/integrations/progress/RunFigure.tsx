import { useTranslation } from 'react-i18next'
import { providerNames } from '#contract/providers.ts'
import type { Run } from '#contract/runs.ts'
import { formatted, titleOf } from '../words.ts'
import styles from './RunPanel.module.css'
import { clockTime } from './clock-time.ts'
import { isOpen, timeLeft, type Running } from './run-state.ts'
import { usePhaseName } from './use-phase-name.ts'

const useTimeLeft = (run: Run): string => {
  const { t } = useTranslation('syncs')
  if (!isOpen(run) || run.is_canceling) return ''
  if (run.status === 'partial' && run.resume_at) return t('run.resumes', { time: clockTime(run.resume_at) })
  if (run.status !== 'running' || run.seconds_left === null) return ''
  const { unit, n } = timeLeft(run.seconds_left)
  return t(`run.left.${unit}`, { n })
}

const useSoFar = ({ type, last_run: run }: Running): string => {
  const { t } = useTranslation('syncs')
  const phaseName = usePhaseName(type)
  const at = run.phases.find(({ name }) => name === run.phase)
  if (run.percent !== null && at?.total) {
    return t('run.of', { read: formatted(at.read), total: formatted(at.total), what: phaseName(at.name).toLowerCase() })
  }
  if (run.percent !== null) return t('run.read', { n: formatted(run.records) })
  return isOpen(run) && run.status === 'running' ? t('run.soFar', { provider: providerNames[type] }) : ''
}

/** The one figure to look at, and the bar. Both keep their place while they move. */
export const RunFigure = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const isDone = run.status === 'done' || run.status === 'done_with_rejects'
  const percent = isDone ? 100 : run.percent
  const soFar = useSoFar(source)
  const left = useTimeLeft(run)
  const value = percent === null && !isOpen(run) ? { value: 0 } : percent === null ? {} : { value: percent }
  return (
    <div className={styles.figure}>
      <p className={styles.big}>
        {percent === null ? t('run.read', { n: formatted(run.records) }) : t('run.percent', { n: percent })}
      </p>
      <p className={styles.soFar}>{isDone ? t('run.read', { n: formatted(run.records) }) : soFar}</p>
      <p className={styles.left}>{left}</p>
      <progress
        className={styles.bar}
        max={100}
        {...value}
        aria-label={t('run.bar', { name: titleOf(source) })}
        data-still={isOpen(run) ? undefined : isDone ? 'done' : 'stopped'}
      />
    </div>
  )
}
