import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { typesOfData, type TypeOfData } from '#contract/criteria/criteria.ts'
import { Toggle } from '#web/ui/fields/Toggle.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { NewMark } from '../added/NewMark.tsx'
import { changeBase, changeType } from '../draft.ts'
import type { EditorProps } from '../editor-props.ts'
import styles from '../criteria.module.css'
import { ChosenFields } from './ChosenFields.tsx'
import { IncludedFields } from './IncludedFields.tsx'

const Types = ({ draft, onChange }: EditorProps) => {
  const { t } = useTranslation('criteria')
  const name = useId()
  const { type_of_data: chosen } = draft.base
  const choose = (type: TypeOfData) => onChange(changeType(draft, type))
  return (
    <fieldset className={styles.types}>
      <legend className="visually-hidden">{t('what.label')}</legend>
      {typesOfData.map((type) => (
        <label key={type} className={styles.type} data-chosen={type === chosen || undefined}>
          <input
            type="radio"
            name={name}
            value={type}
            checked={type === chosen}
            aria-describedby={`${name}-${type}`}
            aria-labelledby={`${name}-${type}-title`}
            onChange={() => choose(type)}
          />
          <span className="grow">
            <span className="medium" id={`${name}-${type}-title`}>
              {t(`what.types.${type}.title`)}
            </span>
            <span className={styles.typeText} id={`${name}-${type}`}>
              {t(`what.types.${type}.text`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface PermissionProps {
  title: string
  isOn: boolean
  isNew: boolean
  /** It is about rows, and totals have none. */
  needsRows: boolean
  onChange: (isOn: boolean) => void
}

const Permission = ({ title, isOn, isNew, needsRows, onChange }: PermissionProps) => {
  const { t } = useTranslation('criteria')
  const id = useId()
  return (
    <div className={styles.line}>
      <div className="grow">
        <span className={styles.marked} id={id}>
          {title} {isNew && <NewMark />}
        </span>
        {needsRows && (
          <p className="caption dim" id={`${id}-hint`}>
            {t('what.needsRows')}
          </p>
        )}
      </div>
      <Toggle
        aria-labelledby={id}
        {...(needsRows ? { 'aria-describedby': `${id}-hint` } : {})}
        disabled={needsRows && !isOn}
        isOn={isOn}
        onChange={onChange}
      />
    </div>
  )
}

/** How much the agency sees of each contact, and what it may do with it. */
export const WhatPanel = (props: EditorProps) => {
  const { t } = useTranslation('criteria')
  const { name, draft, added, onChange } = props
  const { type_of_data: type, allow_audiences: mayBuild, allow_export: mayExport } = draft.base
  return (
    <Panel title={t('what.title')} note={t('what.note', { name })} flush>
      <div className={styles.what}>
        <Types {...props} />
        {type === 'FIELDS' ? <ChosenFields {...props} /> : <IncludedFields {...props} />}
      </div>
      <Permission
        title={t('what.audiences')}
        isOn={mayBuild}
        isNew={added.settings.has('allow_audiences')}
        needsRows={type === 'COUNTS'}
        onChange={(isOn) => onChange(changeBase(draft, { allow_audiences: isOn }))}
      />
      <Permission
        title={t('what.exports')}
        isOn={mayExport}
        isNew={added.settings.has('allow_export')}
        needsRows={type === 'COUNTS'}
        onChange={(isOn) => onChange(changeBase(draft, { allow_export: isOn }))}
      />
    </Panel>
  )
}
