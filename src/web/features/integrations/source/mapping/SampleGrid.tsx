import { useTranslation } from 'react-i18next'
import type { MappingPreview } from '#contract/integrations/mapping.ts'
import type { SyncField } from '#contract/syncs/sync-settings.ts'
import type { ColumnMap } from './mapping-draft.ts'
import styles from './mapping.module.css'

interface SampleGridProps {
  preview: MappingPreview
  map: ColumnMap | null
  /** The first row contains the headings. */
  skipsFirst: boolean
}

/** The first rows unchanged, with our field for each column. */
export const SampleGrid = ({ preview: { columns, rows }, map, skipsFirst }: SampleGridProps) => {
  const { t } = useTranslation('source')
  const fieldsOf = (column: string) =>
    (Object.entries(map ?? {}) as [SyncField, string][])
      .filter(([, id]) => id === column)
      .map(([field]) => t(`mapping.fields.${field}`))
      .join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.grid} tabIndex={0} aria-label={t('mapping.sampleRows')}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              <span className="visually-hidden">{t('mapping.rowNumber')}</span>
            </th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col" data-read={fieldsOf(id) !== '' || undefined}>
                <span className={styles.columnName}>{name}</span>
                <span className={styles.columnField}>{fieldsOf(id) || t('mapping.notRead')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(skipsFirst ? 1 : 0).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a table are identified by their index
            <tr key={index}>
              <td className={styles.number}>{index + (skipsFirst ? 2 : 1)}</td>
              {columns.map(({ id }, columnIndex) => (
                <td key={id} title={row[columnIndex]}>
                  {row[columnIndex]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
