import { useTranslation } from 'react-i18next'
import { providerNames } from '#contract/providers.ts'
import type { Run } from '#contract/runs.ts'
import { titleOf } from '#contract/sources.ts'
import { figure } from '#web/lib/figure.ts'
import styles from './RunPanel.module.css'
import { comingTime } from './clock-time.ts'
import { isOpen, isResting, timeLeft, type Running } from './run-state.ts'
import { useIsBehind } from './use-is-behind.ts'
import { useIsStalled } from './use-is-stalled.ts'
import { usePhaseName } from './use-phase-name.ts'

const useTimeLeft = ({ type, last_run: run }: Running): string => {
  const { t } = useTranslation('syncs')
  const isStalled = useIsStalled(run)
  if (!isOpen(run) || run.is_canceling) return ''
  if (isResting(run)) return t('run.resumes', { time: comingTime(run.resume_at ?? '') })
  if (run.waiting_until && isStalled) return t('run.waitingFor', { provider: providerNames[type] })
  if (run.status !== 'running' || run.seconds_left === null) return ''
  const { unit, n } = timeLeft(run.seconds_left)
  return t(`run.left.${unit}`, { n })
}

const useSoFar = (source: Running): string => {
  const { type, last_run: run } = source
  const { t } = useTranslation('syncs')
  const phaseName = usePhaseName()
  const isBehind = useIsBehind(source)
  const at = run.phases.find(({ name }) => name === run.phase)
  if (run.status === 'queued') return isBehind ? t('run.behind') : ''
  if (run.percent !== null && at?.total) {
    return t('run.of', { read: figure(at.read), total: figure(at.total), what: phaseName(at.name).toLowerCase() })
  }
  if (run.percent !== null) return t('run.read', { n: figure(run.records) })
  return isOpen(run) && run.status === 'running' ? t('run.soFar', { provider: providerNames[type] }) : ''
}

/** Nothing is claimed of a run that has not begun. */
const percentOf = ({ status, percent }: Run): number | null => {
  if (status === 'queued') return null
  return status === 'done' || status === 'done_with_rejects' ? 100 : percent
}

/** The one figure to look at, and the bar. Both keep their place while they move. */
export const RunFigure = ({ source }: { source: Running }) => {
  const { t } = useTranslation('syncs')
  const { last_run: run } = source
  const isDone = run.status === 'done' || run.status === 'done_with_rejects'
  const percent = percentOf(run)
  const soFar = useSoFar(source)
  const left = useTimeLeft(source)
  const isMoving = isOpen(run) && run.status !== 'queued' && !isResting(run)
  const value = percent === null ? (isMoving ? {} : { value: 0 }) : { value: percent }
  return (
    <div className={styles.figure}>
      <p className={styles.big}>
        {percent === null ? t('run.read', { n: figure(run.records) }) : t('run.percent', { n: percent })}
      </p>
      <p className={styles.soFar}>{isDone ? t('run.read', { n: figure(run.records) }) : soFar}</p>
      <p className={styles.left}>{left}</p>
      <progress
        className={styles.bar}
        max={100}
        {...value}
        aria-label={t('run.bar', { name: titleOf(source) })}
        data-still={isMoving ? undefined : isDone ? 'done' : 'stopped'}
      />
    </div>
  )
}
