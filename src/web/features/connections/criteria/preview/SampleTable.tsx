import { useTranslation } from 'react-i18next'
import type { CriteriaPreview } from '#contract/connections/agreements.ts'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from '../criteria.module.css'

const shownMax = 5

interface SampleTableProps extends Pick<CriteriaPreview, 'sample' | 'shared'> {
  /** Not in a panel that has its own. */
  hasTitle?: boolean
}

/** Rows exactly as the agency sees them. */
export const SampleTable = ({ sample, shared, hasTitle = true }: SampleTableProps) => {
  const { t } = useTranslation(['criteria', 'app'])
  const { columns } = sample
  const rows = sample.rows.slice(0, shownMax).map((cells, index) => ({ key: `row ${index}`, cells }))
  const count = { shown: formatNumber(rows.length), total: formatNumber(shared.contacts) }
  const empty = t(columns.length === 0 ? 'preview.sampleEmpty' : 'preview.noMatch')
  return (
    <div className={styles.sample}>
      {hasTitle && (
        <div className={styles.sampleHead}>
          <h3>{t('preview.sample')}</h3>
          {rows.length > 0 && <span className="caption dim numeric">{t('preview.sampleCount', count)}</span>}
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.sampleEmpty}>{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <section className={styles.scroll} aria-label={t('preview.sample')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column === 'lead' ? t('preview.lead') : fieldLabel(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {columns.map((column, place) => (
                    <td key={column}>{cells[place] ?? <span className="dim">{t('app:noValue')}</span>}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
