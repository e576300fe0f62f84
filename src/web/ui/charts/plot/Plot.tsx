import { useElementSize } from '@mantine/hooks'
import { useId, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Axes } from './Axes.tsx'
import { BarMarks, Room } from './BarMarks.tsx'
import type { ChartKind, Fact, Point, ValueFormat } from '../chart-types.ts'
import styles from '../chart.module.css'
import { LineMarks } from './LineMarks.tsx'
import type { Marked } from './marks.ts'
import { axisRoom, extentOf, planeOf, textWidth, type Plane } from './plane.ts'
import { Tooltip } from './Tooltip.tsx'
import { useCursor } from './use-cursor.ts'

export interface PlotProps {
  chart: string
  kind: ChartKind
  isStacked: boolean
  isLastOpen: boolean
  label: string
  summary: string
  points: readonly Point[]
  shown: Marked['shown']
  facts: readonly Fact[]
  format: ValueFormat
  height: number
  /** Describes a point in a sentence for screen readers. */
  say: (index: number) => string
  titleOf: (index: number) => string
}

const rowRoom = 32

/** Labels of rows may have a third of the width. */
const roomOf = ({ kind, points, shown, isStacked, format }: PlotProps, width: number, extent: [number, number]) => {
  if (kind !== 'rows') return { left: axisRoom(extent, format), right: 0 }
  const amounts = isStacked ? [extent[1]] : shown.flatMap(({ series }) => series.values.map((value) => value ?? 0))
  return { left: Math.min(textWidth(points.map(({ short }) => short)), width / 3), right: textWidth(amounts.map(format.exact)) }
}

const planeFor = (props: PlotProps, width: number): Plane => {
  const { kind, points, shown, isStacked, height } = props
  const extent = extentOf(
    shown.map(({ series }) => series),
    points.length,
    isStacked,
  )
  const perRow = isStacked ? rowRoom : Math.max(rowRoom, shown.length * 16 + 16)
  return planeOf({
    kind,
    width,
    height: kind === 'rows' ? points.length * perRow : height,
    count: points.length,
    extent,
    room: roomOf(props, width, extent),
  })
}

const Drawing = (props: PlotProps & { plane: Plane; index: number | undefined }) => {
  const { plane, kind, points, format, summary, isLastOpen, shown, index } = props
  const marked = { plane, shown, count: points.length, isLastOpen, index }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded
    <svg role="img" aria-label={summary} width={plane.width} height={plane.height}>
      {kind !== 'line' && index !== undefined && <Room plane={plane} index={index} />}
      <Axes plane={plane} points={points} format={format} index={index} />
      {kind !== 'line' && <BarMarks {...marked} chart={props.chart} isStacked={props.isStacked} format={format} />}
      {kind === 'line' && (
        <>
          {index !== undefined && (
            <line className={styles.cursor} x1={plane.at(index)} x2={plane.at(index)} y1={plane.top} y2={plane.bottom} />
          )}
          <LineMarks {...marked} />
        </>
      )}
    </svg>
  )
}

/** The plot with its cursor: the mouse, a finger or the arrow keys move it. */
export const Plot = (props: PlotProps) => {
  const { label, points, height, say, titleOf } = props
  const { t } = useTranslation('charts')
  const { ref, width } = useElementSize()
  const { cursor, point, leave, onKeyDown } = useCursor(points.length)
  const hintId = useId()
  const plane = planeFor(props, width)
  const onPointer = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    point(plane.indexAt(plane.isHorizontal ? event.clientY - box.top : event.clientX - box.left))
  }
  // After a touch the values stay visible, until the user touches something else.
  const onPointerLeave = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && leave()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has the focus, and the keys of its cursor */}
      <div
        ref={ref}
        className={styles.plot}
        style={{ minHeight: plane.isHorizontal ? undefined : height }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing, not fields of a form
        role="group"
        aria-roledescription={t('kind')}
        aria-label={label}
        aria-describedby={hintId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move its cursor
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onPointerLeave={onPointerLeave}
      >
        {width > 0 && <Drawing {...props} plane={plane} index={cursor?.index} />}
        {width > 0 && cursor && (
          <Tooltip {...props} plane={plane} count={points.length} index={cursor.index} title={titleOf(cursor.index)} />
        )}
      </div>
      <span id={hintId} hidden>
        {t('keys')}
      </span>
      <div className="visually-hidden" aria-live="polite">
        {cursor?.isByKeys && say(cursor.index)}
      </div>
    </>
  )
}
