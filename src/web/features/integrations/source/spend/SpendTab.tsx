import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Spend } from '#contract/crm/spend.ts'
import { useCampaigns, useSpend, type SpendQuery } from '#web/data/syncs/spend.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { moneyIn, type Money } from '#web/lib/format/money.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import { spendPeriods, usualPeriod, type SpendPeriod } from '../source-search.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import type { ViewProps } from '../view-props.ts'
import { useCampaignColumns } from './campaign-columns.tsx'
import { DayChart } from './DayChart.tsx'
import { everyDay, lastDays, lastKnownDay, periodText } from './days.ts'
import styles from './spend.module.css'

const longest = spendPeriods[spendPeriods.length - 1] ?? usualPeriod

interface PeriodProps {
  period: SpendPeriod
  /** The days of the period. */
  text: string
  onPeriod: (period: SpendPeriod) => void
}

const Period = ({ period, text, onPeriod }: PeriodProps) => {
  const { t } = useTranslation('source')
  return (
    <div className={styles.period}>
      <SegmentedControl
        className={styles.choice ?? ''}
        aria-label={t('spend.period')}
        value={String(period)}
        data={spendPeriods.map((days) => ({ value: String(days), label: t('spend.last', { n: days }) }))}
        onChange={(value) => onPeriod(spendPeriods.find((days) => String(days) === value) ?? usualPeriod)}
      />
      <span className="small dim numeric" aria-live="polite">
        {t('spend.span', { period: text })}
      </span>
    </div>
  )
}

const Figures = ({ total, money }: { total: Spend['total']; money: Money }) => {
  const { t } = useTranslation('source')
  const values = {
    spend: money.exact(total.spend),
    clicks: formatNumber(total.clicks),
    impressions: formatNumber(total.impressions),
    conversions: formatNumber(Math.round(total.conversions * 10) / 10),
  }
  return (
    <dl className={styles.figures}>
      {(Object.keys(values) as (keyof typeof values)[]).map((name) => (
        <div key={name}>
          <dt>{t(`spend.figures.${name}`)}</dt>
          <dd>{values[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

interface NoSpendProps {
  integration: Integration
  period: SpendPeriod
  text: string
  onLongest: () => void
}

const NoSpend = ({ integration, period, text, onLongest }: NoSpendProps) => {
  const { t } = useTranslation('source')
  const words = integration.last_success_at === null ? 'unread' : 'none'
  return (
    <Panel flush>
      <EmptyState
        icon={<IconChartBar size={22} stroke={1.75} />}
        title={t(`spend.${words}.title`)}
        text={t(`spend.${words}.text`, { period: text })}
        actions={
          words === 'none' &&
          period !== longest && (
            <Button variant="default" onClick={onLongest}>
              {t('spend.none.action', { n: longest })}
            </Button>
          )
        }
      />
    </Panel>
  )
}

const SpendSkeleton = () => (
  <div className="stack" aria-hidden>
    <Skeleton height={80} radius="md" />
    <Skeleton height={286} radius="md" />
    <Panel flush>
      <SkeletonRows rows={6} height={44} />
    </Panel>
  </div>
)

const isNothing = ({ total: { spend, impressions } }: Spend) => Number(spend) === 0 && impressions === 0

interface SpentProps {
  spend: Spend
  /** The requested data, which may still load while the previous reply is shown. */
  requested: { integrationId: string; query: SpendQuery }
  paging: ReturnType<typeof pagingOf>
}

const Spent = ({ spend, requested: { integrationId, query }, paging }: SpentProps) => {
  const { t } = useTranslation('source')
  const campaigns = useCampaigns(integrationId, query)
  const money = moneyIn(spend.currency)
  const columns = useCampaignColumns(money)
  const days = everyDay(spend)
  const isOld = spend.from !== query.from || spend.to !== query.to
  return (
    <>
      <div className={styles.spend} aria-busy={isOld} data-waiting={isOld || undefined}>
        <Panel>
          <Figures total={spend.total} money={money} />
        </Panel>
        <Panel title={t('spend.days')}>
          <DayChart days={days} money={money} />
        </Panel>
      </div>
      <Panel flush title={t('spend.campaigns')}>
        <DataTable
          label={t('spend.campaigns')}
          columns={columns}
          query={campaigns}
          keyOf={({ campaign_id: id }) => id}
          paging={paging}
          columnsKey="campaigns"
          empty={null}
        />
      </Panel>
    </>
  )
}

/** The spend of the ad account: total, by day and by campaign. */
export const SpendTab = ({ integration, address: { search, change } }: ViewProps) => {
  const period = search.days ?? usualPeriod
  const { from, to } = lastDays(period, useNow())
  const paging = pagingOf(search, change)
  const query = { from, to, skip: (paging.page - 1) * paging.size, limit: paging.size }
  const requested = { integrationId: integration.id, query }
  const answer = useSpend(integration.id, query)
  const text = periodText(from, answer.data?.from === from ? lastKnownDay(answer.data) : to)
  const choose = (next: SpendPeriod) => change({ days: next, page: undefined })
  return (
    <div className="stack">
      <Period period={period} text={text} onPeriod={choose} />
      <Loaded query={answer} skeleton={<SpendSkeleton />}>
        {(spend) =>
          isNothing(spend) ? (
            <NoSpend integration={integration} period={period} text={text} onLongest={() => choose(longest)} />
          ) : (
            <Spent spend={spend} requested={requested} paging={paging} />
          )
        }
      </Loaded>
    </div>
  )
}
