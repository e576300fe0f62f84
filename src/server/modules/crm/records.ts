// What can be saved, whoever brings it: a sync, a webhook, a connection. Ids are those of the data source; times are ISO 8601 in UTC; null is "not said".

/** Records with rows and ids of ours. */
export type RecordObject = 'contact' | 'opportunity'

export interface TouchRecord {
  /** Which one it is among those of its contact, the same whenever it is saved again. */
  key: string
  at: string
  kind: 'click' | 'form' | 'call' | 'chat' | 'mail' | 'offline' | 'direct' | 'unknown'
  source: string | null
  medium: string | null
  campaign: string | null
  clickId: string | null
  landingUrl: string | null
  referrer: string | null
}

type Fields = Readonly<Record<string, string | number | boolean | null>>

export interface ContactRecord {
  externalId: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  company: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  country: string | null
  /** The data source's own word for where the contact came from. */
  source: string | null
  ownerId: string | null
  tags: readonly string[]
  /** Everything else, by the data source's own names. */
  fields: Fields
  createdAt: string | null
  updatedAt: string | null
  touches: readonly TouchRecord[]
  /** As it was delivered, kept to show where each field comes from. */
  raw: unknown
}

export interface StageEntry {
  stageId: string
  pipelineId: string | null
  at: string
}

type Outcome = 'open' | 'won' | 'lost'

export interface OpportunityRecord {
  externalId: string
  name: string | null
  /** Decimal text in whole units of the currency. */
  amount: string | null
  currency: string | null
  pipelineId: string | null
  stageId: string | null
  outcome: Outcome
  outcomeReason: string | null
  ownerId: string | null
  source: string | null
  /** The first one is the primary contact. */
  contactIds: readonly string[]
  createdAt: string | null
  updatedAt: string | null
  closedAt: string | null
  /** When it entered its present stage, if that is known. */
  stageSince: string | null
  /** `stageSince` was read from a column that a user fills in. */
  isStageSinceFromColumn?: true
  /** All stages it went through. Absent: they are observed from now on. */
  history?: readonly StageEntry[]
  fields: Fields
  raw: unknown
}

export interface PipelineRecord {
  externalId: string
  name: string
  order: number
  stages: readonly { externalId: string; name: string; order: number; outcome: Outcome }[]
}

export interface OwnerRecord {
  externalId: string
  name: string | null
  email: string | null
}

export interface ListRecord {
  externalId: string
  kind: 'list' | 'tag' | 'segment' | 'campaign'
  name: string
  size: number | null
  updatedAt: string | null
}

interface ListMember {
  listId: string
  contactId: string
}

export interface SpendRecord {
  campaignId: string
  campaign: string
  /** YYYY-MM-DD in the time zone of the ad account. */
  day: string
  /** Decimal text in whole units of the currency. */
  spend: string
  currency: string
  impressions: number
  clicks: number
  conversions: number
}

/** What is saved in one transaction. */
export interface RecordBatch {
  contacts?: readonly ContactRecord[]
  opportunities?: readonly OpportunityRecord[]
  history?: readonly (StageEntry & { opportunityId: string })[]
  pipelines?: readonly PipelineRecord[]
  owners?: readonly OwnerRecord[]
  lists?: readonly ListRecord[]
  memberships?: readonly ListMember[]
  deletions?: readonly { object: RecordObject; externalId: string; at: string | null }[]
  merges?: readonly { from: string; into: string; at: string | null }[]
  spend?: readonly SpendRecord[]
}
