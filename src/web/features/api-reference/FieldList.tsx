import { useTranslation } from 'react-i18next'
import styles from './ApiReferencePage.module.css'
import type { Field } from './schema-fields.ts'

interface FieldListProps {
  title: string
  note?: string
  fields: readonly Field[]
}

export const FieldList = ({ title, note, fields }: FieldListProps) => {
  const { t } = useTranslation(['app', 'pages'])
  return (
    <div>
      <h4>
        {title} {note && <span className="dim">{note}</span>}
      </h4>
      {fields.length > 0 && (
        <ul className={styles.fields}>
          {fields.map(({ name, type, required, description }) => (
            <li key={name}>
              <span className={styles.fieldName}>{name}</span>
              <span className="grow">
                <span className={styles.fieldType}>{type}</span>
                {required && <span className={styles.required}>{t('pages:reference.required')}</span>}
                {description && <span className={styles.fieldText}>{description}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
