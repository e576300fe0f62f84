// Contacts and deals in HubSpot's form: everything is a property, and every value is text.
import type { PlainOpportunity, PlainContact } from '../kit/vendor.ts'
import type { Stage } from './pipelines.ts'

export type Properties = Record<string, string>

const iso = (at: number): string => new Date(at).toISOString()

const words: Readonly<Record<string, string>> = {
  cpc: 'PAID_SEARCH',
  paid_social: 'PAID_SOCIAL',
  organic: 'ORGANIC_SEARCH',
  referral: 'REFERRALS',
  email: 'EMAIL_MARKETING',
  social: 'SOCIAL_MEDIA',
}

type Utm = NonNullable<PlainContact['utm']>

/** HubSpot's drill-down 1 and 2: they have another meaning for each source. */
const drillDown = (word: string, { source, medium, campaign, referrer }: Utm): [string, string] => {
  if (word === 'PAID_SEARCH') return [campaign, 'auto-tagged ppc']
  if (word === 'PAID_SOCIAL' || word === 'SOCIAL_MEDIA') return [source, campaign]
  if (word === 'ORGANIC_SEARCH') return ['Unknown keywords (SSL)', source]
  if (word === 'REFERRALS') return [source, referrer]
  if (word === 'EMAIL_MARKETING') return [campaign, source]
  return [campaign, `${source} / ${medium}`]
}

const originOf = (person: Pick<PlainContact, 'utm' | 'source' | 'createdAt'>): Properties => {
  const { utm, source, createdAt } = person
  if (!utm) {
    const word = source === 'Direct' ? 'DIRECT_TRAFFIC' : 'OFFLINE'
    const data = word === 'OFFLINE' ? 'CRM_UI' : 'www.example.com/'
    return { hs_analytics_source: word, hs_analytics_source_data_1: data, hs_analytics_first_timestamp: iso(createdAt) }
  }
  const word = words[utm.medium] ?? 'OTHER_CAMPAIGNS'
  const [one, two] = drillDown(word, utm)
  return {
    hs_analytics_source: word,
    hs_analytics_source_data_1: one,
    hs_analytics_source_data_2: two,
    hs_analytics_first_url: utm.landingUrl,
    hs_analytics_first_referrer: utm.referrer,
    hs_analytics_first_timestamp: iso(createdAt),
    utm_campaign: utm.campaign,
    hs_latest_source: word,
    hs_latest_source_data_1: one,
    hs_latest_source_data_2: two,
    hs_latest_source_timestamp: iso(createdAt),
    ...(utm.clickId === '' ? {} : { [word === 'PAID_SOCIAL' ? 'hs_facebook_click_id' : 'hs_google_click_id']: utm.clickId }),
  }
}

const plainNames = {
  firstName: 'firstname',
  lastName: 'lastname',
  email: 'email',
  phone: 'phone',
  company: 'company',
  city: 'city',
  region: 'state',
  postalCode: 'zip',
  country: 'country',
  source: 'lead_source',
} as const

/** Only the given fields: an empty text clears a property. */
export const contactProperties = (person: Partial<PlainContact>): Properties => {
  const properties: Properties = {}
  for (const [ours, name] of Object.entries(plainNames)) {
    const value = person[ours as keyof typeof plainNames]
    if (value !== undefined) properties[name] = value
  }
  const { utm, source = '', createdAt } = person
  return utm !== undefined && createdAt !== undefined ? { ...properties, ...originOf({ utm, source, createdAt }) } : properties
}

/** What HubSpot itself derives from the stage. */
export const stageProperties = ({ id, probability, isClosed }: Stage, at: number): Properties => ({
  dealstage: id,
  hs_is_closed: String(isClosed),
  hs_is_closed_won: String(isClosed && probability === '1.0'),
  hs_deal_stage_probability: probability,
  hs_v2_date_entered_current_stage: iso(at),
  ...(isClosed ? { closedate: iso(at) } : {}),
})

export const dealProperties = (
  { name, amount, currency, source, createdAt }: PlainOpportunity,
  pipeline: string,
): Properties => ({
  dealname: name,
  ...(amount === null ? {} : { amount: String(amount) }),
  deal_currency_code: currency,
  pipeline,
  // Users enter an expected date while a deal is open.
  closedate: iso(createdAt + 30 * 86_400_000),
  lead_source: source,
})

interface Definition {
  name: string
  label: string
  type: string
  isOwn: boolean
}

const own = (name: string, label: string): Definition => ({ name, label, type: 'string', isOwn: true })
const given = (name: string, type = 'string'): Definition => ({ name, label: name.replaceAll('_', ' '), type, isOwn: false })

const definitions: Readonly<Record<string, readonly Definition[]>> = {
  contacts: [
    ...Object.values(plainNames)
      .filter((name) => name !== 'lead_source')
      .map((name) => given(name)),
    given('lastmodifieddate', 'datetime'),
    given('createdate', 'datetime'),
    given('hs_object_id', 'number'),
    given('hubspot_owner_id', 'enumeration'),
    given('lifecyclestage', 'enumeration'),
    given('hs_analytics_source', 'enumeration'),
    given('hs_analytics_first_url'),
    given('hs_merged_object_ids', 'enumeration'),
    own('lead_source', 'Lead source'),
    own('utm_campaign', 'UTM campaign'),
  ],
  deals: [
    given('dealname'),
    given('amount', 'number'),
    given('dealstage', 'enumeration'),
    given('pipeline', 'enumeration'),
    given('hs_lastmodifieddate', 'datetime'),
    own('lead_source', 'Lead source'),
  ],
}

export const propertyAnswers = (type: string): unknown[] =>
  (definitions[type] ?? []).map(({ name, label, type: kind, isOwn }) => ({
    name,
    label,
    type: kind,
    fieldType: kind === 'enumeration' ? 'select' : kind === 'datetime' ? 'date' : 'text',
    description: '',
    groupName: `${type.slice(0, -1)}information`,
    options: [],
    hubspotDefined: !isOwn,
    calculated: false,
    archived: false,
    hidden: false,
    displayOrder: -1,
    formField: isOwn,
    hasUniqueValue: false,
  }))
