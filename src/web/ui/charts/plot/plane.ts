import { scaleBand, scaleLinear, scalePoint, type ScaleLinear } from 'd3-scale'
import type { ChartKind, Series, ValueFormat } from '../chart-types.ts'

/** The approximate width of a character on the axis, at 12 px. */
const characterWidth = 8
export const gap = 12
/** Limits a single bar, which would otherwise be as wide as the card. */
const widestBar = 64

export const textWidth = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length)) * characterWidth

/** The coordinates of a plot: the points along one axis, their values along the other. */
export interface Plane {
  isHorizontal: boolean
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  /** The middle of a point. */
  at: (index: number) => number
  /** From the middle of a point to the middle of the next. */
  step: number
  /** The width of all bars of a point together. */
  band: number
  value: ScaleLinear<number, number>
  ticks: number[]
  indexAt: (position: number) => number
}

const sumAt = (series: readonly Series[], index: number): number =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)

/** The lowest and the highest value that is drawn; the range always includes zero. */
export const extentOf = (series: readonly Series[], count: number, isStacked: boolean): [number, number] => {
  const values = isStacked
    ? Array.from({ length: count }, (_, index) => sumAt(series, index))
    : series.flatMap((one) => one.values.filter((value) => value !== null))
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [0, 0])
  return low === high ? [0, 1] : [low, high]
}

interface PlaneOptions {
  kind: ChartKind
  width: number
  height: number
  count: number
  extent: [number, number]
  /** The width of the texts at the left, and of those at the right of rows. */
  room: { left: number; right: number }
}

const tickCount = 4

/** The width of the values at the left of a chart. */
export const axisRoom = (extent: [number, number], format: ValueFormat): number =>
  textWidth(scaleLinear().domain(extent).nice(tickCount).ticks(tickCount).map(format.rough))

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index))

const pointScale = (kind: ChartKind, count: number, range: [number, number]) => {
  const indexes = Array.from({ length: count }, (_, index) => index)
  if (kind === 'line') {
    const scale = scalePoint<number>().domain(indexes).range(range)
    const step = scale.step() || range[1] - range[0]
    const first = scale(0) ?? range[0]
    return {
      at: (index: number) => scale(index) ?? 0,
      step,
      band: step,
      indexAt: (position: number) => clamp(Math.round((position - first) / step), count),
    }
  }
  const padding = kind === 'bars' ? (count <= 10 ? 0.5 : 0.28) : 0.36
  const scale = scaleBand<number>()
    .domain(indexes)
    .range(range)
    .paddingInner(padding)
    .paddingOuter(padding / 2)
  const full = scale.bandwidth()
  return {
    at: (index: number) => (scale(index) ?? 0) + full / 2,
    step: scale.step(),
    band: Math.min(full, widestBar),
    indexAt: (position: number) => clamp(Math.floor((position - range[0]) / scale.step()), count),
  }
}

export const planeOf = ({ kind, width, height, count, extent, room }: PlaneOptions): Plane => {
  const isHorizontal = kind === 'rows'
  const left = room.left + gap
  const right = width - (isHorizontal ? room.right + gap : kind === 'line' ? gap : 0)
  const [top, bottom] = isHorizontal ? [0, height] : [8, height - 24]
  const value = scaleLinear()
    .domain(extent)
    .range(isHorizontal ? [left, Math.max(left, right)] : [bottom, top])
  if (!isHorizontal) value.nice(tickCount)
  return {
    isHorizontal,
    width,
    height,
    left,
    right,
    top,
    bottom,
    ...pointScale(kind, count, isHorizontal ? [top, bottom] : [left, Math.max(left, right)]),
    value,
    ticks: isHorizontal ? [] : value.ticks(tickCount),
  }
}

/** Every n-th label has room: returns n. */
export const labelStep = (labels: readonly string[], step: number): number =>
  Math.max(1, Math.ceil((textWidth(labels) + gap) / Math.max(step, 1)))
