import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'
import { slugOf } from '#web/styles/colors.ts'
import type { ChartKind, Series } from './chart-types.ts'

const symbols = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond]

export const colorOf = ({ color }: Pick<Series, 'color'>): string =>
  color === 'accent' ? 'var(--tb-accent)' : `var(--tb-ch-${slugOf(color)})`

/** A shape for each series of a line chart, so that color alone tells nothing. */
export const shapeOf = (place: number, size: number): string => symbol(symbols[place % symbols.length], size)() ?? ''

const fillId = (chart: string, place: number) => `${chart}-fill-${place}`

/** The first series of a bar chart is plain, the others are textured. */
export const fillOf = (chart: string, series: Series, place: number): string =>
  place % 4 === 0 ? colorOf(series) : `url(#${fillId(chart, place)})`

const textures = ['M0 0H6', 'M-1 1L1 -1M0 6L6 0M5 7L7 5', 'M3 2.5V3.5']

/** The textures of a chart's series, for its drawing and its legend. */
export const Fills = ({ chart, series }: { chart: string; series: readonly Series[] }) => (
  <defs>
    {series.map((one, place) => (
      <pattern key={one.key} id={fillId(chart, place)} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect width={6} height={6} fill={colorOf(one)} />
        <path d={textures[(place % 4) - 1] ?? ''} stroke="var(--tb-panel)" strokeOpacity={0.65} strokeWidth={1.5} />
      </pattern>
    ))}
  </defs>
)

interface SwatchProps {
  chart: string
  kind: ChartKind
  series: Series
  /** Of the series among all that the chart has. */
  place: number
  isOff?: boolean
}

/** How a series looks in the drawing, small. */
export const Swatch = ({ chart, kind, series, place, isOff = false }: SwatchProps) => {
  const outline = isOff ? { fill: 'none', stroke: 'var(--tb-control-line)' } : {}
  return (
    <svg width={10} height={10} aria-hidden>
      {kind === 'line' ? (
        <path transform="translate(5 5)" d={shapeOf(place, 52)} fill={colorOf(series)} {...outline} />
      ) : (
        <rect x={0.5} y={0.5} width={9} height={9} rx={2} fill={fillOf(chart, series, place)} {...outline} />
      )}
    </svg>
  )
}
