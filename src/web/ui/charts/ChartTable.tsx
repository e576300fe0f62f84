import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChartData, ValueFormat } from './chart-types.ts'
import styles from './ChartTable.module.css'

interface ChartTableProps extends Required<ChartData> {
  title: string
  pointName: string
  format: ValueFormat
  newestFirst: boolean
}

/** The values of a chart as a table. */
export const ChartTable = ({ title, pointName, points, series, facts, format, newestFirst }: ChartTableProps) => {
  const { t } = useTranslation('charts')
  const rows = points.map(({ key, long }, index) => (
    <tr key={key}>
      <th scope="row">{long}</th>
      {series.map(({ key: name, values }) => {
        const value = values[index] ?? null
        return <td key={name}>{value === null ? t('noValue') : format.exact(value)}</td>
      })}
      {facts.map(({ key: name, values }) => (
        <td key={name}>{values[index]}</td>
      ))}
    </tr>
  ))
  return (
    <details className={styles.table}>
      <summary>
        <IconChevronRight size={14} stroke={2} aria-hidden />
        {title}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{pointName}</th>
              {[...series, ...facts].map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{newestFirst ? rows.toReversed() : rows}</tbody>
        </table>
      </section>
    </details>
  )
}
