import { IconChartBar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { chartMessages } from '#web/messages/en-charts.ts'
import { EmptyState } from '../page/EmptyState.tsx'
import { Brush, type Range } from './plot/Brush.tsx'
import type { ChartProps, Series, ValueFormat } from './chart-types.ts'
import styles from './chart.module.css'
import { ChartTable } from './ChartTable.tsx'
import { Legend } from './Legend.tsx'
import { axisRoom, extentOf, gap } from './plot/plane.ts'
import { Plot } from './plot/Plot.tsx'
import { Fills } from './Swatch.tsx'

addTranslations('charts', chartMessages)

const plainNumbers: ValueFormat = { exact: formatNumber, rough: formatNumber }

const cut = <T extends { values: readonly unknown[] }>(one: T, { from, to }: Range): T => ({
  ...one,
  values: one.values.slice(from, to + 1),
})

/** The range of points that is shown: all of them, until the user chooses a range, and again when the points change. */
const useRange = (points: ChartProps['points']) => {
  const of = `${points.length} ${points[0]?.key} ${points.at(-1)?.key}`
  const all = { from: 0, to: points.length - 1 }
  const [chosen, setChosen] = useState<{ of: string; range: Range }>()
  const range = chosen?.of === of ? chosen.range : all
  return { range, choose: (next: Range) => setChosen({ of, range: next }) }
}

const useHidden = () => {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setHidden(hidden.has(key) ? new Set([...hidden].filter((one) => one !== key)) : new Set([...hidden, key]))
  return { hidden, toggle }
}

const isEmpty = ({ points, series }: ChartProps) =>
  points.length === 0 || series.every(({ values }) => values.every((value) => value === null))

/** The texts for a point. */
const useWords = ({ points, isLastOpen, describe, format = plainNumbers }: ChartProps, shown: readonly Series[]) => {
  const { t } = useTranslation('charts')
  const titleOf = (index: number) => {
    const point = points[index]?.long ?? ''
    return isLastOpen && index === points.length - 1 ? t('soFar', { point }) : point
  }
  const say = (index: number) => {
    const values = shown.map(({ name, values: all }) => {
      const value = all[index] ?? null
      return t('value', { name, value: value === null ? t('noValue') : format.exact(value) })
    })
    return describe?.(index) ?? `${titleOf(index)}: ${values.join(', ')}`
  }
  return { titleOf, say }
}

const defaults = {
  isStacked: false,
  isLastOpen: false,
  hasBrush: false,
  newestFirst: false,
  height: 200,
  facts: [],
  format: plainNumbers,
} satisfies Partial<ChartProps>

const Filled = (ownProps: ChartProps) => {
  const props = { ...defaults, ...ownProps }
  const { kind, isStacked, label, summary, pointName, points, series, facts, format, height, newestFirst } = props
  const { t } = useTranslation('charts')
  const chart = useId()
  const { hidden, toggle } = useHidden()
  const { range, choose } = useRange(points)
  const shown = series.map((one, seriesIndex) => ({ series: one, seriesIndex })).filter(({ series: { key } }) => !hidden.has(key))
  const visible = shown.map((one) => one.series)
  const { titleOf, say } = useWords(props, visible)
  return (
    <div className={styles.chart}>
      <svg width={0} height={0} className={styles.fills} aria-hidden>
        <Fills chart={chart} series={series} />
      </svg>
      {series.length > 1 && <Legend {...{ chart, kind, label, series, hidden }} onToggle={toggle} />}
      <Plot
        {...{ chart, kind, isStacked, label, summary, format, height }}
        isLastOpen={props.isLastOpen && range.to === points.length - 1}
        points={points.slice(range.from, range.to + 1)}
        shown={shown.map((one) => ({ ...one, series: cut(one.series, range) }))}
        facts={facts.map((fact) => cut(fact, range))}
        say={(index) => say(index + range.from)}
        titleOf={(index) => titleOf(index + range.from)}
      />
      {props.hasBrush && points.length > 2 && (
        <Brush
          points={points}
          series={visible}
          range={range}
          left={axisRoom(extentOf(visible, points.length, isStacked), format) + gap}
          onRange={choose}
        />
      )}
      <ChartTable title={props.tableTitle ?? t('asTable')} {...{ pointName, points, series, facts, format, newestFirst }} />
    </div>
  )
}

/** Draws series over points; every value can be reached by keyboard and is also in a table. */
export const Chart = (props: ChartProps) => {
  const { t } = useTranslation('charts')
  if (isEmpty(props)) {
    return <EmptyState icon={<IconChartBar size={22} stroke={1.75} />} title={t('empty.title')} text={t('empty.text')} />
  }
  return <Filled {...props} />
}
