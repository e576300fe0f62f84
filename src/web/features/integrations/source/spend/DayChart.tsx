import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import type { Money } from '#web/lib/format/money.ts'
import { LazyChart } from '#web/ui/charts/LazyChart.tsx'
import { longDay, periodText, shortDay, type Day } from './days.ts'

const useSummary = (days: readonly Day[], money: Money): string => {
  const { t } = useTranslation('source')
  const highest = days.reduce<Day | undefined>((most, day) => (most && most.spend >= day.spend ? most : day), undefined)
  const total = days.reduce((sum, { spend }) => sum + spend, 0)
  return t('spend.chart', {
    period: periodText(days[0]?.day ?? '', days.at(-1)?.day ?? ''),
    total: money.exact(total),
    most: money.exact(highest?.spend ?? 0),
    day: longDay(highest?.day ?? ''),
  })
}

/** One bar for each day. */
export const DayChart = ({ days, money }: { days: readonly Day[]; money: Money }) => {
  const { t } = useTranslation('source')
  const describe = (index: number) => {
    const { day = '', spend = 0, clicks = 0 } = days[index] ?? {}
    return t('spend.hint', { day: longDay(day), amount: money.exact(spend), count: clicks, n: formatNumber(clicks) })
  }
  return (
    <LazyChart
      kind="bars"
      label={t('spend.days')}
      summary={useSummary(days, money)}
      pointName={t('spend.columns.day')}
      points={days.map(({ day }) => ({ key: day, short: shortDay(day), long: longDay(day) }))}
      series={[{ key: 'spend', name: t('spend.figures.spend'), color: 'accent', values: days.map(({ spend }) => spend) }]}
      facts={[{ key: 'clicks', name: t('spend.figures.clicks'), values: days.map(({ clicks }) => formatNumber(clicks)) }]}
      format={money}
      describe={describe}
      height={184}
      tableTitle={t('spend.asTable')}
      newestFirst
    />
  )
}
