import { IconCheck, IconCircle, IconCircleDashed, IconLoader2, IconPlayerPause, IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import {
  isWorthShowing,
  phaseStateOf,
  type Phase,
  type PhaseState,
} from '#web/features/integrations/progress/phases/phase-state.ts'
import styles from './runs.module.css'

const icons: Record<PhaseState, typeof IconCheck> = {
  waiting: IconCircle,
  running: IconLoader2,
  done: IconCheck,
  resting: IconPlayerPause,
  stopped: IconPlayerStop,
  notReached: IconCircleDashed,
}

interface PhaseRowProps {
  phase: Phase
  name: string
  state: PhaseState
}

const PhaseRow = ({ phase: { read, total, pages }, name, state }: PhaseRowProps) => {
  const { t } = useTranslation('source')
  const Icon = icons[state]
  const isCut = state === 'stopped' || state === 'notReached'
  return (
    <li className={styles.phase} data-state={state}>
      <Icon size={14} stroke={2.2} aria-hidden />
      <span className="grow truncate">
        {name} <span className={isCut ? 'caption dim' : 'visually-hidden'}>{t(`run.states.${state}`)}</span>
      </span>
      {state !== 'notReached' && (
        <span className="numeric">
          {total === null || total <= read
            ? formatNumber(read)
            : t('run.of', { read: formatNumber(read), total: formatNumber(total) })}
        </span>
      )}
      <span className={`numeric dim ${styles.pages}`}>
        {pages > 0 && t('run.pages', { count: pages, n: formatNumber(pages) })}
      </span>
    </li>
  )
}

/** The phases of a run; for an incomplete run, including the one at which it stopped. */
export const Phases = ({ run }: { run: Run }) => {
  const { t } = useTranslation('source')
  if (run.phases.length === 0) return <p className="small dim">{t('run.noPhases')}</p>
  return (
    <ol className={styles.phases} aria-label={t('run.phases')}>
      {run.phases.filter(isWorthShowing).map((phase) => (
        <PhaseRow key={phase.name} phase={phase} name={t(`run.names.${phase.name}`)} state={phaseStateOf(run, phase)} />
      ))}
    </ol>
  )
}
