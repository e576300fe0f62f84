// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { moneyIn } from '#web/lib/format/money.ts'
import { draw, useDocument } from '#web/testing/draw.tsx'
import { moveRange } from './plot/Brush.tsx'
import type { ChartProps } from './chart-types.ts'
import { LazyChart } from './LazyChart.tsx'
import { extentOf, labelStep, planeOf } from './plot/plane.ts'

useDocument()

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May']
const spend: ChartProps = {
  kind: 'line',
  label: 'Spend by month',
  summary: 'January to May 2026: $1,500.00 in all.',
  pointName: 'Month',
  points: names.map((name) => ({ key: name, short: name, long: `${name} 2026` })),
  series: [
    { key: 'search', name: 'Paid Search', color: 'Paid Search', values: [100, 200, 300, 400, 500] },
    { key: 'social', name: 'Paid Social', color: 'Paid Social', values: [50, null, 70, 80, 90] },
  ],
  facts: [{ key: 'clicks', name: 'Clicks', values: ['11', '12', '13', '14', '15'] }],
  format: moneyIn('USD'),
}

const plotOf = () => screen.findByRole('group', { name: 'Spend by month' })
const spoken = () => document.querySelector('[aria-live=polite]')?.textContent
const seriesDrawn = (drawing: HTMLElement) => drawing.querySelectorAll('g[stroke]').length

describe('A chart', () => {
  it('announces its values to Ana one by one as she presses the arrow keys', async () => {
    const user = userEvent.setup()
    draw(<LazyChart {...spend} />)
    const plot = await plotOf()
    plot.focus()
    expect(spoken()).toBe('')
    await user.keyboard('{ArrowRight}')
    expect(spoken()).toBe('Jan 2026: Paid Search $100.00, Paid Social $50.00')
    await user.keyboard('{ArrowRight}')
    expect(spoken()).toBe('Feb 2026: Paid Search $200.00, Paid Social –')
    expect(plot.textContent).toContain('Clicks12')
    await user.keyboard('{End}{ArrowRight}')
    expect(spoken()).toContain('May 2026')
    await user.keyboard('{Escape}')
    expect(spoken()).toBe('')
  })

  it('shows the values under a finger, and keeps them when the finger is lifted', async () => {
    draw(<LazyChart {...spend} />)
    const plot = await plotOf()
    const finger = { pointerType: 'touch', pointerId: 1, isPrimary: true }
    fireEvent.pointerDown(plot, { ...finger, clientX: 799 })
    expect(plot.textContent).toContain('May 2026Paid Search$500.00')
    fireEvent.pointerMove(plot, { ...finger, clientX: 0 })
    expect(plot.textContent).toContain('Jan 2026Paid Search$100.00')
    expect(plot.textContent).not.toContain('May 2026')
    fireEvent.pointerUp(plot, finger)
    fireEvent.pointerLeave(plot, finger)
    expect(plot.textContent).toContain('Jan 2026')
    expect(spoken()).toBe('')
    fireEvent.blur(plot)
    expect(plot.textContent).not.toContain('Jan 2026')
    fireEvent.pointerMove(plot, { pointerType: 'mouse', clientX: 799 })
    fireEvent.pointerLeave(plot, { pointerType: 'mouse' })
    expect(plot.textContent).not.toContain('May 2026')
  })

  it("describes a point with its page's own text, and marks the one that has not ended", async () => {
    const user = userEvent.setup()
    draw(<LazyChart {...spend} isLastOpen />)
    ;(await plotOf()).focus()
    await user.keyboard('{End}')
    expect(spoken()).toContain('May 2026, so far:')
    draw(<LazyChart {...spend} label="Words" describe={(index) => `Point ${index + 1}`} />)
    ;(await screen.findByRole('group', { name: 'Words' })).focus()
    await user.keyboard('{Home}')
    expect([...document.querySelectorAll('[aria-live=polite]')].at(-1)?.textContent).toBe('Point 1')
  })

  it('has the same values in a table, optionally newest first', async () => {
    draw(<LazyChart {...spend} tableTitle="Month by month" newestFirst />)
    await plotOf()
    const table = within(screen.getByText('Month by month').closest('details') as HTMLElement)
    const rows = table.getAllByRole('row', { hidden: true }).map((row) => row.textContent)
    expect(rows).toEqual([
      'MonthPaid SearchPaid SocialClicks',
      'May 2026$500.00$90.0015',
      'Apr 2026$400.00$80.0014',
      'Mar 2026$300.00$70.0013',
      'Feb 2026$200.00–12',
      'Jan 2026$100.00$50.0011',
    ])
  })

  it.each(['line', 'bars', 'rows'] as const)('of %s hides a series that Ana turns off, but never the last one', async (kind) => {
    const user = userEvent.setup()
    draw(<LazyChart {...spend} kind={kind} />)
    const plot = await plotOf()
    const search = screen.getByRole('button', { name: 'Paid Search' })
    const social = screen.getByRole('button', { name: 'Paid Social' })
    await user.click(social)
    expect(social.getAttribute('aria-pressed')).toBe('false')
    await user.click(search)
    expect(search.getAttribute('aria-pressed')).toBe('true')
    plot.focus()
    await user.keyboard('{Home}')
    expect(spoken()).toBe('Jan 2026: Paid Search $100.00')
    await user.click(social)
  })

  it('draws as many lines as there are visible series', async () => {
    const user = userEvent.setup()
    draw(<LazyChart {...spend} />)
    const plot = await plotOf()
    await within(plot).findByRole('img')
    expect(seriesDrawn(plot)).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Paid Social' }))
    expect(seriesDrawn(plot)).toBe(1)
  })

  it.each(['line', 'bars'] as const)('of %s keeps the label of its last point inside the plot', async (kind) => {
    // Every third day has a label, and so does the last one.
    const days = Array.from({ length: 31 }, (_, day) => ({ key: `${day}`, short: `Nov ${day}`, long: `Nov ${day}` }))
    draw(
      <LazyChart
        {...spend}
        kind={kind}
        points={days}
        series={[{ key: 'all', name: 'All', color: 'accent', values: days.map(() => 1) }]}
      />,
    )
    const plot = await plotOf()
    await within(plot).findByRole('img')
    const labels = [...plot.querySelectorAll('text')].filter(({ textContent }) => textContent?.startsWith('Nov '))
    const middles = labels.map((label) => Number(label.getAttribute('x')))
    const distances = middles.slice(1).map((middle, index) => middle - (middles[index] ?? 0))
    expect(labels.at(-1)?.textContent).toBe('Nov 30')
    // About 40 px wide: it ends inside, and keeps its distance from the label before it.
    const width = Number(within(plot).getByRole('img').getAttribute('width'))
    expect(width - (middles.at(-1) ?? 0)).toBeGreaterThanOrEqual(19)
    expect(Math.min(...distances)).toBeGreaterThan(45)
  })

  it('shows the range that Ana chooses with the handles under it, and all of it again', async () => {
    const user = userEvent.setup()
    draw(<LazyChart {...spend} hasBrush />)
    const plot = await plotOf()
    const labels = () =>
      [...plot.querySelectorAll('text')].map(({ textContent }) => textContent).filter((text) => names.includes(text ?? ''))
    screen.getByRole('slider', { name: 'Start of the range' }).focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(labels()).toEqual(['Mar', 'Apr', 'May'])
    const end = screen.getByRole('slider', { name: 'End of the range' })
    end.focus()
    await user.keyboard('{ArrowLeft}')
    expect(end.getAttribute('aria-valuetext')).toBe('Apr 2026')
    plot.focus()
    await user.keyboard('{Home}')
    expect(spoken()).toContain('Mar 2026: Paid Search $300.00')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(labels()).toEqual(names)
  })

  it('shows a message when there is no data', async () => {
    draw(<LazyChart {...spend} series={[{ key: 'none', name: 'None', color: 'accent', values: [null, null] }]} />)
    expect(await screen.findByRole('heading', { name: 'No data to show' })).toBeTruthy()
  })
})

describe('A range', () => {
  it('keeps two points and stays within the chart', () => {
    expect(moveRange({ from: 2, to: 6 }, 'from', 99, 10)).toEqual({ from: 5, to: 6 })
    expect(moveRange({ from: 2, to: 6 }, 'to', -99, 10)).toEqual({ from: 2, to: 3 })
    expect(moveRange({ from: 2, to: 6 }, 'all', 99, 10)).toEqual({ from: 5, to: 9 })
    expect(moveRange({ from: 2, to: 6 }, 'all', -99, 10)).toEqual({ from: 0, to: 4 })
  })
})

describe('The plane of a chart', () => {
  const options = { width: 500, height: 232, count: 5, room: { left: 28, right: 40 } }

  it('begins at zero and ends at a round number above all values', () => {
    expect(extentOf(spend.series, 5, false)).toEqual([0, 500])
    expect(extentOf(spend.series, 5, true)).toEqual([0, 590])
    const { value, ticks } = planeOf({ ...options, kind: 'bars', extent: [0, 590] })
    expect(value.domain()).toEqual([0, 600])
    expect(ticks).toEqual([0, 200, 400, 600])
  })

  it('finds the point under the mouse', () => {
    const line = planeOf({ ...options, kind: 'line', extent: [0, 500] })
    expect([0, 40, 100, 240, 999].map(line.indexAt)).toEqual([0, 0, 1, 2, 4])
    const rows = planeOf({ ...options, kind: 'rows', height: 160, extent: [0, 500] })
    expect([0, 31, 33, 159, 400].map(rows.indexAt)).toEqual([0, 0, 1, 4, 4])
  })

  it('leaves out labels that have no room', () => {
    expect(labelStep(['Nov 15'], 100)).toBe(1)
    expect(labelStep(['Nov 15'], 10)).toBe(6)
  })
})
