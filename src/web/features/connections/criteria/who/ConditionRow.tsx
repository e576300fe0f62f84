import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { criteriaLimits, leafOperators, type Operator } from '#contract/criteria/criteria.ts'
import { useSourceFields } from '#web/data/connections/agreements.ts'
import { builderFields, changeField, changeOperator, problemOf, type BuilderField, type Condition } from '../draft.ts'
import { crmFieldName } from '../../words.ts'
import styles from '../criteria.module.css'
import { ValuesField } from './ValuesField.tsx'

interface ConditionRowProps {
  condition: Condition
  n: number
  integrationId: string
  /** Problems are shown after the user tried to save. */
  isChecked: boolean
  /** Compared with the version in force. */
  isNew: boolean
  newValues: ReadonlySet<string>
  onChange: (next: Condition) => void
  onRemove: () => void
}

const named = 'source_field:'
const valueOf = ({ field, name }: Condition, isOther: boolean) => {
  if (field !== 'source_field') return field
  return isOther ? named : named + name
}

const isNameless = ({ field, name }: Condition) => field === 'source_field' && name.trim() === ''

/** Fields of the product, and the CRM's own fields by their names. */
const FieldSelect = ({ condition, n, integrationId, isChecked, isNew, onChange }: ConditionRowProps) => {
  const { t } = useTranslation('criteria')
  const names = useSourceFields(integrationId).data?.items.map(({ name }) => name) ?? []
  const isOther = condition.field === 'source_field' && !names.includes(condition.name)
  const plain = builderFields.filter((field) => field !== 'source_field')
  const pick = (value: string) =>
    onChange(
      value.startsWith(named)
        ? changeField(condition, 'source_field', value.slice(named.length))
        : changeField(condition, value as BuilderField),
    )
  return (
    <>
      <NativeSelect
        className={styles.field ?? ''}
        aria-label={t(isNew ? 'who.newField' : 'who.field', { n })}
        value={valueOf(condition, isOther)}
        onChange={(event) => pick(event.currentTarget.value)}
      >
        {plain.map((field) => (
          <option key={field} value={field}>
            {t(`who.fields.${field}`)}
          </option>
        ))}
        <optgroup label={t('who.fields.source_field')}>
          {names.map((name) => (
            <option key={name} value={named + name}>
              {crmFieldName(name)}
            </option>
          ))}
          <option value={named}>{t('who.fields.other')}</option>
        </optgroup>
      </NativeSelect>
      {isOther && (
        <TextInput
          className={styles.field ?? ''}
          aria-label={t('who.name', { n })}
          placeholder={t('who.nameHint')}
          maxLength={criteriaLimits.valueMax}
          value={condition.name}
          error={isChecked && isNameless(condition) && problemOf(condition)}
          onChange={(event) => onChange({ ...condition, name: event.currentTarget.value })}
        />
      )}
    </>
  )
}

const OperatorSelect = ({ condition, n, onChange }: ConditionRowProps) => {
  const { t } = useTranslation('criteria')
  return (
    <NativeSelect
      className={styles.operator ?? ''}
      aria-label={t('who.operator', { n })}
      value={condition.op}
      data={leafOperators[condition.field].map((op) => ({ value: op, label: t(`who.operators.${op}`) }))}
      onChange={(event) => onChange(changeOperator(condition, event.currentTarget.value as Operator))}
    />
  )
}

export const ConditionRow = (props: ConditionRowProps) => {
  const { t } = useTranslation('criteria')
  const { condition, n, integrationId, isChecked, newValues, onChange, onRemove } = props
  return (
    <div className={styles.condition}>
      <FieldSelect {...props} />
      <OperatorSelect {...props} />
      <div className={styles.values}>
        <ValuesField
          key={`${condition.field} ${condition.name}`}
          condition={condition}
          n={n}
          integrationId={integrationId}
          newValues={newValues}
          error={isChecked && !isNameless(condition) ? problemOf(condition) : undefined}
          onChange={(values) => onChange({ ...condition, values })}
        />
      </div>
      <ActionIcon className={styles.remove ?? ''} aria-label={t('who.remove', { n })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
