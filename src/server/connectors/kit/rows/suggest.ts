import type { SyncField } from '#contract/syncs/sync-settings.ts'
import { fingerprintOf, type Column } from './columns.ts'

export type SyncMap = Partial<Record<SyncField, string>>

/** Usual headers of the columns we look for, the most specific first. */
const synonyms: Record<SyncField, string> = {
  row_key: 'lead id|row key|record id|contact id|customer id|deal id|unique id|key|id|uid|uuid|lead number|reference',
  email: 'email|e mail|email address|e mail address|mail|work email|contact email|lead email|customer email',
  phone: 'phone|phone number|mobile|mobile phone|mobile number|cell|cell phone|telephone|tel|contact number|phone no',
  first_name: 'first name|firstname|given name|forename|first',
  last_name: 'last name|lastname|surname|family name|last',
  full_name: 'full name|name|contact name|lead name|customer name|client name|contact|lead|customer|client',
  company: 'company|company name|organization|organisation|business|business name|account|account name|employer',
  created_at:
    'created|created at|created date|date created|created on|create date|created time|lead date|date added|added|submitted|submitted at|timestamp|inquiry date|enquiry date|signup date|date',
  source: 'source|lead source|utm source|original source|traffic source|channel|origin|how did you hear about us|came from',
  medium: 'medium|utm medium|lead medium',
  campaign: 'campaign|utm campaign|campaign name|ad campaign|marketing campaign',
  owner: 'owner|lead owner|deal owner|assigned to|assignee|sales rep|salesperson|rep|agent|account manager',
  tags: 'tags|tag|labels|label|categories|segments',
  pipeline: 'pipeline|pipeline name|funnel|sales pipeline|deal pipeline',
  stage: 'stage|deal stage|pipeline stage|lead stage|status|lead status|deal status|opportunity stage|phase|step|disposition',
  stage_changed_at:
    'stage changed|stage changed at|stage changed on|stage date|status changed|status date|last stage change|in stage since',
  outcome: 'outcome|result|won lost|won|deal outcome|won or lost|closed status|disposition result',
  amount: 'amount|deal amount|deal value|value|revenue|deal size|opportunity amount|sale amount|price|total|contract value|sales',
  currency: 'currency|currency code|deal currency',
  closed_at: 'closed|closed at|close date|closed date|date closed|closed on|won date|sale date|sold on|date sold|deal closed',
}

const fields = Object.entries(synonyms).map(([field, words]) => ({
  field: field as SyncField,
  words: words.split('|').map(fingerprintOf),
}))

/** Suggests a mapping. A column is given to one field only, and the most specific name wins; the user reviews it. */
export const suggestMap = (columns: readonly Column[]): SyncMap => {
  const names = columns.map(({ id, name }) => ({ id, name: fingerprintOf(name) }))
  const offers = fields
    .flatMap(({ field, words }) => names.map(({ id, name }) => ({ field, id, rank: words.indexOf(name) })))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
  const map: SyncMap = {}
  const taken = new Set<string>()
  for (const { field, id } of offers) {
    if (map[field] !== undefined || taken.has(id)) continue
    map[field] = id
    taken.add(id)
  }
  if (map.first_name !== undefined && map.last_name !== undefined) delete map.full_name
  return map
}
