// What we request from HubSpot, and where each of our fields is found in it.
import type { FieldValue } from '../kit/records.ts'
import type { Properties } from './wire.ts'

export const contactProperties = [
  'email',
  'firstname',
  'lastname',
  'phone',
  'mobilephone',
  'company',
  'city',
  'state',
  'zip',
  'country',
  'lifecyclestage',
  'hs_lead_status',
  'hubspot_owner_id',
  'createdate',
  'lastmodifieddate',
  'hs_merged_object_ids',
  'hs_analytics_source',
  'hs_analytics_source_data_1',
  'hs_analytics_source_data_2',
  'hs_analytics_first_url',
  'hs_analytics_first_referrer',
  'hs_analytics_first_timestamp',
  'hs_analytics_last_url',
  'hs_analytics_last_referrer',
  'hs_latest_source',
  'hs_latest_source_data_1',
  'hs_latest_source_data_2',
  'hs_latest_source_timestamp',
  'hs_google_click_id',
  'hs_facebook_click_id',
  'lead_source',
]

export const dealProperties = [
  'dealname',
  'amount',
  'dealstage',
  'pipeline',
  'closedate',
  'createdate',
  'hs_lastmodifieddate',
  'hubspot_owner_id',
  'hs_is_closed',
  'hs_is_closed_won',
  'deal_currency_code',
  'dealtype',
  'closed_lost_reason',
  'hs_analytics_source',
  'lead_source',
]

export const contactFieldPaths = {
  externalId: 'id',
  firstName: 'properties.firstname',
  lastName: 'properties.lastname',
  email: 'properties.email',
  phone: 'properties.phone',
  company: 'properties.company',
  city: 'properties.city',
  region: 'properties.state',
  postalCode: 'properties.zip',
  country: 'properties.country',
  source: 'properties.lead_source',
  ownerId: 'properties.hubspot_owner_id',
  createdAt: 'properties.createdate',
  updatedAt: 'properties.lastmodifieddate',
}

export const dealFieldPaths = {
  externalId: 'id',
  name: 'properties.dealname',
  amount: 'properties.amount',
  currency: 'properties.deal_currency_code',
  pipelineId: 'properties.pipeline',
  stageId: 'properties.dealstage',
  outcome: 'properties.hs_is_closed_won',
  outcomeReason: 'properties.closed_lost_reason',
  ownerId: 'properties.hubspot_owner_id',
  source: 'properties.hs_analytics_source',
  contactIds: 'associations.contacts.results',
  createdAt: 'properties.createdate',
  updatedAt: 'properties.hs_lastmodifieddate',
  closedAt: 'properties.closedate',
  stageSince: 'propertiesWithHistory.dealstage',
}

const originNames = Object.values({ ...contactFieldPaths, ...dealFieldPaths }).map((path) => path.replace('properties.', ''))

/** Properties with their own field in our records are not repeated among the other fields. */
const mapped = new Set([
  ...originNames.filter((name) => name !== 'lead_source'),
  'hs_object_id',
  'hs_is_closed',
  'hs_merged_object_ids',
  ...contactProperties.filter((name) => /^hs_(analytics|latest)_/.test(name)),
])

/** The others, by HubSpot's own names. */
export const fieldsOf = (properties: Properties): Record<string, FieldValue> => {
  const fields: Record<string, FieldValue> = {}
  for (const name in properties) {
    const value = properties[name]
    if (value && !mapped.has(name)) fields[name] = value
  }
  return fields
}
