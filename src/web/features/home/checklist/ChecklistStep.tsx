import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useMay } from '#web/lib/may.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { innerPaths, paths } from '#web/paths.ts'
import styles from './Checklist.module.css'
import type { OfferedStep, Step, StepState } from './steps.ts'

export type Kind = 'agency' | 'company'

/** The link to the page on which the step is done. */
const linkOf = (step: OfferedStep, state: StepState, source: Integration | undefined): LinkProps => {
  if (step === 'confirm_email') return { to: '.', state: { account: true }, resetScroll: false }
  if (step === 'first_sync' && source) return { to: innerPaths.source, params: { id: source.id }, search: { tab: 'runs' } }
  return { to: paths.integrations, ...(state === 'done' ? {} : { hash: 'available' }) }
}

const Mark = ({ number, state }: { number: number; state: StepState }) => {
  const { t } = useTranslation('home')
  return (
    <span className={styles.mark}>
      {state === 'done' ? <IconCheck size={14} stroke={2.4} aria-hidden /> : <span aria-hidden>{number}</span>}
      <span className="visually-hidden">{t(state === 'done' ? 'checklist.doneWord' : 'checklist.openWord')}</span>
    </span>
  )
}

interface Words {
  kind: Kind
  step: OfferedStep
  state: StepState
}

/** What an open step needs: another step first, an admin, or what the step itself takes. */
const useRequirement = ({ kind, step, state }: Words): string | undefined => {
  const { t } = useTranslation('home')
  const may = useMay()
  if (state === 'done') return undefined
  if (state === 'waiting') return t('waits.connect_crm')
  if (step === 'connect_crm' && !may('integrations', 'w')) return t('checklist.askAdmin')
  return t(`steps.${kind}.${step}.takes`)
}

const End = ({ kind, step, state, doneAt }: Words & { doneAt: string | null }) => {
  const { t } = useTranslation('home')
  const may = useMay()
  if (doneAt) {
    return (
      <time className={`caption dim ${styles.date}`} dateTime={doneAt} title={exactTime(doneAt)}>
        {t('checklist.done', { date: shortDayOf(doneAt) })}
      </time>
    )
  }
  if (state === 'next' && step === 'connect_crm' && may('integrations', 'w')) {
    return <span className={styles.action}>{t(`steps.${kind}.connect_crm.action`)}</span>
  }
  return <IconChevronRight className={styles.arrow} size={16} stroke={1.75} aria-hidden />
}

interface ChecklistStepProps extends Step {
  kind: Kind
  number: number
  source: Integration | undefined
}

/** The whole row links to the page on which the step is done. */
export const ChecklistStep = ({ kind, number, step, doneAt, state, source }: ChecklistStepProps) => {
  const { t } = useTranslation('home')
  const requirement = useRequirement({ kind, step, state })
  return (
    <li data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
      <Link {...linkOf(step, state, source)} className={styles.step} data-state={state}>
        <Mark number={number} state={state} />
        <span className="grow">
          <span className={styles.title}>{t(`steps.${kind}.${step}.title`)}</span>
          <span className={styles.text}>{t(`steps.${kind}.${step}.text`)}</span>
          {requirement && <span className={styles.takes}>{requirement}</span>}
        </span>
        <End kind={kind} step={step} state={state} doneAt={doneAt} />
      </Link>
    </li>
  )
}
