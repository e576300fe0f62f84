// What every sandbox offers besides the vendor's own protocol: an admin API for the user (or test) who controls the
// vendor.
import type { FastifyInstance } from 'fastify'
import type { Faults } from './faults.ts'
import type { SandboxAccount, Store } from './store.ts'

/** A contact in a neutral format. Times in milliseconds since 1970. */
export interface PlainContact {
  firstName: string
  lastName: string
  email: string
  phone: string
  company: string
  city: string
  region: string
  postalCode: string
  country: string
  /** The CRM's own value for where they came from. */
  source: string
  utm: { source: string; medium: string; campaign: string; clickId: string; landingUrl: string; referrer: string } | null
  tags: readonly string[]
  createdAt: number
  modifiedAt: number
}

/** Won and lost end every history; otherwise the index of an open stage of the pipeline, from 0. */
export type PlainStage = number | 'won' | 'lost'

export interface PlainOpportunity {
  name: string
  /** Whole units; null if none was entered. */
  amount: number | null
  currency: string
  /** The vendor's ids of the contacts; the first is the primary one. */
  personIds: readonly string[]
  pipeline: number
  /** Its stage history, oldest first. */
  path: readonly { stage: PlainStage; at: number }[]
  source: string
  createdAt: number
  modifiedAt: number
}

export interface PlainPipeline {
  name: string
  /** Open stages in their order. Vendors add won and lost themselves. */
  stages: readonly string[]
}

export interface NewAccount {
  /** The vendor's own kind of id; generated if absent. */
  id?: string | undefined
  name: string
  currency?: string | undefined
  pipelines?: readonly PlainPipeline[] | undefined
}

interface Listed {
  id: string
  name: string
  detail: string
}

/** CRMs, and spreadsheets that serve as one. */
export interface CrmAdmin {
  addPerson(account: string, person: PlainContact): string
  changePerson(account: string, id: string, change: Partial<PlainContact>, at: number): void
  removePerson(account: string, id: string, at: number): void
  /** Absent if the vendor cannot. */
  mergePeople?(account: string, ids: { from: string; into: string }, at: number): void
  addDeal(account: string, deal: PlainOpportunity): string
  changeDeal(account: string, id: string, change: { stage?: PlainStage; amount?: number | null; name?: string }, at: number): void
  removeDeal(account: string, id: string, at: number): void
  people(account: string, limit: number): Listed[]
  deals(account: string, limit: number): Listed[]
  counts(account: string): { people: number; deals: number }
}

export interface PlainSpend {
  campaign: string
  /** YYYY-MM-DD */
  day: string
  /** Whole units of the account's currency. */
  spend: number
  impressions: number
  clicks: number
  conversions: number
}

export interface AdsAdmin {
  /** A business or manager account with its ad accounts. A guest of it sees it, but may not list them (Facebook). */
  addBusiness(
    account: string,
    business: { name: string; adAccounts: readonly { name: string; currency: string }[]; isGuest?: boolean | undefined },
  ): { id: string; adAccounts: string[] }
  addSpend(account: string, adAccount: string, spend: readonly PlainSpend[]): void
  businesses(account: string): { id: string; name: string; adAccounts: { id: string; name: string; days: number }[] }[]
}

/** An agency with several locations, each of which is its own account. */
export interface AgencyAdmin {
  addAgency(agency: { name: string; locations: readonly { name: string }[] }): { id: string; locations: string[] }
  /** Of an agency; null for an account that is none. */
  locations(account: string): { id: string; name: string; isInstalled: boolean }[] | null
}

export interface VendorAdmin {
  createAccount(account: NewAccount): SandboxAccount
  /** What a user enters to connect this account, by the names of the connector's fields; empty if consent is enough. */
  howToConnect(account: SandboxAccount): Record<string, string>
  expireTokens(account: string): void
  revokeTokens(account: string): void
  crm?: CrmAdmin
  ads?: AdsAdmin
  agencies?: AgencyAdmin
}

export interface VendorParts {
  store: Store
  faults: Faults
  /** The address of this vendor, with its prefix: absolute links are made from it. */
  url: () => string
  /** Passes a delivery to the sender, which applies the webhook faults. */
  deliver: (delivery: WebhookDelivery) => void
  /** Where an application's webhooks go by default: the product's own address for this vendor, if it is known. */
  webhookTarget: () => string | null
}

export interface WebhookDelivery {
  url: string
  body: string
  headers: Record<string, string>
}

export interface Vendor {
  /** First part of its paths, and the name of its folder. */
  prefix: string
  name: string
  /** The largest page: an account with several pages needs more records. */
  pageSize: number
  /** The field of a contact that is passed on without a check, so that it can be invalid; absent: the first name. */
  passedOn?: keyof PlainContact
  /** It sends webhooks, through `deliver`. */
  sendsWebhooks?: true
  /** Registers the vendor's protocol under the prefix. */
  register(app: FastifyInstance, parts: VendorParts): VendorAdmin
}
