import { area, line } from 'd3-shape'
import type { Series } from '../chart-types.ts'
import styles from '../chart.module.css'
import type { Marked } from './marks.ts'
import type { Plane } from './plane.ts'
import { colorOf, shapeOf } from '../Swatch.tsx'

interface MarkerProps {
  plane: Plane
  series: Series
  seriesIndex: number
  at: number
  isUnderCursor: boolean
}

const Marker = ({ plane, series, seriesIndex, at, isUnderCursor }: MarkerProps) => {
  const value = series.values[at] ?? null
  return (
    value !== null && (
      <path
        className={styles.marker}
        transform={`translate(${plane.at(at)} ${plane.value(value)})`}
        d={shapeOf(seriesIndex, isUnderCursor ? 64 : 36)}
      />
    )
  )
}

/** Lines; the line to a last point that has not ended is dashed. */
export const LineMarks = ({ plane, shown, count, isLastOpen, index }: Marked) => {
  const known = isLastOpen ? count - 1 : count
  const toLine = line<number | null>(
    (_, at) => plane.at(at),
    (value) => plane.value(value ?? 0),
  ).defined((value) => value !== null)
  const toArea = area<number | null>(
    (_, at) => plane.at(at),
    plane.value(0),
    (value) => plane.value(value ?? 0),
  ).defined((value) => value !== null)
  const running = (values: readonly (number | null)[]) => values.map((value, at) => (at >= known - 1 ? value : null))
  return (
    <>
      {isLastOpen && count > 1 && (
        <rect
          className={styles.running}
          x={plane.at(count - 1) - plane.step / 2}
          width={plane.right - plane.at(count - 1) + plane.step / 2}
          y={plane.top}
          height={plane.bottom - plane.top}
        />
      )}
      {shown.slice(0, 1).map(({ series }) => (
        <path key={series.key} className={styles.area} fill={colorOf(series)} d={toArea(series.values.slice(0, known)) ?? ''} />
      ))}
      {shown.map(({ series, seriesIndex }) => (
        <g key={series.key} stroke={colorOf(series)}>
          <path className={styles.series} d={toLine(series.values.slice(0, known)) ?? ''} />
          {isLastOpen && <path className={styles.series} data-running d={toLine(running(series.values)) ?? ''} />}
          {[...new Set([known - 1, index ?? known - 1])].map((at) => (
            <Marker key={at} {...{ plane, series, seriesIndex, at }} isUnderCursor={at === index} />
          ))}
        </g>
      ))}
    </>
  )
}
