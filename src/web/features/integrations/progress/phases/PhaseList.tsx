import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from '../RunPanel.module.css'
import { isWorthShowing, phaseStateOf, type Phase, type PhaseState } from './phase-state.ts'
import { isOpen, isPausedRun, type Running } from '../run-state.ts'
import { usePhaseName } from './use-phase-name.ts'

const useRest = ({ total }: Phase, state: PhaseState): string => {
  const { t } = useTranslation('syncs')
  if ((state === 'running' || state === 'resting') && total !== null) return t('run.phaseOf', { total: formatNumber(total) })
  return t(`run.states.${state}`)
}

interface CountProps {
  phase: Phase
  state: PhaseState
  /** The run is not making progress. */
  isStill: boolean
}

/** No count for a phase that was not reached, or that read nothing before it stopped. */
const PhaseCount = ({ phase, state, isStill }: CountProps) => {
  const { t } = useTranslation(['syncs', 'app'])
  const rest = useRest(phase, state)
  if (state === 'notReached') {
    return (
      <>
        <span aria-hidden>{t('app:noValue')}</span>
        <span className="visually-hidden">{rest}</span>
      </>
    )
  }
  const isEmpty = phase.read === 0 && (state === 'stopped' || state === 'resting' || (state === 'waiting' && isStill))
  return isEmpty ? (
    t(`run.states.${state}`)
  ) : (
    <>
      <b>{formatNumber(phase.read)}</b> {rest}
    </>
  )
}

const PhaseItem = ({ phase, name, state, isStill }: CountProps & { name: string }) => (
  <li className={styles.phase} data-state={phase.state} aria-current={state === 'running' ? 'step' : undefined}>
    <span className={styles.phaseName}>
      {phase.state === 'done' ? <IconCheck size={14} stroke={2.2} aria-hidden /> : <i aria-hidden />}
      <span className="truncate">{name}</span>
    </span>
    <span className={styles.phaseCount}>
      <PhaseCount phase={phase} state={state} isStill={isStill} />
    </span>
  </li>
)

export const PhaseList = ({ source: { last_run: run } }: { source: Running }) => {
  const phaseName = usePhaseName()
  const isUnderWay = isOpen(run) && !isPausedRun(run)
  if (run.phases.length === 0) return null
  return (
    <ol className={styles.phases} data-still={!isUnderWay || undefined}>
      {run.phases.filter(isWorthShowing).map((phase) => (
        <PhaseItem
          key={phase.name}
          phase={phase}
          name={phaseName(phase.name)}
          state={phaseStateOf(run, phase)}
          isStill={!isUnderWay}
        />
      ))}
    </ol>
  )
}
