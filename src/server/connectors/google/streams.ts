import type { AdAccounts, Stream } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { countDays, dayAt, readDays, type DayPlan, type DayReader } from '../kit/day-windows.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { RejectedRecord } from '../kit/records.ts'
import { parseAnswer, sortRecords } from '../kit/wire.ts'
import { countRows, search } from './client.ts'
import { spendOf } from './map.ts'
import { customerRow, spendRow } from './wire.ts'

/** Conversions are added to the day of the click for up to 30 days. */
const plan: DayPlan = { months: 24, windowDays: 90, overlapDays: 30 }

const isCustomer = (id: string | null): id is string => id !== null && /^\d{10}$/.test(id)

const chosen = ({ account }: Session): { customer: string; manager: string | null } => {
  if (!isCustomer(account.hubId)) throw new ConnectorFailure('refused', 'Choose an ad account first.')
  return { customer: account.hubId, manager: isCustomer(account.managerAccountId) ? account.managerAccountId : null }
}

const queryFor = ({ from, until }: { from: string; until: string }): string =>
  `SELECT campaign.id, campaign.name, segments.date, metrics.cost_micros, metrics.impressions, metrics.clicks,
  metrics.conversions, customer.currency_code FROM campaign WHERE segments.date BETWEEN '${from}' AND '${until}'
  ORDER BY segments.date, campaign.id`

const idOf = (part: unknown, name: string): string => {
  const value = (part as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : `without ${name}`
}

/** A row is identified by its campaign and day, which are in parts of it. */
const named = (reject: RejectedRecord): RejectedRecord => {
  const { campaign, segments } = (reject.raw ?? {}) as Record<string, unknown>
  return { ...reject, externalId: `${idOf(campaign, 'id')} ${idOf(segments, 'date')}` }
}

const readerOf = (session: Session): DayReader => {
  const adAccount = chosen(session)
  return {
    async today() {
      const query = 'SELECT customer.time_zone, customer.manager FROM customer'
      const { results } = await search(session, { ...adAccount, query, about: 'the ad account' })
      const { customer } = parseAnswer(customerRow, results[0], 'the ad account', session.http.vendor)
      return dayAt(session.now(), customer.timeZone)
    },
    async read(range, page) {
      const answer = await search(session, { ...adAccount, query: queryFor(range), page, about: 'spend' })
      const { good, rejected } = sortRecords(spendRow, answer.results, { object: 'spend', id: 'campaign' })
      const spend = good.map(({ record }) => spendOf(record))
      return { page: { spend, rejected: rejected.map(named) }, after: answer.nextPageToken ?? null }
    },
  }
}

export const countSpend: NonNullable<AdAccounts['countSpend']> = (session, since, cursor) =>
  countDays({ since, cursor }, plan, {
    ...readerOf(session),
    count: (range) => countRows(session, { ...chosen(session), query: queryFor(range), about: 'spend' }),
  })

export const spend: Stream = {
  name: 'spend',
  async read(session, position) {
    return readDays(position, plan, readerOf(session))
  },
}
