import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OnboardingStep } from '#contract/onboarding.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { paths } from '#web/paths.ts'
import styles from './Checklist.module.css'

interface ChecklistStepProps {
  kind: 'agency' | 'company'
  number: number
  step: OnboardingStep
  doneAt: string | null
  isNext: boolean
}

export const ChecklistStep = ({ kind, number, step, doneAt, isNext }: ChecklistStepProps) => {
  const { t } = useTranslation('app')
  return (
    <li
      className={styles.step}
      data-state={doneAt ? 'done' : isNext ? 'next' : 'later'}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={styles.mark}>
        {doneAt ? <IconCheck size={14} stroke={2.4} aria-hidden /> : <span aria-hidden>{number}</span>}
        <span className="visually-hidden">{t(doneAt ? 'home.checklist.doneWord' : 'home.checklist.openWord')}</span>
      </span>
      <div className="grow">
        <h3 className={styles.title}>{t(`home.steps.${kind}.${step}.title`)}</h3>
        <p className={styles.text}>{t(`home.steps.${kind}.${step}.text`)}</p>
      </div>
      {doneAt && (
        <time className="caption dim" dateTime={doneAt} title={exactTime(doneAt)}>
          {t('home.checklist.done', { date: shortDayOf(doneAt) })}
        </time>
      )}
      {!doneAt && step === 'connect_crm' && (
        <Button variant={isNext ? 'filled' : 'default'} renderRoot={(props) => <Link to={paths.integrations} {...props} />}>
          {t(`home.steps.${kind}.connect_crm.action`)}
        </Button>
      )}
    </li>
  )
}
