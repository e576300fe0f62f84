// What every connector offers. It speaks to one vendor and to nobody else: no database, no routes.
import type { streamNames } from '#contract/syncs/runs.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Account, KeyAuth, OAuth, Session, TokenSet, VendorApp } from './access.ts'
import type { VendorAnswer } from './calls/http.ts'
import type { Refusal } from './failures.ts'
import type { Manifest } from './manifest.ts'
import type { FieldValue, Json, Page, RecordObject } from './records.ts'

/**
 * What a stream is about. Some are known by their name, whatever the vendor:
 * - `contacts`, `opportunities`, `spend` are large: without their totals nobody can say how far a run is.
 * - `lists` that are whole: a list that did not come is dropped, with its members.
 * - `memberships` that are whole: whoever did not come is in no list any more. Between full reads they are read once a day at most.
 * - `stage_history`: where there is one, nothing is concluded from the stage in which an opportunity is found.
 */
export type StreamName = (typeof streamNames)[number]

export interface Position {
  /** Where the page begins; null: at the beginning. */
  cursor: Json | null
  /** The watermark of the last read that came to its end; null: everything is wanted. */
  since: Json | null
  /** May be told as soon as it is known where the next page begins: it is then asked for while this one is worked through. Resolves when the question is on its way. */
  onNext?: (cursor: Json) => Promise<void>
}

/** One kind of thing that is read page by page. Streams are read in their order. */
export interface Stream {
  name: StreamName
  read: (session: Session, position: Position) => Promise<Page>
  /** Every read brings everything there is, whatever the watermark: what is missing from it is gone. */
  isFullSnapshot?: true
  /**
   * Of which records a read from the beginning meets every single one, be it only to set it aside: what such a read has not met is
   * removed at its end. Each kind of record that a connector brings is met by one stream. Absent: people by `contacts`, opportunities
   * by `opportunities`.
   */
  covers?: readonly RecordObject[]
  /**
   * May be read at the same time as the streams before it: always, or later, when those have once been read to their end. What refers
   * to people is written once if they are there, and twice if they come after it.
   */
  parallel?: 'always' | 'later'
}

const own: Partial<Record<StreamName, readonly RecordObject[]>> = { contacts: ['contact'], opportunities: ['opportunity'] }

/** Lists, owners and the like are no records. */
export const coveredBy = ({ name, covers = own[name] ?? [] }: Stream): readonly RecordObject[] => covers

export interface Table {
  id: string
  name: string
  rowCount: number | null
  /** The first rows as they are, before any of them is taken for a header. */
  rows: readonly (readonly FieldValue[])[]
  /** Where columns have ids and names of their own. */
  columns: readonly { id: string; name: string }[]
  /** Where rows know themselves when they were made. */
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

/** Reads one account alone. It is had with the token of the login whenever it is needed, and never stored. */
export interface AccountToken {
  accessToken: string
  expiresAt: Date | null
}

/** Rows by campaign and day, both days included. */
export interface DayCount {
  from: string
  until: string
  /** Of the days that were counted so far. */
  count: number
  /** Where to go on counting; null: all days are counted. */
  next: Json | null
}

export interface WebhookEvent {
  /** The vendor's account that it is about. */
  hubId: string
  /** The vendor's id of the event, or whatever makes it one event. */
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
  /** Headers that prove who we are. */
  authorize: (token: string, session: { app: VendorApp; account: Account }) => Readonly<Record<string, string>>
  /** Where relative paths lead. */
  baseOf: (app: VendorApp, account: Account) => string
  /** What an answer that is no success means; null: a plain refusal with the status in it. Also asked about successes, for vendors that hide failures in them. */
  refusalOf: (answer: VendorAnswer) => Refusal | null
}

/** What is read of an account. */
export interface Read {
  streams: readonly Stream[]
  /** How many the vendor counts, without those that it deleted; null: it cannot say. */
  count?: (session: Session, object: RecordObject) => Promise<number | null>
  /** Ids alone, cheaply: to find what is missing here and what is gone there. */
  listIds?: (
    session: Session,
    object: RecordObject,
    cursor: Json | null,
  ) => Promise<{ ids: readonly string[]; next: Json | null }>
  /** A rejected record once more, with the mapping and settings of today. */
  remap?: (object: RecordObject, raw: unknown, session: Pick<Session, 'account' | 'settings'>) => Page
  /**
   * Where each of our fields is found in what came over the wire: our name to a path such as `properties.email`, or to several of which
   * the first counts that holds anything. `fields.*` says where the vendor's other fields lie, such as `properties.*`. Absent: there are
   * no contacts and no opportunities.
   */
  fieldPaths?: (object: RecordObject, settings: SyncSettings) => FieldPaths
}

/** What the vendor reports by itself. */
export interface Webhook {
  /** Asks the vendor to tell us, at an address of ours that only this account knows. Asked twice, it tells once. */
  subscribe?: (session: Session, url: string) => Promise<void>
  /** Whether the vendor sent this. With `by: 'key'` the unguessable part of our address has shown that already. */
  by: 'signature' | 'key'
  isGenuine: (app: VendorApp, delivery: Delivery) => boolean
  /** What it says. Unknown events say nothing. `hubId` is that of the address where the delivery itself names no account. */
  read: (delivery: Delivery, hubId: string | null) => readonly WebhookEvent[]
  /** Whether it says that the application was removed. The vendor is asked before that is believed. */
  removalIn?: (delivery: Delivery) => Removal | null
}

/** The account holds tables: a person chooses one, and maps its columns. */
export interface Tables {
  list: (session: Session) => Promise<readonly Table[]>
  /** Each row knows when it was made, so that no column has to be chosen for that. */
  datesRows?: true
}

/** The login reaches ad accounts: a person chooses those whose spend is read. */
export interface AdAccounts {
  list: (session: Session) => Promise<readonly AdAccount[]>
  /** The businesses or manager accounts that ad accounts belong to. */
  businesses: (session: Session) => Promise<readonly Business[]>
  /** How many rows of spend the vendor has, by campaign and day, for the days that a read since this watermark looks at; part by part. Absent: it cannot say. */
  countSpend?: (session: Session, since: Json | null, cursor: Json | null) => Promise<DayCount>
}

/** The login reaches locations of an agency: a person chooses those that are read. */
interface Locations {
  /** Asked with the token of the login. */
  list: (login: Session) => Promise<readonly Location[]>
  /** Where the token of the login reads none of its accounts: which of them need one of their own, and how it is had. */
  token?: {
    isNeeded: (account: Account) => boolean
    ask: (login: Session) => Promise<AccountToken>
  }
}

/** One vendor. What it can do stands in groups; a group that is absent is something that the vendor does not offer. */
export interface Connector {
  manifest: Manifest
  auth: OAuth | KeyAuth
  calls: Calls
  /**
   * Which account we were let into: asked right after the consent, when `account` holds nothing but what was entered, and later again
   * with the whole of it, to see whether the vendor still lets us in.
   */
  identify: (session: Session, tokens: TokenSet) => Promise<Account>
  read?: Read
  webhook?: Webhook
  tables?: Tables
  adAccounts?: AdAccounts
  locations?: Locations
}

/** One that has these groups for certain. */
export type ConnectorWith<Group extends keyof Connector> = Connector & Required<Pick<Connector, Group>>

export const streamsOf = ({ read }: Connector): readonly Stream[] => read?.streams ?? []

/** Which records a connector brings. */
export const objectsOf = (connector: Connector): RecordObject[] => {
  const covered = new Set(streamsOf(connector).flatMap(coveredBy))
  return (['contact', 'opportunity'] as const).filter((object) => covered.has(object))
}

/** What a person has to choose once connected. */
export const chooses = ({ adAccounts, locations, tables }: Connector): 'ad_account' | 'location' | 'table' | null => {
  if (adAccounts) return 'ad_account'
  if (locations) return 'location'
  return tables ? 'table' : null
}
