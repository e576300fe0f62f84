import { formatNumber } from '#web/lib/format/format-number.ts'
import { moneyIn } from '#web/lib/format/money.ts'
import { LazyChart } from '#web/ui/charts/LazyChart.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './gallery.module.css'
import { Group } from './Group.tsx'
import { channels, funnel, months, stages } from './samples.ts'

const dollars = moneyIn('USD')
const halfYear = months.slice(0, 6)
const conversion = funnel[0]?.values.map(
  (leads, index) => `${(((funnel[2]?.values[index] ?? 0) / (leads ?? 1)) * 100).toFixed(1)}%`,
)

const History = () => (
  <Panel title="Line chart" note="18 months, the last one still running">
    <LazyChart
      kind="line"
      label="Leads by month"
      summary="Jun 2025 to Nov 2026: leads between 506 and 735 a month, won between 72 and 105."
      pointName="Month"
      points={months}
      series={funnel}
      facts={[{ key: 'conversion', name: 'Conversion', values: conversion ?? [] }]}
      height={320}
      isLastOpen
      hasBrush
      newestFirst
    />
  </Panel>
)

const Bars = ({ isStacked }: { isStacked: boolean }) => (
  <Panel title={isStacked ? 'Stacked bars' : 'Grouped bars'}>
    <LazyChart
      kind="bars"
      isStacked={isStacked}
      label={isStacked ? 'Stacked spend by month' : 'Spend by month'}
      summary="Jun to Nov 2025: most was spent on Paid Search in every month."
      pointName="Month"
      points={halfYear}
      series={channels}
      format={dollars}
    />
  </Panel>
)

const Rows = ({ isStacked }: { isStacked: boolean }) => (
  <Panel title={isStacked ? 'Stacked rows' : 'Rows'}>
    <LazyChart
      kind="rows"
      isStacked={isStacked}
      label={isStacked ? 'Channels by stage' : 'Opportunities by stage'}
      summary="1,240 opportunities reached New, 283 were won."
      pointName="Stage"
      points={stages}
      series={
        isStacked
          ? channels.slice(0, 3)
          : [{ key: 'reached', name: 'Reached', color: 'accent', values: [1240, 989, 742, 521, 386, 283] }]
      }
      format={{ exact: formatNumber, rough: formatNumber }}
    />
  </Panel>
)

const nothing = { label: 'Nothing', summary: 'Nothing', pointName: 'Month', points: [], series: [] } as const

export const ChartParts = () => (
  <Group title="Charts">
    <History />
    <div className={styles.pair}>
      <Bars isStacked={false} />
      <Bars isStacked />
      <Rows isStacked={false} />
      <Rows isStacked />
      <Panel title="No data">
        <LazyChart kind="line" {...nothing} />
      </Panel>
      <Panel title="Loading">
        <LazyChart kind="line" {...nothing} isLoading />
      </Panel>
    </div>
    <Panel title="Extremes" note="nothing known, zero, negative and a million; one point alone">
      <div className={styles.pair}>
        <LazyChart
          kind="line"
          label="Extremes"
          summary="From minus 40,000 to 1.2 million, with two gaps."
          pointName="Month"
          points={months.slice(0, 8)}
          series={[{ key: 'value', name: 'Net', color: 'Display', values: [0, 120_000, null, 1_204_000, -40_000, null, 60, 0] }]}
          format={dollars}
        />
        <LazyChart
          kind="bars"
          label="One month"
          summary="Jun 2025: $12,400.00."
          pointName="Month"
          points={months.slice(0, 1)}
          series={channels.slice(0, 1)}
          format={dollars}
        />
      </div>
    </Panel>
  </Group>
)
