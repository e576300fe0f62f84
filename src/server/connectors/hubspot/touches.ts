// The first and the latest visit of a contact, from HubSpot's analytics.
import { utmOf } from '../kit/first-touch.ts'
import type { TouchRecord } from '../kit/records.ts'
import { instantOf, textOrNull } from '../kit/text.ts'
import type { Properties } from './wire.ts'

type Origin = Pick<TouchRecord, 'kind' | 'source' | 'medium' | 'campaign'>
type Reading = (one: string | null, two: string | null) => Origin

const lower = (text: string | null): string | null => text?.toLowerCase() ?? null

/**
 * HubSpot's two details have another meaning for each of its sources. OFFLINE is not among them: it means imports,
 * other programs and manual entry, and none of these is a touch.
 */
const readings: Readonly<Record<string, Reading>> = {
  PAID_SEARCH: (one) => ({ kind: 'click', source: null, medium: 'cpc', campaign: one }),
  PAID_SOCIAL: (one, two) => ({ kind: 'click', source: lower(one), medium: 'paid_social', campaign: two }),
  ORGANIC_SEARCH: (_one, two) => ({ kind: 'click', source: lower(two), medium: 'organic', campaign: null }),
  SOCIAL_MEDIA: (one, two) => ({ kind: 'click', source: lower(one), medium: 'social', campaign: two }),
  EMAIL_MARKETING: (one) => ({ kind: 'mail', source: null, medium: 'email', campaign: one }),
  REFERRALS: (one) => ({ kind: 'click', source: lower(one), medium: 'referral', campaign: null }),
  AI_REFERRALS: (one) => ({ kind: 'click', source: lower(one), medium: 'ai_referral', campaign: null }),
  DIRECT_TRAFFIC: () => ({ kind: 'direct', source: null, medium: null, campaign: null }),
  OTHER_CAMPAIGNS: (one, two) => {
    const [source = null, medium = null] = (two ?? '').split(' / ').map(textOrNull)
    return { kind: 'click', source, medium, campaign: one }
  },
}

export const sourceWords: Readonly<Record<string, string>> = {
  PAID_SEARCH: 'Paid search',
  PAID_SOCIAL: 'Paid social',
  ORGANIC_SEARCH: 'Organic search',
  SOCIAL_MEDIA: 'Organic social',
  EMAIL_MARKETING: 'Email marketing',
  REFERRALS: 'Referrals',
  AI_REFERRALS: 'AI referrals',
  DIRECT_TRAFFIC: 'Direct traffic',
  OFFLINE: 'Offline sources',
  OTHER_CAMPAIGNS: 'Other campaigns',
}

interface Seen {
  key: string
  at: string
  word: string | null
  one: string | null
  two: string | null
  url: string | null
  referrer: string | null
}

/** The parameters of the address win over HubSpot's own classification. */
const originOf = ({ word, one, two }: Seen, utm: ReturnType<typeof utmOf>): Origin | null => {
  const reading = readings[word ?? '']?.(one, two)
  if (!reading) return utm.source === null && utm.clickId === null ? null : { kind: 'click', ...utm }
  const { kind, source, medium, campaign } = reading
  return { kind, source: utm.source ?? source, medium: utm.medium ?? medium, campaign: utm.campaign ?? campaign }
}

const touchOf = (seen: Seen): TouchRecord | null => {
  const { key, at, url, referrer } = seen
  const utm = utmOf(url)
  const origin = originOf(seen, utm)
  return origin && { key, at, ...origin, clickId: utm.clickId, landingUrl: url, referrer }
}

const firstOf = (properties: Properties, at: string): Seen => ({
  key: 'first',
  at,
  word: textOrNull(properties['hs_analytics_source']),
  one: textOrNull(properties['hs_analytics_source_data_1']),
  two: textOrNull(properties['hs_analytics_source_data_2']),
  url: textOrNull(properties['hs_analytics_first_url']),
  referrer: textOrNull(properties['hs_analytics_first_referrer']),
})

const latestOf = (properties: Properties, at: string): Seen => ({
  key: `latest:${at}`,
  at,
  word: textOrNull(properties['hs_latest_source']),
  one: textOrNull(properties['hs_latest_source_data_1']),
  two: textOrNull(properties['hs_latest_source_data_2']),
  url: textOrNull(properties['hs_analytics_last_url']),
  referrer: textOrNull(properties['hs_analytics_last_referrer']),
})

const networks = [
  { word: 'PAID_SEARCH', source: 'google', name: 'hs_google_click_id' },
  { word: 'PAID_SOCIAL', source: 'facebook', name: 'hs_facebook_click_id' },
] as const

interface VisitTouch {
  seen: Seen
  touch: TouchRecord
}

/**
 * HubSpot keeps one click id for each of two networks, separately from the visits. It belongs to the visit whose
 * address contains it. If none does, it belongs to a visit from that network without a click id: to the latest, if
 * there are two.
 */
const giveClicks = (visitTouches: readonly VisitTouch[], properties: Properties): TouchRecord[] => {
  const touches = visitTouches.map(({ touch }) => ({ ...touch }))
  for (const { word, source, name } of networks) {
    const clickId = textOrNull(properties[name])
    if (clickId === null) continue
    const touch =
      touches.find((one) => one.clickId === clickId) ??
      touches.findLast((one, index) => visitTouches[index]?.seen.word === word && one.clickId === null)
    if (touch) Object.assign(touch, { clickId, source: touch.source ?? source })
  }
  return touches
}

/** The latest one is returned only if it is another visit than the first. */
export const touchesOf = (properties: Properties, createdAt: string | null): TouchRecord[] => {
  const firstAt = instantOf(properties['hs_analytics_first_timestamp']) ?? createdAt
  const latestAt = instantOf(properties['hs_latest_source_timestamp'])
  const visits = [
    firstAt === null ? null : firstOf(properties, firstAt),
    latestAt === null || latestAt === firstAt ? null : latestOf(properties, latestAt),
  ]
  const visitTouches = visits.flatMap((seen) => {
    const touch = seen && touchOf(seen)
    return touch ? [{ seen, touch }] : []
  })
  return giveClicks(visitTouches, properties)
}
