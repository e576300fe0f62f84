import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { locale } from '#web/lib/format/locale.ts'
import { ProgressBar } from '#web/ui/loading/ProgressBar.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './Checklist.module.css'
import { ChecklistStep, type Kind } from './ChecklistStep.tsx'
import { laterSteps, type Step } from './steps.ts'

const Progress = ({ done, total }: { done: number; total: number }) => {
  const { t } = useTranslation('home')
  return (
    <span className={styles.progress}>
      <span className="caption dim numeric">{t('checklist.progress', { done, total })}</span>
      <ProgressBar className={styles.bar ?? ''} label={t('checklist.progressLabel')} value={done} max={total} />
    </span>
  )
}

const listFormat = new Intl.ListFormat(locale, { type: 'conjunction' })

/** The steps that the product does not have yet, in one line. */
const Later = () => {
  const { t } = useTranslation('home')
  return (
    <p className={styles.later}>
      {t('checklist.later', { steps: listFormat.format(laterSteps.map((step) => t(`later.${step}`))) })}
    </p>
  )
}

interface ChecklistProps {
  steps: readonly Step[]
  kind: Kind
  /** The newest source, if there is one. */
  source: Integration | undefined
}

export const Checklist = ({ steps, kind, source }: ChecklistProps) => {
  const { t } = useTranslation('home')
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Panel flush title={t('checklist.title')} aside={<Progress done={done} total={steps.length} />}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <ChecklistStep key={step.step} kind={kind} number={index + 1} source={source} {...step} />
        ))}
      </ol>
      <Later />
    </Panel>
  )
}
