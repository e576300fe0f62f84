import { Checkbox } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { catalogueFields, customFieldKey, customFieldOf, fieldLabel, sortFields } from '#contract/criteria/fields.ts'
import { useSourceFields } from '#web/data/connections/agreements.ts'
import { NewMark } from '../added/NewMark.tsx'
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

/** Fields of the CRM can have the same name as ours, so each kind has its heading. */
const groups = ['contact', 'opportunity', 'crm'] as const

const groupOf = (field: string): (typeof groups)[number] => {
  if (customFieldOf(field)) return 'crm'
  return field.startsWith('opportunity.') ? 'opportunity' : 'contact'
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

interface ChoiceProps extends Offered {
  isOn: boolean
  isNew: boolean
  /** Whether a field has to be chosen, and none is. */
  isMissing: boolean
  onToggle: (field: string, isOn: boolean) => void
}

const Choice = ({ field, examples, isOn, isNew, isMissing, onToggle }: ChoiceProps) => {
  const kind = sensitiveKind(field, examples)
  return (
    <Checkbox
      label={
        <span className={styles.marked}>
          {fieldLabel(field)} {isNew && <NewMark />}
        </span>
      }
      description={kind !== undefined && <SensitiveNote kind={kind} isOn={isOn} />}
      checked={isOn}
      aria-invalid={isMissing}
      onChange={(event) => onToggle(field, event.currentTarget.checked)}
    />
  )
}

/** Exactly the fields that the company picks. Those that look sensitive are marked. */
export const ChosenFields = (props: EditorProps) => {
  const { t } = useTranslation('criteria')
  const { draft, isChecked, added, onChange } = props
  const { fields } = draft.base
  const toggle = (field: string, isOn: boolean) => {
    const next = isOn ? [...fields, field] : fields.filter((one) => one !== field)
    onChange(changeBase(draft, { fields: sortFields(next) }))
  }
  const isMissing = isChecked && fields.length === 0
  const offered = Map.groupBy(useOffered(props), ({ field }) => groupOf(field))
  return (
    <div className={styles.choiceGroups}>
      {groups
        .map((group) => ({ group, items: offered.get(group) ?? [] }))
        .filter(({ items }) => items.length > 0)
        .map(({ group, items }) => (
          <fieldset key={group} className={styles.choices}>
            <legend>{t(`what.groups.${group}`)}</legend>
            {items.map((one) => (
              <Choice
                key={one.field}
                {...one}
                isOn={fields.includes(one.field)}
                isNew={added.fields.has(one.field)}
                isMissing={isMissing}
                onToggle={toggle}
              />
            ))}
          </fieldset>
        ))}
      {isMissing && (
        <p className={styles.problem} role="alert">
          {t('what.none')}
        </p>
      )}
    </div>
  )
}
