/** English texts of the spend of an ad account; a part of the texts of a source. */
export const spendMessages = {
  period: 'Period',
  last: '{{n}} days',
  span: '{{period}}, in the ad account’s time zone',
  figures: { spend: 'Spend', clicks: 'Clicks', impressions: 'Impressions', conversions: 'Conversions' },
  columns: { day: 'Day', campaign: 'Campaign', last: 'Last day' },
  days: 'Spend by day',
  campaigns: 'Campaigns',
  asTable: 'Spend by day as a table',
  chart: '{{period}}: {{total}} in total. The highest day was {{day}} with {{most}}.',
  hint_one: '{{day}}: {{amount}}, {{n}} click',
  hint_other: '{{day}}: {{amount}}, {{n}} clicks',
  none: {
    title: 'No spend in this period',
    text: 'The ad account reported nothing for {{period}}.',
    action: 'Show {{n}} days',
  },
  unread: {
    title: 'No spend synced yet',
    text: 'Daily spend per campaign appears here after the first sync.',
  },
} as const
