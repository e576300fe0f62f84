import type { AdAccounts, Stream } from '#server/connectors/kit/connector.ts'
import type { Session } from '#server/connectors/kit/access.ts'
import { countDays, dayAt, readDays, type DayPlan, type DayRange, type DayReader } from '#server/connectors/kit/day-windows.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { RejectedRecord, SpendRecord } from '#server/connectors/kit/records.ts'
import { sortRecords } from '#server/connectors/kit/wire.ts'
import { spendPage, spendRow, type SpendRow } from './wire.ts'

const plan: DayPlan = { months: 12, windowDays: 400, overlapDays: 7 }

const pathOf = ({ account }: Session, { from, until }: DayRange, after: string | null): string => {
  if (account.hubId === null) throw new ConnectorFailure('refused', 'Choose an ad account first.')
  const query = new URLSearchParams({ from, until, ...(after === null ? {} : { after }) })
  return `/v1/accounts/${encodeURIComponent(account.hubId)}/spend?${query.toString()}`
}

const ask = (session: Session, range: DayRange, after: string | null) =>
  session.http.get(spendPage, { path: pathOf(session, range, after), about: 'spend' })

const recordOf = ({ campaign_id: campaignId, campaign, day, cost, currency, ...counts }: SpendRow): SpendRecord => ({
  campaignId,
  campaign,
  day,
  spend: cost,
  currency,
  impressions: counts.impressions,
  clicks: counts.clicks,
  conversions: counts.conversions,
})

/** A row is identified by its campaign and day. */
const named = (reject: RejectedRecord): RejectedRecord => {
  const { campaign_id: campaign, day } = (reject.raw ?? {}) as Record<string, unknown>
  return { ...reject, externalId: `${String(campaign)} ${String(day)}` }
}

const readerOf = (session: Session): DayReader => ({
  today: async () => dayAt(session.now(), null),
  async read(range, after) {
    const { rows, next } = await ask(session, range, after)
    const { good, rejected } = sortRecords(spendRow, rows, { object: 'spend', id: 'campaign_id' })
    return { page: { spend: good.map(({ record }) => recordOf(record)), rejected: rejected.map(named) }, after: next }
  },
})

export const spend: Stream = {
  name: 'spend',
  read: async (session, position) => readDays(position, plan, readerOf(session)),
}

export const countSpend: NonNullable<AdAccounts['countSpend']> = (session, since, cursor) =>
  countDays({ since, cursor }, plan, {
    ...readerOf(session),
    count: async (range) => (await ask(session, range, null)).total,
  })
