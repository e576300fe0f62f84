import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/runs.ts'
import { formatted } from '../words.ts'
import styles from './RunPanel.module.css'
import { isOpen, type Running } from './run-state.ts'
import { usePhaseName } from './use-phase-name.ts'

type Phase = Run['phases'][number]

const household: ReadonlySet<Phase['name']> = new Set(['hints', 'retries', 'reconcile'])

/** Work behind the scenes is worth a line where it brought something. */
const isWorthSaying = ({ name, read }: Phase) => read > 0 || !household.has(name)

const useRest = ({ state, total }: Phase, isUnderWay: boolean): string => {
  const { t } = useTranslation('syncs')
  if (state === 'running' && total !== null) return t('run.phaseOf', { total: formatted(total) })
  return t(state === 'waiting' && !isUnderWay ? 'run.notReached' : `run.states.${state}`)
}

const PhaseItem = ({ phase, name, isUnderWay }: { phase: Phase; name: string; isUnderWay: boolean }) => (
  <li className={styles.phase} data-state={phase.state} aria-current={phase.state === 'running' ? 'step' : undefined}>
    <span className={styles.phaseName}>
      {phase.state === 'done' ? <IconCheck size={14} stroke={2.2} aria-hidden /> : <i aria-hidden />}
      <span className="truncate">{name}</span>
    </span>
    <span className={styles.phaseCount}>
      <b>{formatted(phase.read)}</b> {useRest(phase, isUnderWay)}
    </span>
  </li>
)

export const PhaseList = ({ source: { type, last_run: run } }: { source: Running }) => {
  const phaseName = usePhaseName(type)
  const isUnderWay = isOpen(run)
  if (run.phases.length === 0) return null
  return (
    <ol className={styles.phases} data-still={!isUnderWay || undefined}>
      {run.phases.filter(isWorthSaying).map((phase) => (
        <PhaseItem key={phase.name} phase={phase} name={phaseName(phase.name)} isUnderWay={isUnderWay} />
      ))}
    </ol>
  )
}
