import { useElementSize } from '@mantine/hooks'
import { area } from 'd3-shape'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point, Series } from '../chart-types.ts'
import styles from './Brush.module.css'
import { extentOf, planeOf } from './plane.ts'

export interface Range {
  from: number
  to: number
}

interface BrushProps {
  points: readonly Point[]
  /** The visible series: the strip draws the first one. */
  series: readonly Series[]
  range: Range
  /** Where the plot above it begins. */
  left: number
  onRange: (range: Range) => void
}

type Part = 'from' | 'to' | 'all'

const steps: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 7, PageDown: -7 }
const height = 40

/** The range after one of its ends, or all of it, has moved by so many points; it keeps at least two points. */
export const moveRange = ({ from, to }: Range, part: Part, by: number, count: number): Range => {
  if (part === 'from') return { from: Math.min(to - 1, Math.max(0, from + by)), to }
  if (part === 'to') return { from, to: Math.max(from + 1, Math.min(count - 1, to + by)) }
  const step = Math.min(count - 1 - to, Math.max(-from, by))
  return { from: from + step, to: to + step }
}

/** How far a key moves an end of the range. */
const stepOf = (key: string, count: number): number => {
  if (key === 'Home') return -count
  return key === 'End' ? count : (steps[key] ?? 0)
}

/** Drags a part of the range from point to point. */
const useDrag = (range: Range, step: number, onMove: (from: Range, part: Part, by: number) => void) => {
  const begun = useRef<{ x: number; range: Range }>(undefined)
  return (part: Part) => ({
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      begun.current = { x: event.clientX, range }
    },
    onPointerMove: (event: PointerEvent) => {
      if (begun.current && event.buttons > 0)
        onMove(begun.current.range, part, Math.round((event.clientX - begun.current.x) / step))
    },
    onPointerUp: () => {
      begun.current = undefined
    },
  })
}

const Overview = ({ width, series: [first], count }: { width: number; series: readonly Series[]; count: number }) => {
  const plane = planeOf({
    kind: 'line',
    width: width + 24,
    height: height + 24,
    count,
    extent: extentOf(first ? [first] : [], count, false),
    room: { left: 0, right: 0 },
  })
  const draw = area<number | null>(
    (_, at) => plane.at(at) - 12,
    height,
    (value) => plane.value(value ?? 0) - 8,
  )
  return (
    <svg width={width} height={height} aria-hidden>
      <path className={styles.overview} d={draw(first?.values ?? []) ?? ''} />
    </svg>
  )
}

const RangeText = ({ points, range, onRange }: Omit<BrushProps, 'series' | 'left'>) => {
  const { t } = useTranslation('charts')
  const last = points.length - 1
  const nameOf = (index: number) => points[index]?.long ?? ''
  return (
    <div className={styles.text}>
      <span>{t('range.shown', { from: nameOf(range.from), to: nameOf(range.to) })}</span>
      {(range.from > 0 || range.to < last) && (
        <button type="button" className="link-button" onClick={() => onRange({ from: 0, to: last })}>
          {t('range.all')}
        </button>
      )}
    </div>
  )
}

/** A small plot of all points, with two handles around the range that the chart shows. */
export const Brush = ({ points, series, range, left, onRange }: BrushProps) => {
  const { t } = useTranslation('charts')
  const { ref, width } = useElementSize()
  const count = points.length
  const step = Math.max(1, width / (count - 1))
  const drag = useDrag(range, step, (from, part, by) => onRange(moveRange(from, part, by, count)))
  const onKeyDown = (part: Part) => (event: KeyboardEvent) => {
    const by = stepOf(event.key, count)
    if (by === 0) return
    event.preventDefault()
    onRange(moveRange(range, part, by, count))
  }
  const percent = (index: number) => `${(index / (count - 1)) * 100}%`
  const handle = (part: 'from' | 'to') => (
    <div
      className={styles.handle}
      style={{ left: percent(range[part]) }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two of them share one track
      role="slider"
      tabIndex={0}
      aria-label={t(`range.${part}`)}
      aria-valuemin={part === 'from' ? 0 : range.from + 1}
      aria-valuemax={part === 'from' ? range.to - 1 : count - 1}
      aria-valuenow={range[part]}
      aria-valuetext={points[range[part]]?.long}
      onKeyDown={onKeyDown(part)}
      {...drag(part)}
    />
  )
  return (
    <>
      <div ref={ref} className={styles.brush} style={{ marginLeft: left }}>
        {width > 0 && <Overview width={width} series={series} count={count} />}
        <div className={styles.rest} style={{ left: 0, width: percent(range.from) }} />
        <div className={styles.rest} style={{ left: percent(range.to), right: 0 }} />
        <div
          className={styles.window}
          style={{ left: percent(range.from), width: percent(range.to - range.from) }}
          {...drag('all')}
        />
        {handle('from')}
        {handle('to')}
      </div>
      <RangeText points={points} range={range} onRange={onRange} />
    </>
  )
}
