import type { Point, ValueFormat } from '../chart-types.ts'
import styles from '../chart.module.css'
import { labelStep, type Plane } from './plane.ts'

interface AxesProps {
  plane: Plane
  points: readonly Point[]
  format: ValueFormat
  /** The point under the cursor. */
  index: number | undefined
}

const Grid = ({ plane: { left, right, value, ticks }, format }: Pick<AxesProps, 'plane' | 'format'>) =>
  ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${Math.round(value(tick)) + 0.5})`}>
      <line className={styles.line} x1={left} x2={right} data-zero={tick === 0 || undefined} />
      <text x={left - 12} dy="0.32em" textAnchor="end">
        {format.rough(tick)}
      </text>
    </g>
  ))

/** At the ends of a chart a label moves only as far as it needs to stay inside the plot. */
const labelAt = (x: number, { left, width }: Plane, text: string): number => {
  const half = text.length * 3.3
  return Math.min(Math.max(x, left - 40 + half), width - half)
}

const Labels = ({ plane, points, index: looked }: Omit<AxesProps, 'format'>) => {
  const every = labelStep(
    points.map(({ short }) => short),
    plane.step,
  )
  return points.map(({ key, short }, index) =>
    index % every === 0 ? (
      <text
        key={key}
        className={styles.label}
        data-looked={index === looked || undefined}
        x={labelAt(plane.at(index), plane, short)}
        y={plane.height - 4}
        textAnchor="middle"
      >
        {short}
      </text>
    ) : null,
  )
}

const RowNames = ({ plane, points, index: looked }: Omit<AxesProps, 'format'>) => {
  const most = Math.floor((plane.left - 12) / 7)
  return points.map(({ key, short }, index) => (
    <text
      key={key}
      className={styles.label}
      data-looked={index === looked || undefined}
      data-row
      x={0}
      y={plane.at(index)}
      dy="0.34em"
    >
      {short.length > most ? `${short.slice(0, most - 1)}…` : short}
    </text>
  ))
}

/** The grid, values at the left and labels below; bars in rows have their labels at the left and no grid. */
export const Axes = ({ plane, points, format, index }: AxesProps) =>
  plane.isHorizontal ? (
    <RowNames plane={plane} points={points} index={index} />
  ) : (
    <>
      <Grid plane={plane} format={format} />
      <Labels plane={plane} points={points} index={index} />
    </>
  )
