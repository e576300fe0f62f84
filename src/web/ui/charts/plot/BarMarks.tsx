import type { ValueFormat } from '../chart-types.ts'
import styles from '../chart.module.css'
import type { Marked } from './marks.ts'
import type { Plane } from './plane.ts'
import { fillOf } from '../Swatch.tsx'

interface BarMarksProps extends Marked {
  chart: string
  isStacked: boolean
  format: ValueFormat
}

interface Bar {
  key: string
  fill: string
  /** The position on the axis of points. */
  start: number
  size: number
  /** The position on the axis of values. */
  from: number
  to: number
}

/** Keeps every value other than zero visible. */
const least = 2

const rectOf = ({ isHorizontal, value }: Plane, { start, size, from, to }: Bar) => {
  const [one, other] = [value(from), value(to)].toSorted((a, b) => a - b) as [number, number]
  const length = from === to ? 0 : Math.max(least, other - one)
  return isHorizontal
    ? { x: one, y: start, width: length, height: size }
    : { x: start, y: other - length, width: size, height: length }
}

const barsAt = ({ plane, shown, chart, isStacked }: BarMarksProps, index: number): Bar[] => {
  const begin = plane.at(index) - plane.band / 2
  const size = isStacked ? plane.band : plane.band / shown.length
  let sum = 0
  return shown.map(({ series, seriesIndex }, order) => {
    const value = series.values[index] ?? 0
    const from = isStacked ? sum : 0
    sum += value
    return {
      key: series.key,
      fill: fillOf(chart, series, seriesIndex),
      start: isStacked ? begin : begin + order * size,
      // A small gap separates neighbors without color.
      size: isStacked || shown.length === 1 ? size : Math.max(1, size - 1.5),
      from,
      to: from + value,
    }
  })
}

const endText = (bars: readonly Bar[], { isStacked, format, plane }: BarMarksProps) => {
  const ends = isStacked ? bars.slice(-1) : bars
  return ends.map(({ key, start, size, to }) => (
    <text key={key} className={styles.amount} x={plane.value(to) + 8} y={start + size / 2} dy="0.34em">
      {format.exact(to)}
    </text>
  ))
}

/** The background of the point under the cursor. */
export const Room = ({ plane, index }: { plane: Plane; index: number }) => {
  const [start, size] = [plane.at(index) - plane.step / 2, plane.step]
  return plane.isHorizontal ? (
    <rect className={styles.room} x={0} width={plane.width} y={start} height={size} />
  ) : (
    <rect className={styles.room} x={start} width={size} y={plane.top} height={plane.bottom - plane.top} />
  )
}

/** Bars side by side or stacked, vertical or in rows. */
export const BarMarks = (props: BarMarksProps) => {
  const { plane, count } = props
  return (
    <>
      {Array.from({ length: count }, (_, at) => {
        const bars = barsAt(props, at)
        return (
          <g key={at}>
            {bars.map((bar) => (
              <rect
                key={bar.key}
                className={styles.bar}
                data-stacked={props.isStacked || undefined}
                rx={Math.min(plane.isHorizontal ? 4 : 1.5, bar.size / 2)}
                fill={bar.fill}
                {...rectOf(plane, bar)}
              />
            ))}
            {plane.isHorizontal && endText(bars, props)}
          </g>
        )
      })}
    </>
  )
}
