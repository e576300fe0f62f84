// What every connector offers. It calls one vendor only: no database, no routes.
import type { streamNames } from '#contract/syncs/runs.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Account, KeyAuth, OAuth, Session, TokenSet, VendorApp } from './access.ts'
import type { VendorAnswer } from './calls/http.ts'
import type { Refusal } from './failures.ts'
import type { Manifest } from './manifest.ts'
import type { FieldValue, Json, Page, RecordObject } from './records.ts'

/**
 * What a stream is about. Some names have a meaning for every vendor: `contacts`, `opportunities` and `spend` are
 * large, so the progress of a run depends on their totals. `lists` with full snapshots: a missing list is deleted, with
 * its members. `memberships` with full snapshots: a missing membership is deleted; between full reads they are read at
 * most once a day. `stage_history`: if there is one, stages are not observed from opportunities.
 */
export type StreamName = (typeof streamNames)[number]

export interface Position {
  /** Where the page begins; null: at the beginning. */
  cursor: Json | null
  /** The watermark of the last completed read; null: read everything. */
  since: Json | null
  /**
   * May be called as soon as the next cursor is known: the next page is then requested while this one is processed.
   * Resolves when the request was sent.
   */
  onNext?: (cursor: Json) => Promise<void>
}

/** One kind of record that is read page by page. Streams are read in their order. */
export interface Stream {
  name: StreamName
  read: (session: Session, position: Position) => Promise<Page>
  /** Every read brings all records, regardless of the watermark: missing records were deleted. */
  isFullSnapshot?: true
  /**
   * The kinds of records of which a read from the beginning covers every single one, including rejected ones: missing
   * records are removed at its end. Each kind of record is covered by one stream. Absent: contacts by `contacts`,
   * opportunities by `opportunities`.
   */
  covers?: readonly RecordObject[]
  /**
   * May be read in parallel with the streams before it: always, or later, when those have been read to their end once.
   * Records that refer to contacts are written once if the contacts exist, and twice if they come later.
   */
  parallel?: 'always' | 'later'
}

const own: Partial<Record<StreamName, readonly RecordObject[]>> = { contacts: ['contact'], opportunities: ['opportunity'] }

/** Lists, owners and the like are not records. */
export const coveredBy = ({ name, covers = own[name] ?? [] }: Stream): readonly RecordObject[] => covers

export interface Table {
  id: string
  name: string
  rowCount: number | null
  /** The first rows as they are, before any header is detected. */
  rows: readonly (readonly FieldValue[])[]
  /** If columns have their own ids and names. */
  columns: readonly { id: string; name: string }[]
  /** If rows have their own creation time. */
  madeAt?: readonly (string | null)[]
}

export type FieldPaths = Readonly<Record<string, string | readonly string[]>>

export interface Business {
  id: string
  name: string
}

export interface AdAccount {
  id: string
  name: string
  businessId: string | null
  currency: string | null
  isActive: boolean
}

/** One of several accounts of an agency's login. */
export interface Location {
  id: string
  name: string
  address: string | null
}

/** Reads one account only. It is requested with the token of the login when needed, and never stored. */
export interface AccountToken {
  accessToken: string
  expiresAt: Date | null
}

/** Rows by campaign and day, both days included. */
export interface DayCount {
  from: string
  until: string
  /** For the days that were counted so far. */
  count: number
  /** Where counting continues; null: all days are counted. */
  next: Json | null
}

export interface WebhookEvent {
  /** The vendor's account that it is about. */
  hubId: string
  /** The vendor's id of the event, or whatever identifies it. */
  key: string
  kind: 'changed' | 'deleted' | 'merged' | 'stage'
  object: RecordObject
  externalId: string
  /** For `merged` {into}, for `stage` {stageId, pipelineId}. */
  detail: Readonly<Record<string, string>>
  occurredAt: string
}

export interface Delivery {
  method: string
  /** As the vendor called it, with scheme and host. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
  /** Exactly as it came. */
  body: string
  now: Date
}

/** Where the application was removed from: one account, or all of a login. */
export type Removal = { hubId: string } | { loginId: string }

/** How requests of one account are made. */
interface Calls {
  /** Headers that authorize us. */
  authorize: (token: string, session: { app: VendorApp; account: Account }) => Readonly<Record<string, string>>
  /** The base of relative paths. */
  baseOf: (app: VendorApp, account: Account) => string
  /**
   * The meaning of a failed answer; null: a plain refusal with the status in it. Also called for successes, for vendors
   * that hide failures in them.
   */
  refusalOf: (answer: VendorAnswer) => Refusal | null
}

/** What is read of an account. */
export interface Read {
  streams: readonly Stream[]
  /** How many records the vendor counts, without deleted ones; null: it cannot say. */
  count?: (session: Session, object: RecordObject) => Promise<number | null>
  /** Ids alone, cheaply: to find what is missing here and what was deleted there. */
  listIds?: (
    session: Session,
    object: RecordObject,
    cursor: Json | null,
  ) => Promise<{ ids: readonly string[]; next: Json | null }>
  /** Maps a rejected record again, with today's mapping and settings. */
  remap?: (object: RecordObject, raw: unknown, session: Pick<Session, 'account' | 'settings'>) => Page
  /**
   * Where each of our fields is found in the payload: our name to a path such as `properties.email`, or to several, of
   * which the first with a value counts. `fields.*` says where the vendor's other fields are, such as `properties.*`.
   * Absent: there are no contacts and no opportunities.
   */
  fieldPaths?: (object: RecordObject, settings: SyncSettings) => FieldPaths
}

/** The vendor's webhooks. */
export interface Webhook {
  /** Subscribes to webhooks at an address that only this account knows. A repeated call has no effect. */
  subscribe?: (session: Session, url: string) => Promise<void>
  /** How a delivery is authenticated. With `by: 'key'` the secret part of our address has done that. */
  by: 'signature' | 'key'
  isGenuine: (app: VendorApp, delivery: Delivery) => boolean
  /**
   * The events of a delivery. Unknown events are ignored. `hubId` is that of the address if the delivery itself names
   * no account.
   */
  read: (delivery: Delivery, hubId: string | null) => readonly WebhookEvent[]
  /** Whether the delivery reports that the application was removed. The vendor is asked before we trust it. */
  removalIn?: (delivery: Delivery) => Removal | null
}

/** The account contains tables: a user chooses one, and maps its columns. */
export interface Tables {
  list: (session: Session) => Promise<readonly Table[]>
  /** Each row has a creation time, so that no column has to be chosen for it. */
  datesRows?: true
}

/** The login reaches ad accounts: a user chooses those whose spend is read. */
export interface AdAccounts {
  list: (session: Session) => Promise<readonly AdAccount[]>
  /** The businesses or manager accounts that ad accounts belong to. */
  businesses: (session: Session) => Promise<readonly Business[]>
  /**
   * How many rows of spend the vendor has, by campaign and day, for the days that a read since this watermark covers;
   * in parts. Absent: it cannot say.
   */
  countSpend?: (session: Session, since: Json | null, cursor: Json | null) => Promise<DayCount>
}

/** The login reaches locations of an agency: a user chooses those that are read. */
interface Locations {
  /** Called with the token of the login. */
  list: (login: Session) => Promise<readonly Location[]>
  /** If the token of the login cannot read its accounts: which of them need their own token, and how it is requested. */
  token?: {
    isNeeded: (account: Account) => boolean
    ask: (login: Session) => Promise<AccountToken>
  }
}

/** One vendor. Its abilities are grouped; an absent group is something that the vendor does not offer. */
export interface Connector {
  manifest: Manifest
  auth: OAuth | KeyAuth
  calls: Calls
  /**
   * Identifies the account of the tokens: called right after the consent, when `account` has only the entered fields,
   * and later again with all of it, to check whether we still have access.
   */
  identify: (session: Session, tokens: TokenSet) => Promise<Account>
  read?: Read
  webhook?: Webhook
  tables?: Tables
  adAccounts?: AdAccounts
  locations?: Locations
}

/** A connector that certainly has these groups. */
export type ConnectorWith<Group extends keyof Connector> = Connector & Required<Pick<Connector, Group>>

export const streamsOf = ({ read }: Connector): readonly Stream[] => read?.streams ?? []

/** The records that a connector brings. */
export const objectsOf = (connector: Connector): RecordObject[] => {
  const covered = new Set(streamsOf(connector).flatMap(coveredBy))
  return (['contact', 'opportunity'] as const).filter((object) => covered.has(object))
}

/** What a user has to choose after connecting. */
export const chooses = ({ adAccounts, locations, tables }: Connector): 'ad_account' | 'location' | 'table' | null => {
  if (adAccounts) return 'ad_account'
  if (locations) return 'location'
  return tables ? 'table' : null
}
