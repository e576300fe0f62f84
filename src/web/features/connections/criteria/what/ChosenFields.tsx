import { Checkbox } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { catalogueFields, customFieldKey, fieldLabel, sortFields } from '#contract/criteria/fields.ts'
import { useSourceFields } from '#web/data/connections/agreements.ts'
import { changeBase, sensitiveKind } from '../draft.ts'
import type { EditorProps } from '../editor-props.ts'
import styles from '../criteria.module.css'

interface Offered {
  field: string
  examples: readonly string[]
}

/** The catalogue, the CRM's own fields that we found, and what was chosen before. */
const useOffered = ({ draft: { base } }: EditorProps): Offered[] => {
  const found = useSourceFields(base.integration_id).data?.items.filter(({ name }) => name !== 'source') ?? []
  const examples = new Map(found.map((one) => [customFieldKey({ of: 'contact', name: one.name }), one.examples]))
  const keys = sortFields([...catalogueFields, ...examples.keys(), ...base.fields])
  return keys.map((field) => ({ field, examples: examples.get(field) ?? [] }))
}

const SensitiveNote = ({ kind, isOn }: { kind: string; isOn: boolean }) => {
  const { t } = useTranslation('criteria')
  return (
    <span className={styles.sensitive}>
      <IconShieldExclamation size={14} stroke={1.75} aria-hidden />
      {t(isOn ? 'what.sensitiveOn' : 'what.sensitiveOff', { kind })}
    </span>
  )
}

/** Exactly the fields that the company picks. Those that look sensitive are marked. */
export const ChosenFields = (props: EditorProps) => {
  const { t } = useTranslation('criteria')
  const { draft, isChecked, onChange } = props
  const { fields } = draft.base
  const toggle = (field: string, isOn: boolean) => {
    const next = isOn ? [...fields, field] : fields.filter((one) => one !== field)
    onChange(changeBase(draft, { fields: sortFields(next) }))
  }
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{t('what.choose')}</legend>
      {useOffered(props).map(({ field, examples }) => {
        const kind = sensitiveKind(field, examples)
        const isOn = fields.includes(field)
        return (
          <Checkbox
            key={field}
            label={fieldLabel(field)}
            description={kind !== undefined && <SensitiveNote kind={kind} isOn={isOn} />}
            checked={isOn}
            onChange={(event) => toggle(field, event.currentTarget.checked)}
          />
        )
      })}
      {isChecked && fields.length === 0 && (
        <p className={styles.problem} role="alert">
          {t('what.none')}
        </p>
      )}
    </fieldset>
  )
}
