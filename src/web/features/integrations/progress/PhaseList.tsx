import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatted } from '../words.ts'
import styles from './RunPanel.module.css'
import { isWorthSaying, phaseStateOf, type Phase, type PhaseState } from './phase-state.ts'
import { isOpen, isResting, type Running } from './run-state.ts'
import { usePhaseName } from './use-phase-name.ts'

const useRest = ({ total }: Phase, state: PhaseState): string => {
  const { t } = useTranslation('syncs')
  if ((state === 'running' || state === 'resting') && total !== null) return t('run.phaseOf', { total: formatted(total) })
  return t(`run.states.${state}`)
}

const PhaseItem = ({ phase, name, state }: { phase: Phase; name: string; state: PhaseState }) => (
  <li className={styles.phase} data-state={phase.state} aria-current={state === 'running' ? 'step' : undefined}>
    <span className={styles.phaseName}>
      {phase.state === 'done' ? <IconCheck size={14} stroke={2.2} aria-hidden /> : <i aria-hidden />}
      <span className="truncate">{name}</span>
    </span>
    <span className={styles.phaseCount}>
      <b>{formatted(phase.read)}</b> {useRest(phase, state)}
    </span>
  </li>
)

export const PhaseList = ({ source: { type, last_run: run } }: { source: Running }) => {
  const phaseName = usePhaseName(type)
  const isUnderWay = isOpen(run) && !isResting(run)
  if (run.phases.length === 0) return null
  return (
    <ol className={styles.phases} data-still={!isUnderWay || undefined}>
      {run.phases.filter(isWorthSaying).map((phase) => (
        <PhaseItem key={phase.name} phase={phase} name={phaseName(phase.name)} state={phaseStateOf(run, phase)} />
      ))}
    </ol>
  )
}
