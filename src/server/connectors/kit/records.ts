// What every vendor's records become. Ids are the vendor's own; times are ISO 8601 in UTC; null is "not said".
import type { rejectCodes } from '#contract/syncs/runs.ts'

export const recordObjects = ['contact', 'opportunity'] as const
export type RecordObject = (typeof recordObjects)[number]

export interface TouchRecord {
  /** Which one it is among those of its contact, stable over syncs: `first`, `latest`, or what tells it from others. */
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

export type FieldValue = string | number | boolean | null

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
  /** The word that the CRM itself has for where the person came from. */
  source: string | null
  ownerId: string | null
  tags: readonly string[]
  /** Whatever else the vendor holds, by the vendor's own name for it. */
  fields: Readonly<Record<string, FieldValue>>
  createdAt: string | null
  updatedAt: string | null
  touches: readonly TouchRecord[]
  /** As it came over the wire. */
  raw: unknown
}

export interface StageEntry {
  stageId: string
  pipelineId: string | null
  at: string
}

export type Outcome = 'open' | 'won' | 'lost'

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
  /** The first one is the primary one. */
  contactIds: readonly string[]
  createdAt: string | null
  updatedAt: string | null
  closedAt: string | null
  /** When it came into its present stage, where the vendor tells. */
  stageSince: string | null
  /** `stageSince` was read from a column that a person fills in. */
  isStageSinceFromColumn?: true
  /** The whole way through the stages, where the vendor tells. Absent: it is observed from now on. */
  history?: readonly StageEntry[]
  fields: Readonly<Record<string, FieldValue>>
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

export type RejectCode = (typeof rejectCodes)[number]

/** A row that cannot be taken, or not the whole of it. The rest of its page can. */
export interface RejectedRecord {
  object: RecordObject | 'spend'
  /** The vendor's id, or where it stands: `row 17`. */
  externalId: string
  code: RejectCode
  /** For a person: what is wrong and where. */
  reason: string
  /** The record comes on the same page, without what is wrong with it. */
  isTaken?: true
  raw: unknown
}

/** One page of whatever a stream brings. */
export interface Page {
  contacts?: readonly ContactRecord[]
  opportunities?: readonly OpportunityRecord[]
  history?: readonly (StageEntry & { opportunityId: string })[]
  pipelines?: readonly PipelineRecord[]
  owners?: readonly OwnerRecord[]
  lists?: readonly ListRecord[]
  memberships?: readonly { listId: string; contactId: string }[]
  deletions?: readonly { object: RecordObject; externalId: string; at: string | null }[]
  merges?: readonly { from: string; into: string; at: string | null }[]
  spend?: readonly SpendRecord[]
  rejected?: readonly RejectedRecord[]
  /** How many there are in all, where the vendor says so. */
  total?: number | null
  /** Where the next page begins; null after the last one. Plain JSON: it is stored, and another process goes on with it. */
  next: Json | null
  /** The reader had to begin again: what came before this page comes once more. */
  isRestart?: true
  /** With the last page: from where an incremental read goes on next time. */
  watermark?: Json
  /** With the last page of a table: what its columns are called, by their ids. */
  columns?: Readonly<Record<string, string>>
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
