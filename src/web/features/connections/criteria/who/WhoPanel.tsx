import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { IconChevronRight, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useExclusions } from '#web/data/connections/exclusions.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { innerPaths } from '#web/paths.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Toggle } from '#web/ui/fields/Toggle.tsx'
import { Note } from '#web/ui/Note.tsx'
import { NewMark } from '../added/NewMark.tsx'
import { addCondition, changeBase, changeSource } from '../draft.ts'
import type { EditorProps } from '../editor-props.ts'
import { Segmented, splitSentence } from '../Sentence.tsx'
import styles from '../criteria.module.css'
import { Conditions } from './Conditions.tsx'

interface WhoPanelProps extends EditorProps {
  sources: readonly Integration[]
  /** How many match but are never shared; undefined until counted. */
  excluded: number | undefined
  /** The saved criteria in English, for a filter that the builder cannot show. */
  saved: CriteriaVersion['sentence']
}

const Line = ({ title, hint, children }: { title: ReactNode; hint?: string; children: ReactNode }) => (
  <div className={styles.line}>
    <div className="grow">
      {title}
      {hint !== undefined && <p className="caption dim">{hint}</p>}
    </div>
    {children}
  </div>
)

const Source = ({ draft, sources, onChange }: WhoPanelProps) => {
  const { t } = useTranslation('criteria')
  const id = useId()
  return (
    <Line title={<label htmlFor={id}>{t('who.source')}</label>}>
      <NativeSelect
        id={id}
        className={styles.source ?? ''}
        value={draft.base.integration_id}
        data={sources.map((source) => ({ value: source.id, label: titleOf(source) }))}
        onChange={(event) => onChange(changeSource(draft, event.currentTarget.value))}
      />
    </Line>
  )
}

const Filter = (props: WhoPanelProps) => {
  const { t } = useTranslation('criteria')
  const { draft, saved, onChange } = props
  if (!draft.fixed) return <Conditions {...props} />
  return (
    <div className={styles.conditions}>
      <Note
        kind="info"
        action={
          <Button size="xs" variant="default" onClick={() => onChange(addCondition({ ...draft, fixed: null }))}>
            {t('who.replace')}
          </Button>
        }
      >
        {t('who.fixed')}
        <p className={styles.fixed}>
          <Segmented segments={splitSentence(saved).main} />
        </p>
      </Note>
    </div>
  )
}

/** Who is never shared: by the tag that the company chose, and one by one. */
const Never = ({ excluded }: Pick<WhoPanelProps, 'excluded'>) => {
  const { t } = useTranslation('criteria')
  const tag = useExclusions({ page: 1, size: 1 }).data?.tag
  return (
    <Line title={t('who.never')} hint={t('who.neverHint')}>
      <Link className={styles.never} to={innerPaths.exclusions}>
        {tag !== undefined && (
          <span className={styles.neverTag}>
            <IconLock size={13} stroke={1.75} aria-hidden />
            {tag}
          </span>
        )}
        {excluded !== undefined && (
          <span className="caption dim numeric">{t('who.excluded', { count: excluded, n: formatNumber(excluded) })}</span>
        )}
        <span className="visually-hidden">{t('who.neverAction')}</span>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
      </Link>
    </Line>
  )
}

/** From when, and who never. */
const Limits = ({ draft, name, excluded, added, onChange }: WhoPanelProps) => {
  const { t } = useTranslation('criteria')
  const id = useId()
  const { since, future_only: isFutureOnly } = draft.base
  return (
    <>
      <Line
        title={
          <label className={styles.marked} htmlFor={`${id}-since`}>
            {t('who.since')} {added.settings.has('since') && <NewMark />}
          </label>
        }
      >
        <TextInput
          id={`${id}-since`}
          type="date"
          min="1900-01-01"
          className={styles.date ?? ''}
          value={since ?? ''}
          onChange={(event) => onChange(changeBase(draft, { since: event.currentTarget.value || null }))}
        />
      </Line>
      <Line
        title={
          <span className={styles.marked} id={`${id}-future`}>
            {t('who.future')} {added.settings.has('future_only') && <NewMark />}
          </span>
        }
        hint={t('who.futureHint', { name })}
      >
        <Toggle
          aria-labelledby={`${id}-future`}
          isOn={isFutureOnly}
          onChange={(isOn) => onChange(changeBase(draft, { future_only: isOn }))}
        />
      </Line>
      <Never excluded={excluded} />
    </>
  )
}

export const WhoPanel = (props: WhoPanelProps) => {
  const { t } = useTranslation('criteria')
  const { draft, onChange } = props
  return (
    <Panel
      title={t('who.title')}
      note={t('who.note')}
      flush
      aside={
        draft.fixed === null && (
          <SegmentedControl
            aria-label={t('who.join')}
            value={draft.joined}
            data={[
              { value: 'all', label: t('who.all') },
              { value: 'any', label: t('who.any') },
            ]}
            onChange={(joined) => onChange({ ...draft, joined })}
          />
        )
      }
    >
      <Source {...props} />
      <Filter {...props} />
      <Limits {...props} />
    </Panel>
  )
}
