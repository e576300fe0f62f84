import { IconCheck, IconCircle, IconLoader2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/runs.ts'
import { figure } from '../figures.ts'
import styles from './runs.module.css'

type Phase = Run['phases'][number]

const icons = { waiting: IconCircle, running: IconLoader2, done: IconCheck }

const PhaseRow = ({ phase: { name, state, read, total, pages } }: { phase: Phase }) => {
  const { t } = useTranslation('source')
  const Icon = icons[state]
  return (
    <li className={styles.phase} data-state={state}>
      <Icon size={14} stroke={2.2} aria-hidden />
      <span className="grow truncate">
        {t(`run.names.${name}`)} <span className="visually-hidden">{t(`run.states.${state}`)}</span>
      </span>
      <span className="numeric">
        {total === null || total <= read ? figure(read) : t('run.of', { read: figure(read), total: figure(total) })}
      </span>
      <span className={`numeric dim ${styles.pages}`}>{pages > 0 && t('run.pages', { count: pages, n: figure(pages) })}</span>
    </li>
  )
}

export const Phases = ({ phases }: { phases: Run['phases'] }) => {
  const { t } = useTranslation('source')
  if (phases.length === 0) return <p className="small dim">{t('run.noPhases')}</p>
  return (
    <ol className={styles.phases} aria-label={t('run.phases')}>
      {phases.map((phase) => (
        <PhaseRow key={phase.name} phase={phase} />
      ))}
    </ol>
  )
}
