import { useTranslation } from 'react-i18next'
import type { Spend } from '#contract/crm/spend.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import type { Money } from '#web/lib/format/money.ts'
import type { Column } from '#web/ui/table/column.ts'
import { longDay } from './days.ts'

type Campaign = Spend['campaigns']['items'][number]

export const useCampaignColumns = (money: Money): Column<Campaign>[] => {
  const { t } = useTranslation('source')
  return [
    {
      name: 'campaign',
      title: t('spend.columns.campaign'),
      hint: ({ campaign, campaign_id: id }) => `${campaign} · ${id}`,
      cell: ({ campaign }) => <span className="medium">{campaign}</span>,
    },
    { name: 'spend', title: t('spend.figures.spend'), align: 'right', cell: ({ spend }) => money.exact(spend) },
    { name: 'clicks', title: t('spend.figures.clicks'), align: 'right', cell: ({ clicks }) => formatNumber(clicks) },
    {
      name: 'impressions',
      title: t('spend.figures.impressions'),
      align: 'right',
      wideOnly: true,
      cell: ({ impressions }) => formatNumber(impressions),
    },
    {
      name: 'conversions',
      title: t('spend.figures.conversions'),
      align: 'right',
      cell: ({ conversions }) => formatNumber(Math.round(conversions * 10) / 10),
    },
    {
      name: 'last',
      title: t('spend.columns.last'),
      align: 'right',
      wideOnly: true,
      cell: (row) => <time dateTime={row.last_day}>{longDay(row.last_day)}</time>,
    },
  ]
}
