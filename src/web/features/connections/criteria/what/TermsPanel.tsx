import { NativeSelect, TextInput } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { criteriaLimits, leaveModes, matchModes, retentionDaysMax, type Criteria } from '#contract/criteria/criteria.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { changeBase } from '../draft.ts'
import type { EditorProps } from '../editor-props.ts'
import styles from '../criteria.module.css'

/** Of the days that are offered; those of a draft that was written by API are offered, too. */
const retentionDays = [0, 7, 30, 90, 180, retentionDaysMax]

const Line = ({ id, title, hint, children }: { id: string; title: string; hint?: string; children: ReactNode }) => (
  <div className={styles.term}>
    <div className="grow">
      <label htmlFor={id}>{title}</label>
      {hint !== undefined && <p className="caption dim">{hint}</p>}
    </div>
    {children}
  </div>
)

/** What the data is for, what a match is, and what happens when somebody no longer matches. */
export const TermsPanel = ({ name, draft, isChecked, onChange }: EditorProps) => {
  const { t } = useTranslation('criteria')
  const id = useId()
  const { purpose, match_on: matchOn, on_leave: onLeave, retention_days_after_end: days } = draft.base
  const set = (change: Partial<Criteria>) => onChange(changeBase(draft, change))
  return (
    <Panel title={t('terms.title')} flush>
      <Line id={`${id}-purpose`} title={t('terms.purpose')} hint={t('terms.purposeHint', { name })}>
        <TextInput
          id={`${id}-purpose`}
          className={styles.termField ?? ''}
          maxLength={criteriaLimits.valueMax}
          value={purpose}
          error={isChecked && purpose.trim() === '' && t('terms.purposeMissing')}
          onChange={(event) => set({ purpose: event.currentTarget.value })}
        />
      </Line>
      <Line id={`${id}-match`} title={t('terms.match')} hint={t('terms.matchHint')}>
        <NativeSelect
          id={`${id}-match`}
          className={styles.termField ?? ''}
          value={matchOn}
          data={matchModes.map((mode) => ({ value: mode, label: t(`terms.matches.${mode}`) }))}
          onChange={({ currentTarget: { value } }) => set({ match_on: matchModes.find((mode) => mode === value) ?? matchOn })}
        />
      </Line>
      <Line id={`${id}-leave`} title={t('terms.leave')}>
        <NativeSelect
          id={`${id}-leave`}
          className={styles.termField ?? ''}
          value={onLeave}
          data={leaveModes.map((mode) => ({ value: mode, label: t(`terms.leaves.${mode}`) }))}
          onChange={({ currentTarget: { value } }) => set({ on_leave: leaveModes.find((mode) => mode === value) ?? onLeave })}
        />
      </Line>
      <Line id={`${id}-end`} title={t('terms.end')}>
        <NativeSelect
          id={`${id}-end`}
          className={styles.termField ?? ''}
          value={String(days)}
          data={[...new Set([...retentionDays, days])]
            .toSorted((one, other) => one - other)
            .map((count) => ({ value: String(count), label: t('terms.ends', { count }) }))}
          onChange={(event) => set({ retention_days_after_end: Number(event.currentTarget.value) })}
        />
      </Line>
    </Panel>
  )
}
