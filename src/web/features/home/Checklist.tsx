import { useTranslation } from 'react-i18next'
import type { Onboarding } from '#contract/onboarding.ts'
import { useOnboarding } from '#web/data/onboarding.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SkeletonRows } from '#web/ui/table/SkeletonRows.tsx'
import styles from './Checklist.module.css'
import { ChecklistStep } from './ChecklistStep.tsx'

type Kind = 'agency' | 'company'

const Progress = ({ done, total }: { done: number; total: number }) => {
  const { t } = useTranslation('app')
  return (
    <span className={styles.progress}>
      <span className="caption dim numeric">{t('home.checklist.progress', { done, total })}</span>
      <progress value={done} max={total} aria-label={t('home.checklist.progressLabel')} />
    </span>
  )
}

const Steps = ({ steps, kind }: { steps: Onboarding['steps']; kind: Kind }) => {
  const { t } = useTranslation('app')
  const next = steps.find(({ doneAt }) => doneAt === null)
  return (
    <>
      {!next && (
        <div className={styles.complete}>
          <Note kind="good">
            <span className="medium">{t('home.complete.title')}</span> {t('home.complete.text')}
          </Note>
        </div>
      )}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <ChecklistStep key={step.step} kind={kind} number={index + 1} isNext={step === next} {...step} />
        ))}
      </ol>
    </>
  )
}

export const Checklist = ({ kind }: { kind: Kind }) => {
  const { t } = useTranslation('app')
  const query = useOnboarding()
  const steps = query.data?.steps
  const done = steps?.filter(({ doneAt }) => doneAt !== null).length ?? 0
  return (
    <Panel flush title={t('home.checklist.title')} aside={steps && <Progress done={done} total={steps.length} />}>
      <Loaded query={query} skeleton={<SkeletonRows rows={7} height={65} />}>
        {(data) => <Steps steps={data.steps} kind={kind} />}
      </Loaded>
    </Panel>
  )
}
