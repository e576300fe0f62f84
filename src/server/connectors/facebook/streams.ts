import type { Session, Stream } from '../kit/connector.ts'
import { dayAt, readDays, type DayPlan, type DayReader } from '../kit/day-windows.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { RejectedRecord } from '../kit/records.ts'
import { sortRecords } from '../kit/wire.ts'
import { afterOf } from './client.ts'
import { spendOf } from './map.ts'
import { tooMuchMessage, unfinishedMessage } from './refusal.ts'
import { clock, insight, listAnswer } from './wire.ts'

/** Facebook still changes figures for 28 days. */
const plan: DayPlan = { months: 24, windowDays: 90, overlapDays: 28 }
const pageSize = 500
/** What is no longer than this and does not come is hardly too large: Facebook is in trouble. */
const fewDays = 7
const fields = 'campaign_id,campaign_name,spend,impressions,clicks,actions,account_currency,date_start,date_stop'

const chosen = ({ account }: Session): string => {
  if (account.hubId !== null && /^act_\d+$/.test(account.hubId)) return account.hubId
  throw new ConnectorFailure('refused', 'Choose an ad account first.')
}

/** A campaign has a row for every day, so its id alone does not name the row. */
const named = (reject: RejectedRecord): RejectedRecord => {
  const day = (reject.raw as Record<string, unknown> | null)?.['date_start']
  return { ...reject, externalId: `${reject.externalId} ${typeof day === 'string' ? day : 'without day'}` }
}

const readerOf = ({ http, now }: Session, account: string): DayReader => ({
  async today() {
    const { timezone_name: zone } = await http.get(clock, {
      path: `/${account}`,
      query: { fields: 'timezone_name' },
      about: 'the ad account',
    })
    return dayAt(now(), zone)
  },
  async read({ from, until }, page) {
    const answer = await http.get(listAnswer, {
      path: `/${account}/insights`,
      query: {
        level: 'campaign',
        fields,
        time_range: JSON.stringify({ since: from, until }),
        time_increment: 1,
        limit: pageSize,
        use_unified_attribution_setting: true,
        ...(page === null ? {} : { after: page }),
      },
      about: 'spend',
    })
    const { good, rejected } = sortRecords(insight, answer.data, { object: 'spend', id: 'campaign_id' })
    const spend = good.map(({ record }) => spendOf(record))
    return { page: { spend, rejected: rejected.map(named) }, after: afterOf(answer) }
  },
  isTooMuch: ({ message, isTimeout }, days) =>
    message === tooMuchMessage || (days > fewDays && (isTimeout || message === unfinishedMessage)),
})

/** A single day cannot be halved, nor is it too large: Facebook has too much to do, and nobody here can help that. */
const orLater = (error: unknown): never => {
  if (!(error instanceof ConnectorFailure) || error.message !== tooMuchMessage) throw error
  const { status, technical } = error
  throw new ConnectorFailure('unavailable', 'Facebook does not even report a single day at the moment.', { status, technical })
}

export const spend: Stream = {
  name: 'spend',
  async read(session, position) {
    return readDays(position, plan, readerOf(session, chosen(session))).catch(orLater)
  },
}
