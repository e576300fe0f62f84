import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldLabel, fieldsOf } from '#contract/criteria/fields.ts'
import { NewMark } from '../added/NewMark.tsx'
import type { EditorProps } from '../editor-props.ts'
import styles from '../criteria.module.css'

/** The fixed list of a type of data. */
export const IncludedFields = ({ draft, added }: Pick<EditorProps, 'draft' | 'added'>) => {
  const { t } = useTranslation('criteria')
  const fields = fieldsOf(draft.base)
  if (fields.length === 0) return <p className="small dim">{t('what.countsOnly')}</p>
  return (
    <ul className={styles.fields} aria-label={t('what.included')}>
      {fields.map((field) => (
        <li key={field}>
          <IconCheck size={16} stroke={2} className={styles.check} aria-hidden />
          {fieldLabel(field)}
          {added.fields.has(field) && <NewMark />}
        </li>
      ))}
    </ul>
  )
}
