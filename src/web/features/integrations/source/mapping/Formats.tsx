import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dateFormats } from '#contract/syncs/sync-settings.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { hasDates, hasEndings } from './mapping-draft.ts'
import styles from './mapping.module.css'
import type { Mapping } from './use-mapping.ts'

/** The formats of dates, wins and losses; only those that the chosen columns need. */
export const Formats = ({ mapping: { draft, change } }: { mapping: Mapping }) => {
  const { t } = useTranslation('source')
  const needsDates = hasDates(draft.map)
  const needsEndings = hasEndings(draft.map)
  if (!needsDates && !needsEndings) return null
  return (
    <Panel title={t('mapping.formats')}>
      <div className={styles.columns}>
        {needsDates && (
          <NativeSelect
            label={t('mapping.dateFormat')}
            value={draft.dateFormat}
            data={[
              { value: '', label: t('mapping.dateFormats.auto') },
              ...dateFormats.map((format) => ({ value: format, label: t(`mapping.dateFormats.${format}`) })),
            ]}
            onChange={(event) => {
              const chosen = dateFormats.find((format) => format === event.currentTarget.value)
              change({ dateFormat: chosen ?? '' })
            }}
          />
        )}
        {needsEndings &&
          (['won', 'lost'] as const).map((ending) => (
            <TextInput
              key={ending}
              label={t(`mapping.${ending}`)}
              inputWrapperOrder={['label', 'input', 'description']}
              description={t('mapping.valuesHint')}
              value={draft[ending]}
              autoComplete="off"
              onChange={(event) => change({ [ending]: event.currentTarget.value })}
            />
          ))}
      </div>
    </Panel>
  )
}
