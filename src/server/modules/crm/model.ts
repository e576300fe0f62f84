// Where CRM rows come from, what can be saved, by any caller (a sync, a webhook, a connection), and the result. Ids are
// those of the data source; times are ISO 8601 in UTC; null means "unknown".
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { ChangeKind } from '../changes/model.ts'

export type DataSourceKind = 'integration' | 'connection' | 'ghost_company' | 'webhook_endpoint'

/** Where CRM rows of a client come from. An integration and its data source have the same id. */
export interface DataSourceRef {
  clientId: string
  dataSourceId: string
}

/** What logging a change needs: the data source, and the dispatcher that wakes followers. */
export interface ChangeContext extends DataSourceRef {
  dispatcher: Pick<Dispatcher, 'enqueue'>
}

/** Where rows come from: the data source, and the run that brings them. */
export interface WriteContext extends ChangeContext {
  runId: string
  at: Date
}

/** Owners and pipelines, by the data source's ids. */
export interface NamedIds {
  ownerIds: readonly string[]
  pipelineIds: readonly string[]
}

/** Records with rows and ids of ours. */
export type RecordObject = 'contact' | 'opportunity'

export interface TouchRecord {
  /** Identifies it among those of its contact, and is the same whenever it is saved again. */
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
  /** The data source's own value for where the contact came from. */
  source: string | null
  ownerId: string | null
  tags: readonly string[]
  /** All other fields, by the data source's own names. */
  fields: Fields
  createdAt: string | null
  updatedAt: string | null
  touches: readonly TouchRecord[]
  /** The payload as delivered, kept to show where each field comes from. */
  raw: unknown
}

export interface StageEntry {
  stageId: string
  pipelineId: string | null
  at: string
}

type OpportunityOutcome = 'open' | 'won' | 'lost'

export interface OpportunityRecord {
  externalId: string
  name: string | null
  /** Decimal text in whole units of the currency. */
  amount: string | null
  currency: string | null
  pipelineId: string | null
  stageId: string | null
  outcome: OpportunityOutcome
  outcomeReason: string | null
  ownerId: string | null
  source: string | null
  /** The first one is the primary contact. */
  contactIds: readonly string[]
  createdAt: string | null
  updatedAt: string | null
  closedAt: string | null
  /** When it entered its present stage, if known. */
  stageSince: string | null
  /** `stageSince` was read from a column that a user fills in. */
  isStageSinceFromColumn?: true
  /** All stages that it went through. Absent: they are observed from now on. */
  history?: readonly StageEntry[]
  fields: Fields
  raw: unknown
}

export interface PipelineRecord {
  externalId: string
  name: string
  order: number
  stages: readonly { externalId: string; name: string; order: number; outcome: OpportunityOutcome }[]
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
  history?: readonly (StageEntry & { opportunityId: string; provenance?: 'webhook' })[]
  pipelines?: readonly PipelineRecord[]
  owners?: readonly OwnerRecord[]
  lists?: readonly ListRecord[]
  memberships?: readonly ListMember[]
  deletions?: readonly { object: RecordObject; externalId: string; at: string | null }[]
  merges?: readonly { from: string; into: string; at: string | null }[]
  spend?: readonly SpendRecord[]
}

/** A stage that a webhook announced. */
export interface AnnouncedStage {
  externalId: string
  stageId: string
  pipelineId: string | null
  at: string
}

export interface SaveOptions {
  /** The vendor's stage history is read as its own stream. */
  historyComesApart: boolean
  /** Only members of these lists are stored. Absent: of all lists. */
  isListWanted?: (id: string, name: string) => boolean
  /** The members of all lists are being read, and those that are found are recorded. */
  notesMembers?: boolean
  /** The source is read from the beginning. */
  isFirst?: boolean
  /** Stages that webhooks announced for the opportunities of the page, before the page was requested. */
  announcedStages?: readonly AnnouncedStage[]
}

/** Ids of ours, by what happened to them. */
export type ChangedIds = Readonly<Record<ChangeKind, readonly string[]>>

export type RecordChanges = Readonly<Record<RecordObject, ChangedIds>>

/** How much was saved. */
export interface Outcome {
  created: number
  changed: number
  unchanged: number
  deleted: number
  merged: number
  /** Contacts that had been deleted and are back: their lists are not known. */
  returned: number
  /** By how much the number of stored records has grown. */
  growth: Readonly<Record<RecordObject, number>>
}
