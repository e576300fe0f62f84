import { Button, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MappingPreview } from '#contract/integrations/mapping.ts'
import type { SyncField } from '#contract/syncs/sync-settings.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { groups, hasIdentifier, openSuggestions, withColumn } from './mapping-draft.ts'
import styles from './mapping.module.css'
import type { Mapping } from './use-mapping.ts'

type Hinted = 'row_key' | 'full_name' | 'created_at' | 'tags' | 'currency'
const hinted: readonly SyncField[] = ['row_key', 'full_name', 'created_at', 'tags', 'currency'] satisfies Hinted[]
const isHinted = (field: SyncField): field is Hinted => hinted.includes(field)

interface ChoiceProps {
  mapping: Mapping
  preview: MappingPreview
  field: SyncField
}

const samplesShown = 3

const samplesOf = (column: MappingPreview['columns'][number] | undefined) =>
  [...new Set(column?.samples.filter(Boolean))].slice(0, samplesShown).join(', ')

const ColumnChoice = ({ mapping: { draft, change, missing }, preview, field }: ChoiceProps) => {
  const { t } = useTranslation('source')
  const { columns, suggestion } = preview
  const chosen = draft.map?.[field] ?? ''
  const isMissing = missing.includes(field)
  const suggested = chosen === '' ? columns.find(({ id }) => id === suggestion[field]) : undefined
  const choose = (id: string) => change({ map: withColumn(draft.map, field, id) })
  const samples = samplesOf(columns.find(({ id }) => id === chosen))
  const hint = samples === '' && isHinted(field) ? t(`mapping.hints.${field}`) : undefined
  return (
    <div className={styles.column}>
      <NativeSelect
        label={t(`mapping.fields.${field}`)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={hint}
        value={chosen}
        error={isMissing && t('mapping.gone', { column: chosen })}
        data={[
          { value: '', label: t('mapping.notRead') },
          ...(isMissing ? [{ value: chosen, label: chosen }] : []),
          ...columns.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {samples && <p className="caption dim truncate">{t('mapping.sampleOf', { samples })}</p>}
      {suggested && (
        <button type="button" className={`link-button caption ${styles.suggested}`} onClick={() => choose(suggested.id)}>
          {t('mapping.take', { column: suggested.name })}
        </button>
      )}
    </div>
  )
}

/** The column for each of our fields. */
export const ColumnChoices = ({ mapping, preview }: Omit<ChoiceProps, 'field'>) => {
  const { t } = useTranslation('source')
  const { draft, change, isDateMissing } = mapping
  const open = openSuggestions(draft.map, preview.suggestion)
  const neededIn = (group: keyof typeof groups) => {
    if (group === 'person') return isDateMissing && t('mapping.needed.person')
    return group === 'identifier' && !hasIdentifier(draft.map) && t('mapping.needed.identifier')
  }
  const takeAll = Object.keys(open).length > 1 && (
    <Button variant="default" size="xs" onClick={() => change({ map: { ...draft.map, ...open } })}>
      {t('mapping.takeAll')}
    </Button>
  )
  return (
    <Panel title={t('mapping.columns')} note={t('mapping.columnsNote')} aside={takeAll}>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
        <section key={group} className={styles.group} aria-label={t(`mapping.groups.${group}`)}>
          <h3>
            {t(`mapping.groups.${group}`)}
            {neededIn(group) && <span className={styles.required}>{neededIn(group)}</span>}
          </h3>
          <div className={styles.columns}>
            {groups[group].map((field) => (
              <ColumnChoice key={field} mapping={mapping} preview={preview} field={field} />
            ))}
          </div>
        </section>
      ))}
    </Panel>
  )
}
