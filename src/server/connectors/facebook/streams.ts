import type { AdAccounts, Stream } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { addDays, countDays, dayAt, readDays, type DayPlan, type DayRange, type DayReader } from '../kit/day-windows.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { RejectedRecord } from '../kit/records.ts'
import { parseRows, sortRecords } from '../kit/wire.ts'
import { afterOf } from './client.ts'
import { spendOf } from './map.ts'
import { tooMuchMessage, unfinishedMessage } from './refusal.ts'
import { clock, insight, listAnswer, listed, type ListAnswer } from './wire.ts'

/** Facebook still changes figures for 28 days. */
const plan: DayPlan = { months: 24, windowDays: 90, overlapDays: 28 }
const pageSize = 500
const pagesMax = 10_000
/** A window of at most this many days that times out is hardly too large: Facebook has an outage. */
const fewDays = 7
const fields = 'campaign_id,campaign_name,spend,impressions,clicks,actions,account_currency,date_start,date_stop'

const chosen = ({ account }: Session): string => {
  if (account.hubId !== null && /^act_\d+$/.test(account.hubId)) return account.hubId
  throw new ConnectorFailure('refused', 'Choose an ad account first.')
}

/** A campaign has a row for every day, so its id alone does not identify the row. */
const named = (reject: RejectedRecord): RejectedRecord => {
  const day = (reject.raw as Record<string, unknown> | null)?.['date_start']
  return { ...reject, externalId: `${reject.externalId} ${typeof day === 'string' ? day : 'without day'}` }
}

const insightsIn = (range: DayRange, fields: string) => ({
  level: 'campaign',
  fields,
  time_range: JSON.stringify({ since: range.from, until: range.until }),
  time_increment: 1,
  limit: pageSize,
  use_unified_attribution_setting: true,
})

const isTooMuch: NonNullable<DayReader['isTooMuch']> = ({ message, isTimeout }, days) =>
  message === tooMuchMessage || (days > fewDays && (isTimeout || message === unfinishedMessage))

const readerOf = ({ http, now }: Session, account: string): DayReader => ({
  async today() {
    const { timezone_name: zone } = await http.get(clock, {
      path: `/${account}`,
      query: { fields: 'timezone_name' },
      about: 'the ad account',
    })
    return dayAt(now(), zone)
  },
  async read(range, page) {
    const query = { ...insightsIn(range, fields), ...(page === null ? {} : { after: page }) }
    const answer = await http.get(listAnswer, { path: `/${account}/insights`, query, about: 'spend' })
    const { good, rejected } = sortRecords(insight, answer.data, { object: 'spend', id: 'campaign_id' })
    const spend = good.map(({ record }) => spendOf(record))
    return { page: { spend, rejected: rejected.map(named) }, after: afterOf(answer) }
  },
  isTooMuch,
})

/** A single day cannot be halved and is not too large: Facebook is overloaded, and users cannot change that. */
const orLater = (error: unknown): never => {
  if (!(error instanceof ConnectorFailure) || error.message !== tooMuchMessage) throw error
  const { status, technical } = error
  throw new ConnectorFailure('unavailable', "Facebook can't report even a single day right now.", { status, technical })
}

/** Facebook has no counts: the rows are listed without their figures. */
const countIn = async ({ http }: Session, account: string, range: DayRange): Promise<number> => {
  let count = 0
  let after: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { ...insightsIn(range, 'campaign_id,impressions'), ...(after === null ? {} : { after }) }
    const answer: ListAnswer = await http.get(listAnswer, { path: `/${account}/insights`, query, about: 'spend' })
    count += parseRows(listed, answer.data, 'spend', http.vendor).length
    after = afterOf(answer)
    if (after === null) return count
  }
  throw new ConnectorFailure('bad_answer', 'Facebook keeps sending more days without end.')
}

/** In windows, as they are read. */
const countWindows = async (session: Session, account: string, range: DayRange, days = plan.windowDays): Promise<number> => {
  let count = 0
  for (let from = range.from; from <= range.until; from = addDays(from, days)) {
    const last = addDays(from, days - 1)
    const part = { from, until: last < range.until ? last : range.until }
    count += await countIn(session, account, part).catch((error: unknown) => {
      if (days < 2 || !(error instanceof ConnectorFailure) || !isTooMuch(error, days)) throw error
      return countWindows(session, account, part, Math.floor(days / 2))
    })
  }
  return count
}

export const countSpend: NonNullable<AdAccounts['countSpend']> = (session, since, cursor) => {
  const account = chosen(session)
  const count = (range: DayRange) => countWindows(session, account, range)
  const { windowDays } = plan
  return countDays({ since, cursor }, plan, { ...readerOf(session, account), count, windowDays }).catch(orLater)
}

export const spend: Stream = {
  name: 'spend',
  async read(session, position) {
    return readDays(position, plan, readerOf(session, chosen(session))).catch(orLater)
  },
}
