import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'
import { slugOf } from '#web/styles/colors.ts'
import type { ChartKind, Series } from './chart-types.ts'

const symbols = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond]

export const colorOf = ({ color }: Pick<Series, 'color'>): string =>
  color === 'accent' ? 'var(--tb-accent)' : `var(--tb-ch-${slugOf(color)})`

/** A shape for each series of a line chart, so that they differ by more than color. */
export const shapeOf = (seriesIndex: number, size: number): string => symbol(symbols[seriesIndex % symbols.length], size)() ?? ''

const fillId = (chart: string, seriesIndex: number) => `${chart}-fill-${seriesIndex}`

/** The first series of a bar chart is plain, the others are textured. */
export const fillOf = (chart: string, series: Series, seriesIndex: number): string =>
  seriesIndex % 4 === 0 ? colorOf(series) : `url(#${fillId(chart, seriesIndex)})`

const textures = ['M0 0H6', 'M-1 1L1 -1M0 6L6 0M5 7L7 5', 'M3 2.5V3.5']

/** The textures of a chart's series, for the plot and the legend. */
export const Fills = ({ chart, series }: { chart: string; series: readonly Series[] }) => (
  <defs>
    {series.map((one, seriesIndex) => (
      <pattern key={one.key} id={fillId(chart, seriesIndex)} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect width={6} height={6} fill={colorOf(one)} />
        <path d={textures[(seriesIndex % 4) - 1] ?? ''} stroke="var(--tb-panel)" strokeOpacity={0.65} strokeWidth={1.5} />
      </pattern>
    ))}
  </defs>
)

interface SwatchProps {
  chart: string
  kind: ChartKind
  series: Series
  /** The index of the series among all series of the chart. */
  seriesIndex: number
  isOff?: boolean
}

/** A small sample of how a series looks in the plot. */
export const Swatch = ({ chart, kind, series, seriesIndex, isOff = false }: SwatchProps) => {
  const outline = isOff ? { fill: 'none', stroke: 'var(--tb-control-line)' } : {}
  return (
    <svg width={10} height={10} aria-hidden>
      {kind === 'line' ? (
        <path transform="translate(5 5)" d={shapeOf(seriesIndex, 52)} fill={colorOf(series)} {...outline} />
      ) : (
        <rect x={0.5} y={0.5} width={9} height={9} rx={2} fill={fillOf(chart, series, seriesIndex)} {...outline} />
      )}
    </svg>
  )
}
