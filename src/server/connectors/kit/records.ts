// The common form of every vendor's records. Ids are the vendor's own; times are ISO 8601 in UTC; null means "unknown".
import type { rejectCodes } from '#contract/syncs/runs.ts'

export const recordObjects = ['contact', 'opportunity'] as const
export type RecordObject = (typeof recordObjects)[number]

export interface TouchRecord {
  /** Identifies it among those of its contact, stable over syncs: `first`, `latest`, or another distinguishing text. */
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
  /** The CRM's own value for where the contact came from. */
  source: string | null
  ownerId: string | null
  tags: readonly string[]
  /** All other fields, by the vendor's own names. */
  fields: Readonly<Record<string, FieldValue>>
  createdAt: string | null
  updatedAt: string | null
  touches: readonly TouchRecord[]
  /** The payload as it came. */
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
  /** The first one is the primary contact. */
  contactIds: readonly string[]
  createdAt: string | null
  updatedAt: string | null
  closedAt: string | null
  /** When it entered its present stage, if the vendor says so. */
  stageSince: string | null
  /** `stageSince` was read from a column that a user fills in. */
  isStageSinceFromColumn?: true
  /** The complete stage history, if the vendor has one. Absent: stages are observed from now on. */
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

/** A row that cannot be saved, completely or in part. The rest of its page can. */
export interface RejectedRecord {
  object: RecordObject | 'spend'
  /** The vendor's id, or the position: `row 17`. */
  externalId: string
  code: RejectCode
  /** For users: what is wrong and where. */
  reason: string
  /** The record comes on the same page, without the invalid part. */
  isTaken?: true
  raw: unknown
}

/** One page of a stream. */
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
  /** The total number, if the vendor says so. */
  total?: number | null
  /** The cursor of the next page; null after the last one. Plain JSON: it is stored, and another process may continue with it. */
  next: Json | null
  /** The reader had to start again: earlier pages come once more. */
  isRestart?: true
  /** With the last page: where the next incremental read begins. */
  watermark?: Json
  /** With the last page of a table: the names of its columns, by their ids. */
  columns?: Readonly<Record<string, string>>
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
