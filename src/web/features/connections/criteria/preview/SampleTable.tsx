import { useTranslation } from 'react-i18next'
import type { CriteriaPreview } from '#contract/connections/agreements.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from '../criteria.module.css'
import { NewMark } from '../added/NewMark.tsx'
import { sampleColumns, type SampleColumn } from './sample-columns.ts'

type Sample = CriteriaPreview['sample']

interface SampleTableProps extends Pick<CriteriaPreview, 'sample' | 'shared' | 'isEstimate'> {
  /** How many rows. */
  max?: number
  /** Keys of fields that the version in force does not share. */
  newFields?: ReadonlySet<string>
  /** Not in a panel that has its own. */
  hasTitle?: boolean
}

interface CellProps {
  column: SampleColumn
  sample: Sample
  row: Sample['rows'][number]
  isNew: boolean
}

const Cell = ({ column, sample: { columns }, row, isNew }: CellProps) => {
  const { t } = useTranslation('app')
  const valueOf = (field: string) => row[columns.indexOf(field)] ?? null
  const line = column.line?.(valueOf)
  return (
    <td data-number={column.isNumber}>
      <span className={styles.sampleText}>
        <span>{column.text(valueOf) ?? <span className="dim">{t('noValue')}</span>}</span> {isNew && <NewMark />}
      </span>
      {line && <span className={styles.sampleLine}>{line}</span>}
    </td>
  )
}

const noFields: ReadonlySet<string> = new Set()

const Rows = ({ sample, rows, newFields }: { sample: Sample; rows: Sample['rows']; newFields: ReadonlySet<string> }) => {
  const { t } = useTranslation('criteria')
  const columns = sampleColumns(sample.columns, newFields)
  const titleOf = ({ key, title }: SampleColumn) => (key === 'lead' ? t('preview.lead') : (title ?? t('preview.contact')))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={t('preview.sample')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-number={column.isNumber}>
                {titleOf(column)} {column.fields.every((field) => newFields.has(field)) && <NewMark />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .map((row, index) => ({ key: `row ${index}`, row, isNew: sample.newRows.includes(index) }))
            .map(({ key, row, isNew }) => (
              <tr key={key}>
                {columns.map((column, index) => (
                  <Cell key={column.key} column={column} sample={sample} row={row} isNew={isNew && index === 0} />
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

/** Rows as the agency sees them. */
export const SampleTable = ({ sample, shared, isEstimate, max = 5, newFields = noFields, hasTitle = true }: SampleTableProps) => {
  const { t } = useTranslation('criteria')
  const rows = sample.rows.slice(0, max)
  const count = { shown: formatNumber(rows.length), total: formatNumber(shared.contacts) }
  const noMatch = isEstimate ? 'preview.counting' : 'preview.noMatch'
  const empty = t(sample.columns.length === 0 ? 'preview.sampleEmpty' : noMatch)
  return (
    <div className={styles.sample}>
      {hasTitle && (
        <div className={styles.sampleHead}>
          <h3>{t('preview.sample')}</h3>
          {rows.length > 0 && (
            <span className="caption dim numeric">{t(isEstimate ? 'preview.sampleAbout' : 'preview.sampleCount', count)}</span>
          )}
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.sampleEmpty}>{empty}</p>
      ) : (
        <Rows sample={sample} rows={rows} newFields={newFields} />
      )}
    </div>
  )
}
