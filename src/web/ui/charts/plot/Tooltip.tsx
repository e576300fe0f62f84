import { useTranslation } from 'react-i18next'
import type { ChartKind, Fact, ValueFormat } from '../chart-types.ts'
import styles from '../chart.module.css'
import type { Marked } from './marks.ts'
import { Swatch } from '../Swatch.tsx'

interface TooltipProps extends Omit<Marked, 'index'> {
  chart: string
  kind: ChartKind
  index: number
  title: string
  facts: readonly Fact[]
  format: ValueFormat
}

const width = 192

const positionOf = ({ plane, index, shown }: TooltipProps) => {
  const along = plane.at(index)
  if (plane.isHorizontal) {
    const ends = shown.map(({ series }) => plane.value(series.values[index] ?? 0))
    return { left: Math.min(Math.max(...ends) + 16, plane.width - width), top: along + plane.band / 2 + 4 }
  }
  const isRight = along + 12 + width > plane.width
  return { left: Math.max(0, isRight ? along - 12 - width : along + 12), top: plane.top + 8 }
}

/** The values of one point. Screen readers get the same text elsewhere. */
export const Tooltip = (props: TooltipProps) => {
  const { chart, kind, shown, index, title, facts, format } = props
  const { t } = useTranslation('charts')
  return (
    <div className={styles.tooltip} style={{ width, ...positionOf(props) }} aria-hidden>
      <div className={styles.tooltipTitle}>{title}</div>
      {shown.map(({ series, seriesIndex }) => {
        const value = series.values[index] ?? null
        return (
          <div key={series.key} className={styles.tooltipRow}>
            <Swatch chart={chart} kind={kind} series={series} seriesIndex={seriesIndex} />
            <span className="grow truncate">{series.name}</span>
            <b>{value === null ? t('noValue') : format.exact(value)}</b>
          </div>
        )
      })}
      {facts.map(({ key, name, values }) => (
        <div key={key} className={styles.tooltipRow} data-fact>
          <span className="grow truncate">{name}</span>
          <b>{values[index]}</b>
        </div>
      ))}
    </div>
  )
}
